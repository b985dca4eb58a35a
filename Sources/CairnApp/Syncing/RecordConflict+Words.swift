internal import CairnInterface
internal import CairnKit
internal import CairnStore

extension RecordConflict.Side {
  /// The side's value on one line.
  var words: String { texts.isEmpty ? "nothing" : texts.joined(separator: ", ").onOneLine }
}

extension RecordConflict.Field {
  /// What a person has to choose: the field, or the whole record.
  var title: String { name ?? "all of it" }

  /// The number of the side that a person means by its name, or by its number from 1.
  func number(of word: String) -> Int? {
    if let number = sides.firstIndex(where: { $0.name == word }) { return number }
    guard let number = Int(word), sides.indices.contains(number - 1) else { return nil }
    return number - 1
  }
}
