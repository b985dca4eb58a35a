internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The screens of the store's model: the collections, and the fields of each.
///
/// The model's file can be edited as text.
struct ModelScreens {
  let client: StoreClient

  /// The URL of the collections.
  static let url = ScreenURL(["~model"])

  /// Returns the URL of a collection in the model, or of one of its fields.
  static func url(of entity: Entity, _ field: Property?) -> ScreenURL {
    let collection = url.appending(entity.plural)
    return field.map { collection.appending($0.name) } ?? collection
  }

  /// Returns whether a URL is a screen of the model.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~model" }

  /// Returns whether a URL is the list of a collection's fields.
  static func showsFields(_ url: ScreenURL) -> Bool { shows(url) && url.segments.count > 1 }

  /// Returns the lists of fields of all collections, for the search by name.
  static func places(in model: ObjectModel) -> [Place] {
    model.entities.map {
      Place("Fields of \($0.plural)", kind: "model", url: url.appending($0.plural), weight: -10)
    }
  }

  /// Returns the list of collections, filtered by the URL.
  func collections(at url: ScreenURL) -> any Screen {
    let client = client
    let changes = ModelChanges(client: client)
    let list = Self.table { client.snapshot }.list(
      ListQuery(url), url: { Self.url.appending($0.plural) },
      add: changes.addCollection, delete: changes.askToRemove)
    list.emptyHint =
      "\(key: .add) adds a collection · \(key: .editAsText) edits the model's file · an import adds collections, too"
    list.edits = changes.rename
    list.acts = { action, entity in action == .actions ? changes.sheet(of: entity) : nil }
    return ListScreen(list)
  }

  /// Returns the list of a collection's fields, filtered by the URL.
  ///
  /// - Parameters:
  ///   - url: the screen's own URL.
  ///   - collection: the collection's name in the URL.
  /// - Returns: the screen.
  /// - Throws: `AddressProblem.unknownCollection`.
  func fields(at url: ScreenURL, of collection: String) throws(AddressProblem) -> any Screen {
    let client = client
    guard let entity = client.snapshot.model.entity(matching: collection) else {
      throw .unknownCollection(collection, nearest: [])
    }
    let changes = ModelChanges(client: client)
    let present = { client.snapshot.model.entity(matching: entity.name) ?? entity }
    let list = Self.table(of: entity) { client.snapshot }.list(
      ListQuery(url),
      open: { field in
        let type = field.typeText(in: client.snapshot.model)
        let rules = field.rulesText(of: present())
        return [.say(Message("\(field.caption): \(type)" + (rules.isEmpty ? "" : ", \(rules)")))]
      },
      add: { changes.addField(of: present()) },
      delete: { changes.askToRemove($0, of: present()) })
    list.place = { Self.url(of: present(), $0) }
    list.crumb = entity.plural
    list.emptyHint = "\(key: .add) adds a field · \(key: .editAsText) edits the model's file"
    list.edits = { changes.rename($0, of: present()) }
    list.acts = { action, field in
      switch action {
      case .actions: changes.sheet(of: field, of: present())
      case .columnType: changes.retype(field, of: present())
      default: nil
      }
    }
    return ListScreen(list)
  }
}

extension ModelScreens {
  /// Returns the table of collections.
  static func table(_ snapshot: @escaping () -> Snapshot) -> ListTable<Entity> {
    func count(of entity: Entity) -> Int { (try? snapshot().count(of: entity.name)) ?? 0 }
    return ListTable(
      title: "Model",
      columns: [
        .init(ListColumn("collection", width: 12...32)) { $0.caption },
        .init(ListColumn("records", alignment: .trailing, width: 7...10)) {
          Count.text(count(of: $0))
        } sort: {
          count(of: $0) < count(of: $1)
        },
        .init(ListColumn("fields", alignment: .trailing, width: 6...8)) {
          "\($0.properties.count)"
        } sort: {
          $0.properties.count < $1.properties.count
        },
        .init(ListColumn("what", title: "description", width: 12...80)) { entity in
          (entity.isInferred ? "inferred" : "") + (entity.documentation ?? "")
        },
      ], id: \.name, json: \.json, rows: { snapshot().model.entities })
  }

  /// Returns the table of a collection's fields.
  static func table(
    of entity: Entity, _ snapshot: @escaping () -> Snapshot
  ) -> ListTable<Property> {
    let present = { snapshot().model.entity(matching: entity.name) ?? entity }
    return ListTable(
      title: "Fields of \(entity.plural)",
      columns: [
        .init(ListColumn("field", width: 12...32)) { $0.caption },
        .init(ListColumn("type", width: 8...28)) { $0.typeText(in: snapshot().model) },
        .init(ListColumn("rules", width: 12...100)) { $0.rulesText(of: present()) },
      ], id: \.name,
      rows: { snapshot().model.entity(matching: entity.name)?.properties ?? [] })
  }
}

extension Property {
  /// Returns the type in words: "whole number", "link to an author".
  fileprivate func typeText(in model: ObjectModel) -> String {
    switch self {
    case .attribute(let attribute):
      return attribute.type.title + (attribute.isMultiple ? ", several" : "")
    case .relationship(let link):
      guard let goal = model[link.destination] else { return "link to \(link.destination)" }
      return link.isToMany ? "links to \(goal.plural)" : "link to \(goal.oneInWords)"
    }
  }

  /// Returns the rules for values, and the effect on linked records if a record of `entity` is
  /// deleted.
  fileprivate func rulesText(of entity: Entity) -> String {
    let isTitle = name == entity.title
    // Files and scripts have the name.
    var parts = caption == name ? [] : ["called \(name)"]
    if isTitle { parts.append("title") }
    switch self {
    case .attribute(let attribute):
      if attribute.isRequired { parts.append("required") }
      if attribute.isUnique { parts.append("unique") }
      if !attribute.choices.isEmpty { parts.append(attribute.choices.joined(separator: " | ")) }
      if let range = attribute.range { parts.append("\(range.lowerBound) to \(range.upperBound)") }
      if let pattern = attribute.pattern { parts.append("like \(pattern)") }
      if let text = attribute.defaultText { parts.append("else \(text)") }
      if name == entity.due { parts.append("due") }
      if let repetition = entity.repetition, repetition.field == name {
        parts.append("done records come back after \(repetition.intervalText)")
      }
      if let unit = attribute.unit { parts.append("in \(unit)") }
      if let style = attribute.style { parts.append("as \(style.rawValue)") }
      if !attribute.colors.isEmpty {
        parts.append(attribute.colors.map { "\($0.value) is \($0.role)" }.joined(separator: ", "))
      }
      if attribute.isInferred { parts.append("inferred") }
    case .relationship(let link):
      if link.isRequired { parts.append("required") }
      if link.isOrdered { parts.append("ordered") }
      let goal = link.isToMany ? "each linked record" : "the linked record"
      parts.append("\(goal) \(link.deleteRule.words(of: entity.oneInWords))")
      if let inverse = link.inverse { parts.append("inverse link \(inverse)") }
    }
    return parts.joined(separator: ", ")
  }
}

extension Relationship.DeleteRule {
  /// Returns what happens to linked records when `record` is deleted.
  fileprivate func words(of record: String) -> String {
    switch self {
    case .nullify: "stays when \(record) is deleted"
    case .cascade: "is deleted with \(record)"
    case .deny: "prevents the deletion of \(record)"
    case .none: "stays, with a dangling link"
    }
  }
}
