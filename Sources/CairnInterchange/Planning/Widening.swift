internal import CairnStore

/// Finds the type that holds what a soft field has and what new values bring.
enum Widening {
  /// The types that take over from each type, the nearest first; the rest widens to text.
  ///
  /// Every text that the narrower type is stored as reads as one of the wider type, so records that
  /// are there need no change.
  private static let wider: [AttributeType: [AttributeType]] = [
    .integer: [.decimal, .double, .string, .text],
    .decimal: [.double, .string, .text],
    .date: [.datetime, .string, .text],
    .string: [.text],
  ]

  /// `attribute` as it must be to hold the values of `profile`, `nil` if it can stay as it is.
  ///
  /// A field that a person wrote stays as it is.
  static func widened(_ attribute: Attribute, for profile: ColumnProfile) -> Attribute? {
    guard attribute.isInferred, profile.valueCount > 0 else { return nil }
    var wider = attribute
    if profile.hasLists, !attribute.isList { wider.isMultiple = true }
    if attribute.type == .choice {
      widenChoices(of: &wider, for: profile)
    } else if !profile.fits(attribute.type), !isSplit(attribute, profile) {
      let candidates = Self.wider[attribute.type] ?? [.string, .text]
      wider.type = candidates.first(where: profile.fits) ?? .text
      if attribute.type == .tags { wider.isMultiple = true }
    }
    return wider == attribute ? nil : wider
  }

  /// Tags also take single texts, and texts separated by commas.
  private static func isSplit(_ attribute: Attribute, _ profile: ColumnProfile) -> Bool {
    attribute.type == .tags && !profile.hasNested && profile.fits(.string)
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

  /// The change in words, beginning with the field's name.
  static func notice(from old: Attribute, to new: Attribute) -> String {
    if new.type == .choice, old.type == .choice {
      let added = new.choices.filter { !old.choices.contains($0) }
      return "\(new.name): added the choice \(added.joined(separator: ", "))"
    }
    let words = { (attribute: Attribute) in
      attribute.type.rawValue + (attribute.isMultiple ? ", several" : "")
    }
    return "\(new.name): widened from \(words(old)) to \(words(new)), "
      + "since values do not fit the inferred type"
  }
}
