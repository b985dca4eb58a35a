internal import CairnNavigation
package import CairnStore

/// The records of a collection that hold words, those first whose titles hold them: who types a
/// name looks for what bears it.
struct FoundRows: Sendable {
  private let result: FetchResult
  /// The indices of the result by place; `nil` where that is its own order.
  private var order: [Int]?
  /// The places by index.
  private var places: [Int] = []

  /// Puts what was found in order, in time that is linear in its number.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - words: what it was found by.
  init(_ result: FetchResult, words: [String]) {
    self.result = result
    let words = words.map(SearchFold.fold)
    let isNamed = result.map { row in
      let title = SearchFold.fold(row.title)
      return words.allSatisfy(title.contains)
    }
    let named = result.indices.filter { isNamed[$0] }
    guard !named.isEmpty, named.count < result.count else { return }
    let order = named + result.indices.filter { !isNamed[$0] }
    places = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    self.order = order
  }

  /// The collection's name.
  var entity: String { result.request.entity }
  var count: Int { result.count }

  subscript(place: Int) -> Row { result[order?[place] ?? place] }

  /// The record at a place; `nil` where there is none.
  func id(at place: Int) -> ObjectID? {
    result.indices.contains(place) ? result.id(at: order?[place] ?? place) : nil
  }

  /// Where a record stands.
  func place(of key: RecordKey) -> Int? {
    result.index(of: key).map { order == nil ? $0 : places[$0] }
  }
}

/// The words of a search or a filter, as a person typed them.
package enum FindWords {
  /// The words of a text; several between quotation marks are one, to be found as they stand.
  ///
  /// A mark that nothing closes takes all that follows, for the other is about to be typed; within a
  /// word, or with nothing behind it, a mark is a sign like others.
  ///
  /// - Parameter text: what was typed.
  /// - Returns: the words, without marks around them.
  package static func split(_ text: String) -> [String] {
    var words: [String] = []
    var rest = text[...].drop(while: \.isWhitespace)
    while let first = rest.first {
      let word: Substring
      let inner = rest.dropFirst()
      if first == "\"", inner.contains(where: { $0 != "\"" && !$0.isWhitespace }) {
        word = inner.prefix { $0 != "\"" }
        rest = inner.dropFirst(word.count + 1)
      } else {
        word = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(word.count)
      }
      if !word.allSatisfy(\.isWhitespace) { words.append(String(word)) }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }

  /// The text that reads as these words.
  package static func joined(_ words: [String]) -> String {
    words.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }

  /// Whether one of the words is `or` between others, which in small letters is a word like them.
  static func meanEither(_ words: [String]) -> Bool { words.dropFirst().dropLast().contains("or") }
}

/// A condition of a filter among words, which a search of everything doesn't take.
package struct FindAdvice {
  /// The condition as it was typed, such as `city:lyon`, or all words where `OR` joins them.
  package let condition: String
  /// The filter that means all that was typed.
  package let filter: String
  /// The plural of the first collection with such a field; `nil` where none has it.
  package let collection: String?

  /// Finds the first condition among words; `nil` for words alone.
  ///
  /// What reads as a condition but is about no field, as a URL or a time, counts for none. Several
  /// words that were to be found as they stand are looked at one by one, as who writes a condition
  /// among them means a filter.
  package init?(_ words: [String], in model: ObjectModel) {
    let words = words.flatMap { word in
      let parts = FindWords.split(word)
      return parts.contains { Self.isJoint($0) || Self.goal(of: $0, in: model) != nil }
        ? parts : [word]
    }
    let either = FindWords.meanEither(words)
    if either || words.contains(where: Self.isJoint) {
      filter = FindWords.joined(words.map { either && $0 == "or" ? "OR" : $0 })
      (condition, collection) = (filter, nil)
      return
    }
    for word in words {
      guard let goal = Self.goal(of: word, in: model) else { continue }
      (condition, filter, collection) = (word, FindWords.joined(words), goal)
      return
    }
    return nil
  }

  private static func isJoint(_ word: String) -> Bool { ["OR", "AND", "NOT"].contains(word) }

  /// What a word is a condition of: a collection, or any; `nil` where it is none.
  private static func goal(of word: String, in model: ObjectModel) -> String?? {
    let bare = word.drop { $0 == "-" || $0 == "(" }
    let names = bare.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    // A word that is not to be there.
    let other: String?? = word.first == "-" && !names.isEmpty ? .some(nil) : nil
    guard let sign = bare.dropFirst(names.count).first, ":=<>!~".contains(sign),
      let name = names.split(separator: ".").first
    else { return other }
    if sign == ":", name == "has" || name == "no" { return .some(nil) }
    let entity = model.entities.first { $0.property(matching: String(name)) != nil }
    return entity.map(\.plural)
  }
}
