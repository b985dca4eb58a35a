/// The words that people see for a field.
///
/// A field has a name for text files, addresses and scripts, and a label for people. Without a
/// label, people see the name with a blank for each `_`.
public enum Caption {
  /// Returns the words for a field with a name and perhaps a label.
  public static func of(_ name: String, _ label: String?) -> String {
    label ?? (name.utf8.contains(UInt8(ascii: "_")) ? words(of: name) : name)
  }

  /// Returns a text as a label on a single line.
  ///
  /// - Parameter text: any text, such as the header of a column.
  /// - Returns: the text without line ends, other control characters, and blanks at its ends; `nil`
  ///   if nothing remains.
  public static func label(from text: String) -> String? {
    let scalars = text.unicodeScalars.map { isAllowed($0) ? $0 : " " }
    let label = String(String.UnicodeScalarView(scalars)).trimmingBlanks()
    return label.isEmpty ? nil : label
  }

  /// Returns the label for words whose derived name is `name`; `nil` if the name alone says them.
  public static func label(_ words: String, of name: String) -> String? {
    guard let label = label(from: words) else { return nil }
    return label.lowercased() == name.lowercased() || label == of(name, nil) ? nil : label
  }

  /// Returns the caption for an entity that is named after a text; `nil` if its names say the same.
  public static func label(_ words: String, of entity: Entity) -> String? {
    label(words, of: entity.plural).flatMap { label($0, of: entity.name) }
  }

  /// Returns whether a model's text can express a label.
  static func isValid(_ label: String) -> Bool { Self.label(from: label) == label }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  private static func words(of name: String) -> String {
    let words = name.replacing("_", with: " ").trimmingBlanks()
    return words.isEmpty ? name : words
  }
}

extension Property {
  /// The field as a person types it in a filter: its caption, in quotation marks if it is no single
  /// word; without a label, its name.
  public var typed: String {
    guard let label else { return name }
    var scanner = FilterScanner(label)
    let isWord = scanner.takeName() == label && scanner.isAtEnd
    return isWord ? label : label.quoted
  }

  /// Whether a person may type a text for the field, apart from capitals and accents.
  package func isCalled(_ text: String) -> Bool {
    let folded = SearchFold.fold(text)
    return [name, caption, typed].contains { SearchFold.fold($0) == folded }
  }
}

extension Entity {
  /// Returns words that no other field has: the given ones, or with a number behind them.
  package func freeCaption(_ words: String, besides name: String) -> String {
    let taken = Set(properties.filter { $0.name != name }.map { SearchFold.fold($0.caption) })
    guard taken.contains(SearchFold.fold(words)) else { return words }
    let numbers = (2...).lazy.map { "\(words) \($0)" }
    return numbers.first { !taken.contains(SearchFold.fold($0)) } ?? words
  }

  /// Returns a list of fields in which captions of several words have quotation marks: `Record #`
  /// becomes `"Record #"`.
  ///
  /// - Parameter list: Fields with commas between them, each perhaps with a minus sign before it.
  /// - Returns: The list.
  package func quotingCaptions(in list: String) -> String {
    guard !list.contains("\"") else { return list }
    return list.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let words = String(part).trimmingBlanks()
      let name = words.hasPrefix("-") ? String(words.dropFirst()).trimmingBlanks() : words
      guard let property = property(captioned: name.lowercased()), property.name != name,
        property.label == nil || property.typed != property.label
      else { return String(part) }
      return (words.hasPrefix("-") ? "-" : "") + name.quoted
    }.joined(separator: ",")
  }

  /// The pairs of fields that people see with the same words, of which one has a label.
  fileprivate var captionClashes: [String: [String]] {
    Dictionary(grouping: properties) { SearchFold.fold($0.caption) }
      .filter { $0.value.count > 1 && $0.value.contains { $0.label != nil } }
      .mapValues { $0.map(\.name) }
  }
}

extension ObjectModel {
  /// Refuses a label that another field has too.
  ///
  /// Models of earlier versions may have such labels, which stay.
  ///
  /// - Parameter old: The model before the change.
  /// - Throws: `StoreError.invalidModel` that names both fields.
  func requireDistinctCaptions(since old: ObjectModel) throws(StoreError) {
    for entity in entities {
      let known = old[entity.name]?.captionClashes ?? [:]
      for (words, names) in entity.captionClashes.sorted(by: { $0.key < $1.key }) {
        guard let caption = names.first.flatMap({ entity[$0]?.caption }),
          names.count > known[words]?.count ?? 1
        else { continue }
        throw .invalidModel([
          ModelMistake(
            line: 0,
            message: "\(names.joined(separator: " and ")) of \(entity.name) would have the same "
              + "label, \(caption); choose another one")
        ])
      }
    }
  }

  /// Returns the words that people see for a field path, a calculation included.
  public func caption(of path: FieldPath, from entity: Entity) -> String {
    captionPath(of: path, from: entity).description
  }

  /// Returns the path with each field's caption instead of its name.
  package func captionPath(of path: FieldPath, from entity: Entity) -> FieldPath {
    path.mapNames(from: entity, in: self) { name, entity in
      entity?.property(matching: name)?.caption ?? name
    }
  }

  /// Returns the model in which people see other words for a field; its name follows them.
  ///
  /// - Parameters:
  ///   - field: the field's present name.
  ///   - entity: the entity that has it.
  ///   - words: the words, such as `Record #`.
  ///   - name: the name that is derived from the words, such as `Record__`.
  /// - Returns: the changed model, with a label if the words differ from the name.
  /// - Throws: `StoreError.invalidModel` for an invalid or taken name, or words with a line end.
  public func naming(
    _ field: String, of entity: String, _ words: String, as name: String
  ) throws(StoreError) -> ObjectModel {
    try renamingField(field, of: entity, to: name)
      .labeling(name, of: entity, Caption.label(words, of: name))
  }

  /// Returns the model with another label for a field.
  ///
  /// - Parameters:
  ///   - field: the field's name.
  ///   - entity: the entity that has it.
  ///   - label: the label; `nil` or the field's own name for none.
  /// - Returns: the changed model.
  /// - Throws: `StoreError.invalidModel` for a label that is empty or has several lines.
  public func labeling(
    _ field: String, of entity: String, _ label: String?
  ) throws(StoreError) -> ObjectModel {
    try changing(entity) { entity in
      guard var property = entity[field] else { return }
      property.label = label == field ? nil : label
      entity.replace(property)
    }
  }

  /// Returns the model with another caption for an entity; `nil` for its plural.
  ///
  /// - Throws: `StoreError.invalidModel` for a caption that is empty or has several lines.
  public func captioning(
    _ entity: String, _ caption: String?
  ) throws(StoreError) -> ObjectModel {
    try changing(entity) { $0.label = caption == $0.plural ? nil : caption }
  }
}
