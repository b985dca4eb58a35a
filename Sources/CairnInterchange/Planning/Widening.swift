internal import CairnStore

/// Finds the type that holds what a soft field has and what new values bring.
enum Widening {
  /// The types that take over from each type, the nearest first; the rest widens to text.
  ///
  /// Every text that the narrower type is stored as reads as one of the wider type, so records that
  /// are there need no change.
  private static let wider: [AttributeType: [AttributeType]] = [
    .integer: [.decimal, .string, .text],
    .decimal: [.string, .text],
    .date: [.localtime, .string, .text],
    .localtime: [.string, .text],
    .string: [.text],
  ]

  /// `attribute` as it must be to hold the values of `profile`, `nil` if it can stay as it is.
  ///
  /// A field that a person wrote stays as it is.
  static func widened(_ attribute: Attribute, for profile: ColumnProfile) -> Attribute? {
    guard attribute.isInferred, profile.valueCount > 0 else { return nil }
    var wider = attribute
    if profile.needsSeveral, !attribute.isList { wider.isMultiple = true }
    if attribute.type == .choice {
      widenChoices(of: &wider, for: profile)
    } else if !profile.fits(attribute.type), !isSplit(attribute, profile) {
      let candidates = Self.wider[attribute.type] ?? [.string, .text]
      wider.type = candidates.first(where: profile.fits) ?? .text
      if attribute.type == .tags { wider.isMultiple = true }
    }
    return wider == attribute ? nil : wider
  }

  /// Tags also take single texts, and texts with something between tags.
  private static func isSplit(_ attribute: Attribute, _ profile: ColumnProfile) -> Bool {
    attribute.type == .tags && !profile.hasNested
      && (profile.areNamedTags || profile.fits(.string))
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

/// A field that gave way to values that did not fit it, and the first of them.
struct WidenedField {
  /// The collection in the plural.
  let collection: String
  let old: Attribute
  let new: Attribute
  /// The name of the column, and the names of the members within it that lead to the values.
  let names: [String]
  /// The form of the column's values, if it isn't the store's own.
  let form: RegionalForm?
  /// The first row that brought what did not fit, with the value where that is a cell.
  private(set) var first: (origin: WaitingLink.Origin, text: String?)?

  init(
    collection: String, old: Attribute, new: Attribute, names: [String], form: RegionalForm?
  ) {
    (self.collection, self.old, self.new, self.names) = (collection, old, new, names)
    self.form = form
  }

  /// Looks whether a row, of a table with `columns`, has what did not fit.
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
    let field = "\(collection).\(new.name)"
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
