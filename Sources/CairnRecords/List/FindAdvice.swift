internal import CairnNavigation
package import CairnStore

/// A condition of a filter among words, which a search of everything doesn't take.
package struct FindAdvice {
  /// The condition as it was typed, such as `city:lyon`, or all words where `OR` joins them.
  package let condition: String
  /// The plural of the first collection with such a field; `nil` where none has it.
  package let collection: String?

  /// Finds the first condition among words; `nil` for words alone.
  ///
  /// What reads as a condition but is about no field, as a URL or a time, counts for none.
  package init?(_ words: [String], in model: ObjectModel) {
    for (place, word) in words.enumerated() {
      // In small letters it is a word, and yet means the same where words are on both sides.
      let isEither = word == "or" && place > 0 && place < words.count - 1
      if isEither || ["OR", "AND", "NOT"].contains(word) {
        let typed = words.map { word in
          word == "or" ? "OR" : word.contains(" ") ? "\"\(word)\"" : word
        }
        (condition, collection) = (typed.joined(separator: " "), nil)
        return
      }
      let bare = word.drop { $0 == "-" || $0 == "(" }
      let names = bare.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      guard let sign = bare.dropFirst(names.count).first, ":=<>!~".contains(sign),
        let name = names.split(separator: ".").first
      else { continue }
      if sign == ":", name == "has" || name == "no" {
        (condition, collection) = (word, nil)
        return
      }
      let entity = model.entities.first { $0.property(matching: String(name)) != nil }
      guard let entity else { continue }
      (condition, collection) = (word, entity.plural)
      return
    }
    return nil
  }
}
