public import CairnNavigation
public import CairnScreens
public import CairnStore

/// A form's data for one record, new or existing.
///
/// For an existing record only the fields that the person changed are saved, so that changes by
/// other processes to other fields remain. If another process changed the same field and the form
/// has not shown that yet, the save is refused, and the form shows the new value.
public final class RecordFormSource: FormSource {
  let client: StoreClient
  /// The entity as the form last saw it.
  private(set) var entity: Entity
  /// The record that is edited, or `nil` for a new one.
  ///
  /// It has the key that it has in `seen`.
  private(set) var id: ObjectID?
  /// The record's texts when the form last looked.
  var starting: [String: String]
  /// The newest content that the person has seen; a save compares with it to find conflicts.
  private(set) var seen: Snapshot
  /// The record in the content that the form saw before that; a typed text may be based on it.
  private(set) var before: (id: ObjectID, snapshot: Snapshot)?
  /// Identifies the saved record if the process was killed right after the save.
  private(set) var receipt = Receipt()
  /// The version that the restored draft was based on; cleared after a check whether the draft was
  /// saved.
  private var unsure: UInt64?
  let readingList = SingleFlight()
  let readingFolder = SingleFlight()
  /// The paths of which the form told that their files will be kept.
  var promised: Set<String> = []

  /// The attributes and links, with their initial texts.
  ///
  /// A field keeps the name under which the form first saw it, even if it is renamed.
  public private(set) var fields: [FormField]

  /// Creates the source for a new record, with fields filled in by name.
  public init(new entity: Entity, filledWith items: [QueryItem], client: StoreClient) {
    self.client = client
    self.entity = entity
    seen = client.snapshot
    id = nil
    var values = Self.defaults(of: entity, at: client.clock())
    for item in items {
      guard let property = entity.property(matching: item.name) else { continue }
      let value = item.value ?? ""
      if case .relationship(let link) = property, link.isToMany, let others = values[link.name] {
        values[link.name] = "\(others)\n\(value)"
      } else {
        values[property.name] = value
      }
    }
    let isOffered = Self.isOffered(by: client)
    fields = Self.fields(of: entity, values, in: seen.model).filter(isOffered)
    starting = [:]
  }

  /// Creates the source that edits the record `id`.
  ///
  /// - Throws: `AddressProblem.gone` if the record doesn't exist.
  public init(editing id: ObjectID, client: StoreClient) throws(AddressProblem) {
    let snapshot = client.snapshot
    guard let entity = snapshot.model[id.entity] else {
      throw .unknownCollection(id.entity, nearest: [])
    }
    guard let row = snapshot.row(id) else { throw .gone(id, collection: entity.plural) }
    self.client = client
    self.entity = entity
    seen = snapshot
    self.id = id
    fields = Self.fields(
      of: entity, Self.texts(of: row, entity, snapshot, at: client.clock()), in: snapshot.model,
      of: row
    ).filter(Self.isOffered(by: client))
    starting = fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    calculate()
  }

  /// The calculated values of the saved record, for each such column of the collection's lists.
  public private(set) var calculations = ""

  private func calculate() {
    guard let id, let row = seen.row(id) else { return calculations = "" }
    calculations = row.calculations(in: seen, at: client.clock()).map { "\($0.name) \($0.text)" }
      .joined(separator: " · ")
  }

  /// The form's purpose, with the record's title or kind.
  public var title: String {
    let kind = entity.name.lowercased()
    guard let id else { return "New \(kind)" }
    let present = client.snapshot
    // After a deletion, the form keeps the title of the record.
    let current = present.currentID(of: id, since: seen)
    let isThere = present.row(current) != nil
    return "Edit \(isThere ? present.title(of: current) : seen.title(of: id))"
  }

  /// Whether the form adds a record, which a line can describe as well.
  public var offersCapture: Bool { id == nil && entity.titleAttribute != nil }
  /// The action on the record that precedes it in the breadcrumb.
  public var crumb: String { id == nil ? "new" : "edit" }

