/// The view in a list's address: its kind, its fields and its options.
///
///     agenda:Due                 the days of a date
///     frequency:Kind             the counts of a field's values
///     frequency:Name,repeated    the values that occur more than once
///     duplicates                 the records that are likely the same
///     duplicates:Name,Email      the same, by these fields
///
/// The first field follows the colon, so a field may have the name of an option. An earlier version
/// wrote `repeated:Name` instead of the option.
package struct ViewText: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of views that have a name in addresses; a table has none.
  package enum Kind: String, CaseIterable, Sendable {
    case agenda, frequency, duplicates
  }

  /// The kind of the view.
  package let kind: Kind

  /// The fields in the spelling of the address.
  package var fields: [String]

  /// Whether only values that occur more than once are counted.
  package var isRepeated = false

  /// The options that the kind of view does not have.
  package private(set) var unknownOptions: [String] = []

  /// A view of some fields.
  package init(_ kind: Kind, _ fields: [String] = [], isRepeated: Bool = false) {
    (self.kind, self.fields, self.isRepeated) = (kind, fields, isRepeated)
  }

  /// Reads a view; `nil` for a text that names no view.
  package init?(_ text: String) {
    let name = text.prefix { $0 != ":" }
    let parts = text.dropFirst(name.count + 1).splitOutsideBrackets(at: ",")
    if name == Self.repeatedName {
      self.init(.frequency, isRepeated: true)
    } else if let kind = Kind(rawValue: String(name)) {
      self.init(kind)
    } else {
      return nil
    }
    if kind == .duplicates {
      fields = parts
      return
    }
    // A view of one field needs the colon. The reader of the field reports an empty one.
    guard text.contains(":") else { return nil }
    fields = [parts.first ?? ""]
    for option in parts.dropFirst() {
      if kind == .frequency, option == Self.repeatedName {
        isRepeated = true
      } else {
        unknownOptions.append(option)
      }
    }
  }

  /// The text in an address.
  package var description: String {
    let parts = fields + (isRepeated ? [Self.repeatedName] : []) + unknownOptions
    return kind.rawValue + (parts.isEmpty ? "" : ":" + parts.joined(separator: ","))
  }

  /// Whether a view, as given in an address, shows records.
  package static func showsRecords(_ text: String?) -> Bool {
    text.flatMap(ViewText.init)?.kind != .frequency
  }

  /// The forms of all views, for messages.
  static let forms =
    "agenda:FIELD, frequency:FIELD, frequency:FIELD,repeated or duplicates:FIELD,FIELD"

  private static let repeatedName = "repeated"
}

extension StringProtocol {
  /// The parts between separators that are outside brackets and quotation marks, without blanks
  /// around them.
  ///
  /// A condition in a field, such as `Invoices[no:paid,sent].count`, may have separators, and so
  /// may a label.
  package func splitOutsideBrackets(at separator: Character) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var isQuoted = false
    for character in self {
      if character == separator, depth == 0, !isQuoted {
        parts.append(part.trimmingBlanks())
        part = ""
        continue
      }
      if character == "\"" { isQuoted.toggle() }
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      part.append(character)
    }
    parts.append(part.trimmingBlanks())
    return parts.filter { !$0.isEmpty }
  }
}
