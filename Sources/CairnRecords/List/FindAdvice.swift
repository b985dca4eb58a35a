internal import CairnNavigation
package import CairnStore

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
