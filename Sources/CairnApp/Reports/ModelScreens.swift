internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The store's model on screens: the collections, and the fields of each; its file is edited as
/// text.
struct ModelScreens {
  let desk: RecordDesk

  /// The URL of the collections.
  static let url = ScreenURL(["~model"])

  /// Whether a URL is one of the model.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~model" }

  /// Whether a URL is that of a collection's fields.
  static func showsFields(_ url: ScreenURL) -> Bool { shows(url) && url.segments.count > 1 }

  /// Where the fields of each collection are, for whoever looks for them by that word.
  static func places(in model: ObjectModel) -> [Place] {
    model.entities.map {
      Place("Fields of \($0.plural)", kind: "model", url: url.appending($0.plural), weight: -10)
    }
  }

  /// The collections, filtered as the URL says.
  func collections(at url: ScreenURL) -> any Screen {
    let desk = desk
    let changes = ModelChanges(desk: desk)
    let list = ArrayListSource<Entity>(
      "Model", query: CairnScreens.ListQuery(url),
      columns: [
        .init(ListColumn("collection", width: 12...32)) { $0.plural },
        .init(ListColumn("records", alignment: .trailing, width: 7...10)) {
          Count.text(desk.snapshot.table($0.name)?.count ?? 0)
        } sort: {
          desk.snapshot.table($0.name)?.count ?? 0 < desk.snapshot.table($1.name)?.count ?? 0
        },
        .init(ListColumn("fields", alignment: .trailing, width: 6...8)) {
          "\($0.properties.count)"
        } sort: {
          $0.properties.count < $1.properties.count
        },
        .init(ListColumn("what", width: 12...80)) { entity in
          (entity.isInferred ? "inferred" : "") + (entity.documentation ?? "")
        },
      ],
      id: \.name, url: { Self.url.appending($0.plural) }, add: changes.addCollection,
      delete: changes.remove, elements: { desk.snapshot.model.entities })
    list.emptyHint =
      "\(key: .add) adds a collection · \(key: .editAsText) edits the model's file · an import adds collections, too"
    list.edits = changes.rename
    list.acts = { action, entity in action == .actions ? changes.sheet(of: entity) : nil }
    return ListScreen(list)
  }

  /// The fields of a collection, filtered as the URL says.
  ///
  /// - Parameters:
  ///   - url: the screen's own URL.
  ///   - collection: what the URL calls the collection.
  /// - Returns: the screen.
  /// - Throws: `AddressProblem.unknownCollection`.
  func fields(at url: ScreenURL, of collection: String) throws(AddressProblem) -> any Screen {
    let desk = desk
    guard let entity = desk.snapshot.model.entity(matching: collection) else {
      throw .unknownCollection(collection, nearest: [])
    }
    let changes = ModelChanges(desk: desk)
    let present = { desk.snapshot.model.entity(matching: entity.name) ?? entity }
    let list = ArrayListSource<Property>(
      "Fields of \(entity.plural)", query: CairnScreens.ListQuery(url),
      columns: [
        .init(ListColumn("field", width: 12...32)) { $0.name },
        .init(ListColumn("type", width: 8...24)) { $0.typeText },
        .init(ListColumn("rules", width: 12...100)) {
          $0.rulesText(isTitle: $0.name == present().title)
        },
      ],
      id: \.name,
      open: { field in
        let rules = field.rulesText(isTitle: field.name == present().title)
        return [.say(Message("\(field.name): \(field.typeText) \(rules)"))]
      },
      add: { changes.addField(of: present()) },
      delete: { changes.remove($0, of: present()) },
      elements: { desk.snapshot.model.entity(matching: entity.name)?.properties ?? [] })
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

extension Property {
  /// The type as the model's file has it, or where a link leads.
  fileprivate var typeText: String {
    switch self {
    case .attribute(let attribute):
      attribute.type.rawValue + (attribute.isMultiple ? " multiple" : "")
    case .relationship(let link): (link.isToMany ? "to-many " : "to-one ") + link.destination
    }
  }

  /// What values must be like, where that was guessed, and whether it names the records.
  fileprivate func rulesText(isTitle: Bool) -> String {
    var parts = isTitle ? ["title"] : []
    switch self {
    case .attribute(let attribute):
      if attribute.isRequired { parts.append("required") }
      if attribute.isUnique { parts.append("unique") }
      if !attribute.choices.isEmpty { parts.append(attribute.choices.joined(separator: " | ")) }
      if let range = attribute.range { parts.append("\(range.lowerBound) to \(range.upperBound)") }
      if let pattern = attribute.pattern { parts.append("like \(pattern)") }
      if let text = attribute.defaultText { parts.append("else \(text)") }
      if attribute.isInferred { parts.append("inferred") }
    case .relationship(let link):
      if link.isRequired { parts.append("required") }
      if link.isOrdered { parts.append("ordered") }
      if let inverse = link.inverse { parts.append("inverse \(inverse)") }
      parts.append("delete \(link.deleteRule)")
    }
    return parts.joined(separator: ", ")
  }
}
