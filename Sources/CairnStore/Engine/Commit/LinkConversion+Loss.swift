extension LinkConversion {
  /// A part of an attribute or of its values that a link does not have.
  public enum Loss: Hashable, Sendable {
    /// No record has a value, so nothing would be linked.
    case noValue
    /// The attribute is the title of its records.
    case title
    /// The attribute is the handle of its records.
    case handle
    /// No two records may have the same value.
    case unique
    /// Values have several lines, which a title joins.
    case severalLines(Int)
    /// Values do not fit the attribute, and stay as text.
    case unfit(Int)
    /// Records have values that name no record, and stay as text.
    case left(Int)
    /// A new record needs more fields than its name, so no value becomes a record.
    case needs([String])
    /// Words of a choice that no record has.
    case choices([String])
    /// Rules for values, by their keywords in the model's text.
    case rules([String])

    /// Returns the losses of a conversion.
    static func all(
      of conversion: LinkConversion, severalLines: Int, unfit: Int, needs: Bool
    ) -> [Loss] {
      let (attribute, entity) = (conversion.attribute, conversion.entity)
      var losses: [Loss] = []
      if conversion.linkCount == 0 { losses.append(.noValue) }
      if entity.titleAttribute?.name == attribute.name { losses.append(.title) }
      if entity.handle == attribute.name { losses.append(.handle) }
      if attribute.isUnique { losses.append(.unique) }
      if severalLines > 0 { losses.append(.severalLines(severalLines)) }
      if unfit > 0 { losses.append(.unfit(unfit)) }
      if conversion.leftCount > 0 { losses.append(.left(conversion.leftCount)) }
      if needs, conversion.leftCount > 0, let title = conversion.destination.titleAttribute {
        let needed = conversion.destination.neededBesides(title)
        if !needed.isEmpty { losses.append(.needs(needed)) }
      }
      let unused = conversion.unusedChoices
      if !unused.isEmpty { losses.append(.choices(unused)) }
      let rules = attribute.rulesOfValues(in: entity)
      if !rules.isEmpty { losses.append(.rules(rules)) }
      return losses
    }
  }

  /// The words of a choice that no record has.
  private var unusedChoices: [String] {
    attribute.choices.filter { choice in
      RecordName(choice).map { named[$0] == nil && !added.contains($0) } == true
    }
  }
}

extension Attribute {
  /// The keywords of the rules that a link can't have.
  fileprivate func rulesOfValues(in entity: Entity) -> [String] {
    var rules: [String] = []
    if defaultText != nil { rules.append("default") }
    if pattern != nil { rules.append("pattern") }
    if lengths != nil { rules.append("length") }
    if range != nil { rules.append("range") }
    if unit != nil { rules.append("unit") }
    if style != nil { rules.append("show") }
    if !colors.isEmpty { rules.append("color") }
    if entity.due == name { rules.append("due") }
    if entity.repetition?.field == name { rules.append("repeat") }
    return rules
  }
}
