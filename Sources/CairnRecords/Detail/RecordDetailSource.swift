internal import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

/// A record's content for a detail screen: its values, and its links both ways.
public final class RecordDetailSource: DetailSource {
  /// The most links of one kind that the page lists; a link list shows the rest.
  static let linksOnPage = 50

  let client: StoreClient
  let id: ObjectID
  private(set) var entity: Entity
  private(set) var snapshot: Snapshot
  private var clock: WallClock
  private var list: SourceList?
  private let knowsPlace: Bool
  /// Whether the record is shown as a line of its owner, so that deleting it closes no screen.
  private let isPart: Bool
  private let readingList = SingleFlight()
  let examining = SingleFlight()
  private var knownRemarks: (snapshot: Snapshot, remarks: [DetailField])?
  /// The calculated values since the last refresh; each layout asks for the fields.
  private var calculated: [DetailField] = []

  /// Creates the source for the record `id`.
  ///
  /// - Parameters:
  ///   - id: the record.
  ///   - client: the store.
  ///   - knowsPlace: whether the source finds the record's place in its list, which reads the list.
  /// - Throws: `AddressProblem.gone` if the record doesn't exist.
  public convenience init(
    _ id: ObjectID, client: StoreClient, knowsPlace: Bool = true
  ) throws(AddressProblem) {
    try self.init(id, client, knowsPlace: knowsPlace, isPart: false)
  }

  private init(
    _ id: ObjectID, _ client: StoreClient, knowsPlace: Bool, isPart: Bool
  ) throws(AddressProblem) {
    (self.knowsPlace, self.isPart) = (knowsPlace, isPart)
    snapshot = client.snapshot
    guard let entity = snapshot.model[id.entity] else {
      throw .unknownCollection(id.entity, nearest: [])
    }
    guard snapshot.row(id) != nil else { throw .gone(id, collection: entity.plural) }
    self.client = client
    self.id = id
    self.entity = entity
    clock = client.clock()
    calculate()
  }

  private func calculate() {
    let values = snapshot.row(id)?.calculations(in: snapshot, at: clock) ?? []
    calculated = values.map { DetailField($0.name, $0.text) }
  }

  /// The record's title.
  public var title: String { snapshot.title(of: id) }

  /// The collection, and the record's handle or key.
  ///
  /// The long key of a record that came back is only in its URL.
  public var subtitle: String {
    let name = entity.handle.flatMap { snapshot.row(id)?[$0] }.map(ValueText.export)
    let key = id.key.isOfRepetition ? nil : "\(id.key)"
    return [entity.caption, name ?? key].compactMap(\.self).joined(separator: " · ")
  }

  /// Takes in newly saved changes, and the list that the record was opened from.
  ///
  /// - Returns: `.retry` if the record is gone; its screen then reports that.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    let newest = client.snapshot
    guard newest.row(id) != nil else { return [.retry] }
    snapshot = newest
    clock = client.clock()
    // Another process may have changed the model.
    entity = snapshot.model[id.entity] ?? entity
    calculate()
    let checks = examineFiles()
    guard knowsPlace, !surroundings.isBeside, !readingList.isUnderWay else { return checks }
    return checks + followList(from: surroundings.listURL.flatMap(client.mount.inward))
  }

  /// Finds the record's place, on another thread if that takes long.
  private func followList(from url: ScreenURL?) -> [Effect] {
    let (id, list, snapshot, clock) = (id, list, snapshot, clock)
    let follow = { @Sendable () -> SourceList? in
      var list = list
      if list?.follow(id, from: url, to: snapshot, at: clock) == true { return list }
      return SourceList(url, of: id, in: snapshot, at: clock)
    }
    guard !SourceList.isShort(url, of: id, in: snapshot, at: clock) else {
      self.list = follow()
      return []
    }
    return readingList.start("reading \(entity.plural.lowercased())", holdsKeys: true) {
      follow()
    } completion: { [weak self] list in
      self?.list = list
      return []
    }
  }
}

// MARK: - Content

extension RecordDetailSource {
  /// The attributes that have a value, in the model's order, and then the calculated columns of the
  /// collection's lists.
  public var fields: [DetailField] {
    guard let row = snapshot.row(id) else { return [] }
    let state = StateFields(entity)
    var empty: [Attribute] = []
    let fields = entity.attributes.compactMap { attribute -> DetailField? in
      if row[attribute.name] == nil { empty.append(attribute) }
      guard let value = row[attribute.name] else { return nil }
      var field = field(attribute, value)
      field.formName = attribute.name
      if field.files.isEmpty, let role = state.role(of: value, in: attribute, of: row, at: clock) {
        field.role = Role(role)
      }
      field.wordRoles = state.roles(ofWordsIn: value, of: attribute).mapValues(Role.init)
      return field
    }
    guard !empty.isEmpty else { return fields + calculated }
    var others = DetailField(Self.emptyLabel, empty.map(\.caption).joined(separator: ", "))
    others.role = .dim
    others.emptyFields = empty.map(\.name)
    return fields + calculated + [others]
  }

