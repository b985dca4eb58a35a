internal import CairnStore

/// The type that a column's values are found to have.
struct ColumnType: Hashable, Sendable {
  var type: AttributeType
  var isMultiple: Bool
  var choices: [String]

  init(_ type: AttributeType, isMultiple: Bool = false, choices: [String] = []) {
    self.type = type
    self.isMultiple = isMultiple
    self.choices = choices
  }
}
