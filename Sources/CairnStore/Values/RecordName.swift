/// A text by which a record can be called: a title on a single line, without blanks at its ends.
///
/// Two names are equal if they have the same characters, whichever way accents are encoded.
package struct RecordName: Hashable, Sendable {
  /// The text, which is not empty.
  package let text: String

  /// Creates the name in a text; `nil` if nothing but blanks is in it.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks() }
    let line = lines.filter { !$0.isEmpty }.joined(separator: " ")
    guard !line.isEmpty else { return nil }
    self.text = line
  }

  /// Returns the names in a value, each once and in its order.
  package static func names(in value: Value) -> [RecordName] {
    var seen: Set<RecordName> = []
    return value.elements.compactMap { RecordName(ValueText.export($0)) }
      .filter { seen.insert($0).inserted }
  }
}

extension Value {
  /// Whether a text in the value has line ends within it, which a name joins.
  package var hasSeveralLines: Bool {
    elements.contains { ValueText.export($0).trimmingBlanks().contains(where: \.isNewline) }
  }
}

extension Entity {
  /// The attribute with the names of records: the title, else the handle.
  ///
  /// `nil` if neither is a single text.
  package var nameAttribute: Attribute? {
    [titleAttribute, handle.flatMap(attribute)].compactMap(\.self).first {
      !$0.isList && [.string, .text].contains($0.type)
    }
  }

  /// Returns the captions of the fields that a new record needs besides its name.
  package func neededBesides(_ name: Attribute) -> [String] {
    properties.filter { property in
      guard property.isRequired, property.name != name.name else { return false }
      if case .attribute(let attribute) = property { return attribute.defaultValue == nil }
      return true
    }.map(\.caption)
  }

  /// Returns the values of a new record that only has a name, and its defaults.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - attribute: the attribute that gets the name.
  /// - Returns: a value for each stored property; `nil` if the attribute does not accept the name.
  package func values(called name: RecordName, in attribute: Attribute) -> [Value?]? {
    guard attribute.accepts(.text(name.text)) else { return nil }
    return storedProperties.map { property in
      guard case .attribute(let own) = property else { return nil }
      return own.name == attribute.name ? .text(name.text) : own.defaultValue
    }
  }
}

extension Entity {
  /// Returns a collection of records that have only a name.
  ///
  /// - Parameters:
  ///   - name: the entity's name.
  ///   - plural: the name in the plural; `nil` for the English plural of the name.
  /// - Returns: the entity, with its title.
  public static func ofNames(_ name: String, plural: String? = nil) -> Entity {
    var entity = Entity(
      name: name, plural: plural, properties: [.attribute(.usualTitle)])
    entity.title = Attribute.usualTitle.name
    return entity
  }
}
