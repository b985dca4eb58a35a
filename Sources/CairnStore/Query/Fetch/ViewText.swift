/// The view in a list's address: its kind, its fields and its options.
///
///     agenda:Due                 the days of a date
///     frequency:Kind             the counts of a field's values
///     frequency:Kind,sum:Price   the same, with the sum of a number for each value
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

  /// The number that is computed for each value, besides the count.
  package var measure: Measure?

  /// A function with the field that it takes, in the spelling of the address.
  package struct Measure: Hashable, Sendable, CustomStringConvertible {
    /// The function.
    package let function: Aggregate.Function
    /// The field.
    package var field: String

    /// A measure of a field.
    package init(_ function: Aggregate.Function, of field: String) {
      (self.function, self.field) = (function, field)
    }

    /// Reads an option such as `sum:Price`; `nil` for another option.
    fileprivate init?(_ option: String) {
      let name = option.prefix { $0 != ":" }
      guard option.contains(":"),
        let function = Aggregate.Function.viewNames.first(where: { $0.key == name })?.value
      else { return nil }
      self.init(function, of: option.dropFirst(name.count + 1).trimmingBlanks())
    }

    /// The option in an address.
    package var description: String { "\(function.viewName):\(field)" }
  }

  /// The options that the kind of view does not have.
  package private(set) var unknownOptions: [String] = []

  /// A view of some fields.
  package init(
    _ kind: Kind, _ fields: [String] = [], isRepeated: Bool = false,
    measure: Measure? = nil
  ) {
    (self.kind, self.fields, self.isRepeated) = (kind, fields, isRepeated)
    self.measure = measure
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
      if kind != .frequency || !take(option) { unknownOptions.append(option) }
    }
  }

  /// Takes an option of a view of counts; false for another option, and for a second measure.
  private mutating func take(_ option: String) -> Bool {
    if option == Self.repeatedName {
      isRepeated = true
    } else if let measure = Measure(option), self.measure == nil {
      self.measure = measure
    } else {
      return option == Self.countName
    }
    return true
  }

  /// A sentence about each option that is ignored.
  var warnings: [String] {
    unknownOptions.map { option in
      if kind == .frequency, Measure(option) != nil {
        return "a view has one measure, and \(option.quotedStart) is ignored"
      }
      let name = String(option.prefix { $0 != ":" })
      let names = kind == .frequency ? Self.optionNames : []
      let nearest = NearestNames.nearest(to: name, among: names, limit: 1).first
      return "\(kind) has no option \(option.quotedStart); it is ignored"
        + (nearest.map { "; did you mean \($0 + option.dropFirst(name.count))?" } ?? "")
    }
  }

  /// The text in an address.
  package var description: String {
    let options = [isRepeated ? Self.repeatedName : nil, measure?.description]
    let parts = fields + options.compactMap(\.self) + unknownOptions
    return kind.rawValue + (parts.isEmpty ? "" : ":" + parts.joined(separator: ","))
  }

  /// Whether a view, as given in an address, shows records.
  package static func showsRecords(_ text: String?) -> Bool {
    text.flatMap(ViewText.init)?.kind != .frequency
  }

  /// The forms of all views, for messages.
  static let forms =
    "agenda:FIELD, frequency:FIELD, frequency:FIELD,sum:FIELD, frequency:FIELD,repeated or "
    + "duplicates:FIELD,FIELD"

  /// The options of a view of counts; a field follows the names of functions.
  package static let optionNames =
    [repeatedName, countName] + Aggregate.Function.viewNames.map(\.key)

  private static let repeatedName = "repeated"
  private static let countName = "count"
}

extension Aggregate.Function {
  /// The functions that views and rollups have, with their names there.
  package static let viewNames: KeyValuePairs<String, Self> = [
    "sum": .sum, "avg": .average, "min": .min, "max": .max,
  ]

  /// The name in views and rollups.
  package var viewName: String { Self.viewNames.first { $0.value == self }?.key ?? rawValue }
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
