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
    // First, because another machine can choose a number as its name.
    if let number = Int(word), sides.indices.contains(number - 1) { return number - 1 }
    return sides.firstIndex { $0.name == word }
  }
}