  /// A form's text for each field of a record.
  ///
  /// Links to more records than a form can show are left out, unless the form shows them already.
  private static func texts(
    of row: Row, _ entity: Entity, _ snapshot: Snapshot, at clock: WallClock,
    keeping known: Set<String> = []
  ) -> [String: String] {
    entity.properties.reduce(into: [:]) { texts, property in
      if case .relationship(let link) = property, link.isToMany, !known.contains(link.name),
        let keys = try? snapshot.linkedKeys(of: row, link.name), keys.count > mostLinks,
        link.isPicked(in: snapshot.model)
      {
        return
      }
      texts[property.name] = text(of: property.name, row, entity, snapshot, at: clock)
    }
  }

  /// A form's text for an attribute, the lines of owned records, or the ids of linked records;
  /// empty for no value.
  static func text(
    of name: String, _ row: Row, _ entity: Entity, _ snapshot: Snapshot, at clock: WallClock
  ) -> String {
    guard let link = entity.relationship(name) else {
      if entity.attribute(name)?.type == .data { return text(ofContent: row[name]) }
      return row[name].map { ValueText.typed($0, at: clock) } ?? ""
    }
    let keys = (try? snapshot.linkedKeys(of: row, name)) ?? []
    guard link.isToMany else { return keys.first?.description ?? "" }
    guard let lines = OwnedLines(link, in: snapshot.model) else {
      return keys.map(\.description).joined(separator: "\n")
    }
    let rows = keys.compactMap { snapshot.row(ObjectID(entity: link.destination, key: $0)) }
    return lines.text(of: rows, at: clock)
  }

  private static func fields(
    of entity: Entity, _ values: [String: String], in model: ObjectModel, of row: Row? = nil
  ) -> [FormField] {
    let others = row.map { $0.chunk.unknownFields(of: $0.key) } ?? []
    let unfit = Dictionary(others.map { ($0.name, $0.text) }) { first, _ in first }
    return entity.properties.compactMap { property in
      switch property {
      case .attribute(let attribute) where attribute.type == .data && attribute.isList: nil
      case .attribute(let attribute):
        FormField(
          attribute, value: values[attribute.name] ?? "", unfit: unfit[attribute.name])
      case .relationship(let link):
        if let lines = OwnedLines(link, in: model) {
          FormField(
            link.name, label: link.caption, kind: .lines, value: values[link.name] ?? "",
            hint: lines.hint)
        } else {
          (row == nil ? values[link.name] ?? "" : values[link.name]).map {
            FormField(link, value: $0, in: model)
          }
        }
      }
    }
  }

  /// The initial texts of a new record.
  private static func defaults(of entity: Entity, at clock: WallClock) -> [String: String] {
    entity.attributes.reduce(into: [:]) { texts, attribute in
      texts[attribute.name] =
        attribute.type == .data
        ? text(ofContent: attribute.defaultText.flatMap { Value(storedText: $0, as: .data) })
        : attribute.defaultValue.map { ValueText.typed($0, at: clock) } ?? attribute.defaultText
    }
  }

  /// Whether a field can be edited: contents need files, which not every client has.
  private static func isOffered(by client: StoreClient) -> (FormField) -> Bool {
    { $0.kind != .content || client.files != nil }
  }

  /// The most records that a link field holds.
  ///
  /// A form keeps and compares whole texts, so larger links are edited in their lists.
  private static let mostLinks = 1_000
}

// MARK: - Judging

extension RecordFormSource {
  /// The reason why `text` is no value of the field; uniqueness is checked at the save.
  public func problem(with text: String, in field: FormField) -> String? {
    if text.isEmpty { return field.isRequired ? "is required" : nil }
    if let lines = lines(of: field) {
      return lines.problem(in: text, ValueInput(clock: client.clock()), isTyping: true)
    }
    guard let attribute = entity.attribute(entity.currentName(of: field.name)),
      field.kind != .content
    else { return nil }
    do throws(InputError) {
      _ = try ValueInput(clock: client.clock()).value(of: text, for: attribute)
      return nil
    } catch {
      return "needs " + error.expected
    }
  }

  /// The day that the words mean, or the number in its usual form.
  public func meaning(of text: String, in field: FormField) -> String? {
    guard !text.isEmpty, let attribute = entity.attribute(entity.currentName(of: field.name)) else {
      return nil
    }
    if attribute.isNewChoice(.text(ValueInput.choice(text, among: attribute.choices))) {
      return "new choice"
    }
    guard field.kind == .date || field.kind == .number,
      let value = try? ValueInput(clock: client.clock()).value(of: text, for: attribute)
    else { return nil }
    return ValueText.reading(of: text, as: value, at: client.clock())
  }

