internal import CairnStore

/// Finds a type that holds both the values of a soft field and new values.
enum Widening {
  /// The wider types of each type, the nearest first; all other types widen to text.
  ///
  /// The stored text of a narrower type can be read as the wider type, so existing records need no
  /// change.
  private static let wider: [AttributeType: [AttributeType]] = [
    .integer: [.decimal, .string, .text],
    .decimal: [.string, .text],
    .date: [.localtime, .string, .text],
    .localtime: [.string, .text],
    .string: [.text],
  ]

  /// Returns `attribute` widened for the values of `profile`; `nil` if no change is necessary.
  ///
  /// A field that a person wrote is never widened.
  static func widened(_ attribute: Attribute, for profile: ColumnProfile) -> Attribute? {
    guard attribute.isInferred, profile.valueCount > 0 else { return nil }
    var wider = attribute
    if profile.needsSeveral, !attribute.isList { wider.isMultiple = true }
    if attribute.type == .choice {
      widenChoices(of: &wider, for: profile)
    } else if attribute.unit != nil, profile.unit != attribute.unit || !profile.fits(.decimal) {
      // As text, stored numbers would lose their unit, so the rows are refused.
      let isFiner = attribute.type == .integer && !profile.fits(.integer) && profile.fits(.decimal)
      return isFiner && profile.unit == nil ? widened(attribute, to: .decimal) : nil
    } else if !profile.fits(attribute.type) || hasOtherUnit(attribute, profile),
      !isSplit(attribute, profile)
    {
      if hasOtherUnit(attribute, profile) { return widened(attribute, to: .string) }
      let candidates = Self.wider[attribute.type] ?? [.string, .text]
      wider.type = candidates.first(where: profile.fits) ?? .text
      if attribute.type == .tags { wider.isMultiple = true }
    }
    return wider == attribute ? nil : wider
  }

  private static func widened(_ attribute: Attribute, to type: AttributeType) -> Attribute {
    var wider = attribute
    wider.type = type
    return wider
  }

  /// Whether the values have a unit that the numbers of a field without a unit lack.
  private static func hasOtherUnit(_ attribute: Attribute, _ profile: ColumnProfile) -> Bool {
    attribute.type.isNumber && attribute.unit == nil && profile.unit != nil
  }

  /// Tags also accept single texts, and texts with separators.
  private static func isSplit(_ attribute: Attribute, _ profile: ColumnProfile) -> Bool {
    attribute.type == .tags && !profile.hasNested
      && (profile.areTags || profile.fits(.string))
  }

  /// Whether a widened attribute differs only by choices.
  static func onlyAddsChoices(_ old: Attribute, _ new: Attribute) -> Bool {
    old.type == new.type && old.isMultiple == new.isMultiple
  }

  private static func widenChoices(of attribute: inout Attribute, for profile: ColumnProfile) {
    if let values = profile.choices {
      let new = values.filter { !attribute.choices.contains($0) }
      if attribute.choices.count + new.count <= DistinctTexts.limit {
        attribute.choices += new
        return
      }
    }
    attribute.choices = []
    attribute.type = profile.fits(.string) ? .string : .text
  }

}

/// A field that was widened for new values, with the first of these values.
struct WidenedField {
  /// The plural name of the collection.
  let collection: String
  let old: Attribute
  let new: Attribute
  /// The name of the column, followed by the names of nested members that contain the values.
  let names: [String]
  /// The form of the column's values, if it isn't the store's own.
  let form: RegionalForm?
  /// The first row with a value that did not fit, with the value's text if it is a cell.
  private(set) var first: (origin: WaitingLink.Origin, text: String?)?

  init(
    collection: String, old: Attribute, new: Attribute, names: [String], form: RegionalForm?
  ) {
    (self.collection, self.old, self.new, self.names) = (collection, old, new, names)
    self.form = form
  }

  /// Checks whether a row of a table with `columns` has a value that did not fit.
  mutating func look(
    at row: borrowing RawRow, _ columns: [String], from origin: WaitingLink.Origin
  ) {
    guard first == nil, let name = names.first, let column = columns.firstIndex(of: name) else {
      return
    }
    var cell = ColumnProfile(of: name)
    if let reading = form?.reading(of: row.bytes(at: column)) {
      cell.add(plain: reading.plain[...])
    } else {
      cell.add(row, column)
    }
    var profile: ColumnProfile? = cell
    for name in names.dropFirst() {
      guard let records = profile?.nested else { return }
      profile = records.columns.firstIndex(of: name).map { records.profiles[$0] }
    }
    guard let profile, Widening.widened(old, for: profile) != nil else { return }
    first = (origin, names.count == 1 ? row.text(at: column) : nil)
  }

  /// The change in words.
  var notice: String {
    let field = "\(collection).\(new.caption)"
    if new.type == .choice, old.type == .choice {
      let added = new.choices.filter { !old.choices.contains($0) }
      return "\(field): added the choice \(added.joined(separator: ", "))"
    }
    return "\(field): widened from \(Self.words(old)) to \(Self.words(new)), since \(reason)"
  }

  private var reason: String {
    guard let (origin, text) = first else { return "values do not fit the inferred type" }
    let place = "\(origin.input), line \(origin.line)"
    if old.type == .choice, new.choices.isEmpty, new.isMultiple == old.isMultiple {
      return "there are more values than a choice may have, the first new one at \(place)"
    }
    guard let text else { return "a value at \(place) does not fit" }
    return "\"\(text.shortened(to: 60))\" at \(place) does not fit"
  }

  private static func words(_ attribute: Attribute) -> String {
    attribute.type.rawValue + (attribute.isMultiple ? ", several" : "")
  }
}