  /// The label of the names of fields without a value; a key that changes a field asks for one.
  private static let emptyLabel = "(empty)"

  /// Folds text without capitals and accents, as filters compare it.
  public var fold: @Sendable (String) -> String { SearchFold.fold }

  /// The text in the record's file that no field shows.
  public var remarks: [DetailField] {
    // Each layout asks for remarks, and a record may have thousands of links.
    if let known = knownRemarks, known.snapshot === snapshot { return known.remarks }
    let remarks = snapshot.row(id)?.remarks(in: snapshot) ?? []
    let fields = remarks.map { DetailField($0.label, $0.text) }
    knownRemarks = (snapshot, fields)
    return fields
  }

  /// The heading of the remarks.
  public var remarksTitle: String { RecordRemark.heading }

  private func field(_ attribute: Attribute, _ value: Value) -> DetailField {
    let text = attribute.display(value, at: clock)
    if let most = attribute.starCount, case .integer(let count) = value,
      (0...Int64(most)).contains(count)
    {
      return DetailField(attribute.caption, text, kind: .stars(Int(count), of: most))
    }
    switch attribute.type {
    case .boolean:
      guard case .boolean(let isSet) = value else { break }
      return DetailField(attribute.caption, text, kind: .flag(isSet))
    case .date, .datetime, .localtime:
      var field = DetailField(attribute.caption, text)
      field.remark = ValueText.distance(of: value, at: clock) ?? ""
      return field
    // A one-line title is already the page's title.
    case .text where attribute.name != entity.title || text.contains(where: \.isNewline):
      return DetailField(attribute.caption, text, kind: .markdown)
    case .tags: return DetailField(attribute.caption, text, kind: .tags)
    case .url: return DetailField(attribute.caption, text, kind: .address, target: text)
    case .file:
      let kept = value.elements.compactMap(KeptFile.init(of:))
      guard !kept.isEmpty else { break }
      var field = DetailField(attribute.caption, text, kind: .address)
      field.files = kept.map(client.store.place)
      return marked(field, kept)
    case .email where !attribute.isList:
      return DetailField(attribute.caption, text, kind: .address, target: "mailto:" + text)
    default: break
    }
    return DetailField(attribute.caption, text)
  }

  /// The record's links, stored on either side.
  public var sections: [DetailSection] {
    entity.relationships.compactMap { relationship in
      // Unreadable links are skipped here; the screen names them among the store's problems.
      let keys = (try? snapshot.linkedKeys(of: id, relationship.name)) ?? []
      guard !keys.isEmpty, let other = snapshot.model[relationship.destination] else {
        return nil
      }
      return section(relationship, of: other, keys)
    }
  }

  /// A section of linked records, with the values of its columns; columns without values are left
  /// out.
  ///
  /// Owned records show all their properties, and others the fields that their list shows.
  private func section(
    _ relationship: Relationship, of other: Entity, _ keys: [RecordKey]
  ) -> DetailSection {
    let isOwning = relationship.isOwning(in: snapshot.model)
    let targets = keys.prefix(Self.linksOnPage).map { ObjectID(entity: other.name, key: $0) }
    let rows = targets.map { ($0, snapshot.row($0)) }
    let table = LinkedTable(relationship, of: other, rows.map(\.1), in: snapshot, at: clock)
    let columns = table.properties.map { property in
      ListColumn(
        property.name, title: property.caption, alignment: property.isNumber ? .trailing : .leading)
    }
    let hidesKind =
      isOwning || other.name == entity.name
      || [other.name, other.plural].contains { $0.lowercased() == relationship.name.lowercased() }
    let links = rows.map { target, row in
      var link = DetailLink(
        snapshot.title(of: target), kind: hidesKind ? "" : other.name.lowercased(),
        url: client.mount.outward(snapshot.url(of: target)),
        direction: relationship.isStored && !relationship.holdsOrderOnly ? .outward : .inward)
      link.cells = table.cells(of: row)
      return link
    }
    let list = snapshot.url(of: id).appending(relationship.name.lowercased())
    var section = DetailSection(
      relationship.caption, count: keys.count, links: links, url: client.mount.outward(list))
    section.columns = columns.isEmpty && isOwning ? [ListColumn("")] : columns
    section.holdsParts = isOwning
    section.isOrdered = relationship.isOrdered
    return section
  }
}

// MARK: - Neighbors

extension RecordDetailSource {
  /// The record's place in the list that it was opened from.
  public var place: DetailPlace? {
    guard let list, let index = list.index(of: id) else { return nil }
    return DetailPlace(index + 1, of: list.count, in: list.title)
  }

