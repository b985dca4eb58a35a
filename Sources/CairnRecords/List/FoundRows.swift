internal import CairnNavigation
package import CairnStore

/// The records of a collection that contain the words.
///
/// Records with the words in their titles come first, since a typed name usually means the record
/// with that title.
struct FoundRows: Sendable {
  private let result: FetchResult
  /// The result's indices by place; `nil` if the places follow the result's order.
  private var order: [Int]?
  /// The places by index in the result.
  private var places: [Int] = []

  /// Sorts the results, in linear time.
  ///
  /// - Parameters:
  ///   - result: the records found.
  ///   - words: the search words.
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

  /// The record at a place; `nil` if the place is out of range.
  func id(at place: Int) -> ObjectID? {
    result.indices.contains(place) ? result.id(at: order?[place] ?? place) : nil
  }

  /// The place of a record.
  func place(of key: RecordKey) -> Int? {
    result.index(of: key).map { order == nil ? $0 : places[$0] }
  }
}

/// The words of a search or a filter, as a person typed them.
package enum FindWords {
  /// Splits a text into words; several words between quotation marks stay together.
  ///
  /// An opening mark without a closing one takes all that follows, since the closing mark is about
  /// to be typed. Within a word, or at the end, a mark is an ordinary character.
  ///
  /// - Parameter text: the typed text.
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

  /// The text that splits into these words.
  package static func joined(_ words: [String]) -> String {
    words.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }

  /// Whether `or` stands between other words; in lower case it is also an ordinary word.
  static func meanEither(_ words: [String]) -> Bool { words.dropFirst().dropLast().contains("or") }
}

/// A filter condition among search words; a search of everything doesn't support conditions.
package struct FindAdvice {
  /// The typed condition, such as `city:lyon`, or all words if `OR` joins them.
  package let condition: String
  /// The filter with the meaning of the whole text.
  package let filter: String
  /// The plural of the first collection with such a field; `nil` if no collection has it.
  package let collection: String?

  /// Finds the first condition among the words; `nil` if all are plain words.
  ///
  /// A text that looks like a condition but names no field, such as a URL or a time, doesn't count.
  /// Quoted words are also checked one by one, since a condition among them means a filter.
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

  /// The collection that a condition is about, or any collection; `nil` if the word is no
  /// condition.
  private static func goal(of word: String, in model: ObjectModel) -> String?? {
    let bare = word.drop { $0 == "-" || $0 == "(" }
    let names = bare.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    // A minus excludes a word.
    let other: String?? = word.first == "-" && !names.isEmpty ? .some(nil) : nil
    guard let sign = bare.dropFirst(names.count).first, ":=<>!~".contains(sign),
      let name = names.split(separator: ".").first
    else { return other }
    if sign == ":", name == "has" || name == "no" { return .some(nil) }
    let entity = model.entities.first { $0.property(matching: String(name)) != nil }
    return entity.map(\.plural)
  }
}
