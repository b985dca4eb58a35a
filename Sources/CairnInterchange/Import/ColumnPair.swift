internal import CairnStore

/// A column and what is said of it, as options spell it: `COLUMN=WORD`.
///
/// The first `=` divides the two. In the column's name `\=` is an `=`, and `\\` is a `\`; before
/// anything else a `\` is itself.
package struct ColumnPair: Hashable, Sendable {
  /// What the input calls the column; empty where it has no name.
  package let column: String
  /// What is said of it.
  package let word: String

  /// Joins a column and what is said of it.
  package init(column: String, word: String) {
    (self.column, self.word) = (column, word)
  }

  /// Reads a pair; `nil` where nothing divides it.
  package init?(_ text: String) {
    // Bytes, as a mark that combines with `=` would hide it among characters.
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

  /// The pair as it is read.
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

/// A field, and the column whose values go into it.
public struct ColumnField: Hashable, Sendable {
  /// What options call the column: `author.name` is a member of the records that stand in `author`.
  public let column: String
  /// The collection's entity.
  public let entity: String
  /// The field's name.
  public let field: String
  /// The forms of which one has to be chosen to read the values as numbers or dates.
  public let formChoices: [RegionalForm]
}

extension ImportPlan {
  /// The fields that columns go into, table by table.
  ///
  /// - Parameter tables: The tables that the plan is of.
  /// - Returns: The fields, in the order of the columns.
  func fields(of tables: [InspectedTable]) -> [ColumnField] {
    zip(tables, self.tables).flatMap { table, plan in
      let columns = Columns(table).all
      return zip(columns, plan.columns).flatMap { $1.fields(of: $0, in: plan.entity.name) }
    }
  }
}

extension ColumnPlan {
  /// The fields that a column and those within it go into.
  func fields(of column: Columns.Column, in entity: String) -> [ColumnField] {
    switch self {
    case .ignored, .identity: return []
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