  /// Inserts bars into lines without bars.
  public func arranged(_ text: String, in field: FormField) -> String {
    guard let lines = lines(of: field) else { return text }
    let table = client.snapshot.table(lines.link.destination)
    // A word that is common in a column appears in this sample.
    let sample = table?.sample(Self.knownCount) ?? []
    var known: [String: Set<String>] = [:]
    let before = Set((starting[field.name] ?? "").split(separator: "\n").map(String.init))
    let input = ValueInput(clock: client.clock())
    return lines.arranged(text, keeping: before, input) { text, name in
      if known[name] == nil {
        known[name] = Set(sample.compactMap { $0[name].map(ValueText.export) })
      }
      return known[name]?.contains(text) == true
    }
  }

  /// The number of records in the sample for a column's words.
  static let knownCount = 5_000

  private func lines(of field: FormField) -> OwnedLines? {
    entity.relationship(entity.currentName(of: field.name)).flatMap {
      OwnedLines($0, in: seen.model)
    }
  }
}

// MARK: - Looking again

extension RecordFormSource {
  /// Reads the record's current values, and updates the fields to the current model.
  public func look() -> FormGround {
    let snapshot = client.snapshot
    guard let present = snapshot.model[snapshot.model.currentName(of: entity.name)] else {
      return .gone("\(entity.plural) no longer exist")
    }
    if let saved = savedTitle() { return .saved(saved) }
    guard let id else {
      see(snapshot)
      entity = present
      follow(
        Self.fields(of: present, Self.defaults(of: present, at: client.clock()), in: seen.model))
      return .new
    }
    let current = snapshot.currentID(of: id, since: seen)
    guard let row = snapshot.row(current) else { return .gone(Self.deletionReason) }
    // The form itself reports changes under typed text, and asks once before it saves.
    see(snapshot)
    entity = present
    let known = fields.map { present.currentName(of: $0.name) }
    let texts = Self.texts(
      of: row, present, snapshot, at: client.clock(), keeping: Set(known))
    follow(Self.fields(of: present, texts, in: snapshot.model, of: row))
    starting = fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    return .values(starting)
  }

  /// Notes that the person has seen a content, and follows the record to its key there.
  func see(_ snapshot: Snapshot) {
    if let id {
      before = (id, seen)
      self.id = snapshot.currentID(of: id, since: seen)
    }
    seen = snapshot
    calculate()
  }

  /// The title of the record, if the restored draft was saved just before a kill.
  private func savedTitle() -> String? {
    guard let number = unsure.take(), id == nil else { return nil }
    let saved = try? client.store.change(with: receipt, after: number)
    return saved?.transaction?.changes.first.map { client.snapshot.title(of: $0.id) }
  }

  /// The form's name of a field that was called `name` when a draft was kept.
  public func presentName(of name: String) -> String { formName(of: entity.currentName(of: name)) }

  /// Stores the mark that identifies the new record if the process is killed right after the save.
  public func encodeState(to encoder: inout StateEncoder) {
    guard id == nil else { return }
    encoder.encode(receipt.description, as: "receipt")
    encoder.encode("\(seen.version)", as: "version")
  }

  /// Restores the mark that identifies the new record.
  public func decodeState(from decoder: StateDecoder) {
    guard id == nil, let kept: String = decoder.decode("receipt"), let known = Receipt(kept),
      let version: String = decoder.decode("version")
    else { return }
    (receipt, unsure) = (known, UInt64(version))
  }

  /// Adopts the current fields, under the names that the form knows.
  private func follow(_ present: [FormField]) {
    let known = Dictionary(fields.map { (entity.currentName(of: $0.name), $0.name) }) { first, _ in
      first
    }
    fields = present.filter(Self.isOffered(by: client)).map { field in
      var field = field
      field.name = known[field.name] ?? field.name
      return field
    }
  }

  /// The name by which the form knows a field of the entity.
  func formName(of name: String) -> String {
    fields.first { entity.currentName(of: $0.name) == name }?.name ?? name
  }
}