  /// The record `offset` places further in that list.
  public func sibling(_ offset: Int) -> ScreenURL? {
    guard let list, let index = list.index(of: id) else { return nil }
    return list.id(at: index + offset).map(client.url(of:))
  }
}

// MARK: - Acting

extension RecordDetailSource {
  /// All changes, unless the store is read-only.
  public var changes: ChangeOptions {
    guard !client.isReadOnly else { return [] }
    var changes: ChangeOptions = linkNames.isEmpty ? .all : [.all, .link]
    let owned = entity.relationships.lazy.filter { $0.isOwning(in: self.snapshot.model) }
      .compactMap { self.snapshot.model[$0.destination] }
    if entity.doneField != nil || owned.contains(where: { $0.doneField != nil }) {
      changes.insert(.complete)
    }
    return changes
  }

  /// The reason why the store can't be changed.
  public var obstacle: String? { client.obstacle }

  /// Opens the record's form.
  public func edit() -> [Effect]? {
    [.open(client.url(of: id).appending(StoreAddress.editSegment))]
  }

  /// Asks for the value of a field or the target of a link, or first for the field.
  public func changeField(_ label: String?) -> [Effect]? {
    let edit = FieldEdit(of: [id], on: client)
    if label == Self.emptyLabel {
      let row = snapshot.row(id)
      let empty = entity.attributes.map(\.name).filter { row?[$0] == nil }
      return edit?.ask(for: empty.count == 1 ? empty[0] : nil, first: empty)
    }
    // A form has no field for a link that leads to very many records.
    if let label, linkNames.contains(label), let pick = edit?.pickLinks(label) { return pick }
    let name = label.flatMap { entity.property(matching: $0)?.name } ?? label
    return edit?.ask(for: name, first: entity.properties.map(\.name))
  }

  /// Opens the counts of a field's values in the collection.
  public func countValues(of label: String) -> [Effect]? {
    ListView.counts(of: ListField.all(of: entity, first: []), at: client.url(of: entity))
      .first { $0.kind == .counts(of: label) }.map { [.open($0.url)] }
  }

  /// Repeats the last change of a field on this record.
  public func repeatChange() -> [Effect]? { FieldEdit(of: [id], on: client)?.repeatLast() }

  /// Marks this record as done, or as open again.
  public func complete() -> [Effect]? { FieldEdit(of: [id], on: client)?.complete() }

  /// The links whose targets can be picked; owned records are lines of the form instead.
  private var linkNames: [String] {
    entity.relationships.filter { $0.isPicked(in: snapshot.model) }.map(\.name)
  }

  /// Asks which records a link leads to.
  public func link(in section: String?) -> [Effect]? {
    let names = linkNames
    let edit = FieldEdit(of: [id], on: client)
    let meant = names.count == 1 ? names : names.filter { $0 == section }
    if let name = meant.first { return edit?.pickLinks(name) }
    guard let edit, !names.isEmpty else { return nil }
    let menu = Menu("Link \(title)", Menu.lettered(names), placement: .corner) {
      edit.pickLinks(names[$0]) ?? []
    }
    return [.present(menu)]
  }

  /// Takes a record out of a link; an owned record can only be deleted.
  public func unlink(_ url: ScreenURL, from section: String) -> [Effect]? {
    guard linkNames.contains(section) else {
      let reason = "\(section.lowercased()) belong to \(title), and can only be deleted"
      return entity.relationship(section) == nil
        ? nil : [.say(Message(reason, tone: .warning, advice: "\(key: .delete) does"))]
    }
    guard case .record(let other)? = try? client.address(url) else { return nil }
    return FieldEdit(of: [id], on: client)?.unlink([other], from: section)
  }

  /// Opens the form for a new record at the other end of a link, or for another one of the
  /// collection.
  public func add(to section: String?) -> [Effect]? {
    guard let link = section.flatMap({ entity.relationship($0) }), let inverse = link.inverse,
      let other = snapshot.model[link.destination]
    else { return [.open(client.url(of: entity).appending(StoreAddress.newSegment))] }
    let form = client.url(of: other).appending(StoreAddress.newSegment)
    return [.open(form.replacing(query: [QueryItem(inverse, "\(id.key)")]))]
  }

  /// Deletes the record and then leaves its screen; undo restores the record.
  public func delete() -> [Effect]? {
    client.delete([id], then: isPart ? [] : [.back])
  }

  /// The page of an owned record, which is also a line of this record's form.
  public func part(_ url: ScreenURL, of section: String) -> (any DetailSource)? {
    guard entity.relationship(section)?.isOwning(in: snapshot.model) == true,
      case .record(let owned)? = try? client.address(url)
    else { return nil }
    return try? RecordDetailSource(owned, client, knowsPlace: false, isPart: true)
  }
}
