internal import CairnStore

/// A column and a word about it, as options spell them: `COLUMN=WORD`.
///
/// The first `=` separates the two. In the column's name, `\=` means `=`, and `\\` means `\`.
/// Before any other character, a `\` is literal.
package struct ColumnPair: Hashable, Sendable {
  /// The column's name in the input; empty if it has no name.
  package let column: String
  /// The word about the column.
  package let word: String

  /// Creates a pair of a column and a word.
  package init(column: String, word: String) {
    (self.column, self.word) = (column, word)
  }

  /// Parses a pair; `nil` without a separator.
  package init?(_ text: String) {
    // The loop works on bytes, because a mark that combines with `=` would hide it among
    // characters.
    var name: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte != Self.divider else {
        column = String(decoding: name, as: UTF8.self)
        word = String(decoding: rest, as: UTF8.self)
        return
      }
      let isEscape = byte == Self.escape && rest.first.map(Self.isSpecial) == true
      name.append((isEscape ? rest.popFirst() : nil) ?? byte)
    }
    return nil
  }

  /// The pair as text.
  package var text: String {
    var name: [UInt8] = []
    for byte in column.utf8 {
      if Self.isSpecial(byte) { name.append(Self.escape) }
      name.append(byte)
    }
    return "\(String(decoding: name, as: UTF8.self))=\(word)"
  }

  private static let divider = UInt8(ascii: "=")
  private static let escape = UInt8(ascii: "\\")

  private static func isSpecial(_ byte: UInt8) -> Bool { byte == divider || byte == escape }
}

/// A field, and the column that fills it.
public struct ColumnField: Hashable, Sendable {
  /// The column's name in options: `author.name` is a member of the records nested in `author`.
  public let column: String
  /// The entity of the collection.
  public let entity: String
  /// The field's name.
  public let field: String
  /// The forms that a person can choose from to read the values as numbers or dates.
  public let formChoices: [RegionalForm]
}

extension ImportPlan {
  /// Returns the fields that columns fill, table by table.
  ///
  /// - Parameter tables: The tables of the plan.
  /// - Returns: The fields, in the order of the columns.
  func fields(of tables: [InspectedTable]) -> [ColumnField] {
    zip(tables, self.tables).flatMap { table, plan in
      let columns = Columns(table).all
      return zip(columns, plan.columns).flatMap { $1.fields(of: $0, in: plan.entity.name) }
    }
  }
}

extension ColumnPlan {
  /// Returns the fields that a column and its members fill.
  func fields(of column: Columns.Column, in entity: String) -> [ColumnField] {
    switch self {
    case .ignored, .identity, .names: return []
    case .attribute(let reader, _):
      return [
        ColumnField(
          column: column.path, entity: entity, field: reader.attribute.name,
          formChoices: column.profile.formChoices)
      ]
    case .relationship(let relationship, let members):
      guard let records = column.profile.nested else { return [] }
      return Columns(records, in: column).all.flatMap {
        members[$0.name]?.fields(of: $0, in: relationship.destination) ?? []
      }
    }
  }
}
