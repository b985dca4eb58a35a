internal import CairnStore

// Links whose values are the names of records.
extension RecordAssembly {
  /// Creates the index of names of an entity unless it exists.
  mutating func indexNames(_ name: String) {
    guard titles[name] == nil, let entity = plan.model[name] else { return }
    titles[name] = NameIndex(entity, of: stored.table(name))
  }

  /// Counts the values of several lines that name records of a row.
  mutating func noteJoinedNames(of draft: RecordDraft, from origin: WaitingLink.Origin) {
    for name in draft.joinedNames {
      let place = LinkPlace(entity: draft.entity.name, field: name)
      joinedNames[place, default: (0, origin)].count += 1
    }
  }

  /// The notices about values of several lines, since a name is a single line.
  var joinedNotices: [String] {
    joinedNames.sorted { $0.key < $1.key }.map { place, values in
      let plural = plan.model[place.entity]?.plural ?? place.entity
      let verb = values.count == 1 ? "has" : "have"
      return
        "\(plural).\(place.field): \(counted(values.count, "value")) \(verb) several lines, which "
        + "stand on one line in the titles of the linked records, the first at "
        + "\(values.first.input), line \(values.first.line)"
    }
  }

  /// Returns the record with a name, or with the address that the name is.
  func titled(_ name: RecordName, _ relationship: Relationship) -> LinkEnd {
    let destination = plural(of: relationship)
    guard let index = titles[relationship.destination] else {
      return .none(reason: "\(destination) have no title that is a text")
    }
    let keys = index.records(called: name)
    if keys.count == 1 { return .found(keys[0]) }
    guard keys.isEmpty else {
      return .none(reason: "several records of \(destination) have this \(index.attribute.name)")
    }
    if RecordAddress(name.text) != nil { return record(name.text, relationship) }
    return .none(reason: "no record of \(destination) has this \(index.attribute.name)")
  }

  /// Returns the record at the end of a link; a missing record with a name is made.
  mutating func made(
    _ end: WaitingLink.End, _ relationship: Relationship, of owner: String,
    into sink: inout CommitDraft
  ) throws(InterchangeError) -> LinkEnd {
    let known = self.end(end, relationship)
    // A variable for the index would be a second reference, and the next change would copy it all.
    guard case .title(let name) = end, case .none(let reason) = known,
      let attribute = titles[relationship.destination]?.attribute,
      titles[relationship.destination]?.records(called: name).isEmpty == true,
      RecordAddress(name.text) == nil, let entity = plan.model[relationship.destination]
    else { return known }
    var draft = RecordDraft(entity)
    let rules = rules(of: entity)
    let needed = entity.neededBesides(attribute)
    guard needed.isEmpty, attribute.accepts(.text(name.text)) else {
      let obstacle =
        needed.isEmpty
        ? "it is not \(attribute.expectation)" : "a new one needs \(needed[0])"
      return .none(reason: "\(reason), and \(obstacle)")
    }
    draft.set(attribute.name, .text(name.text))
    rules.fillDefaults(of: &draft)
    do throws(RowFailure) {
      let id = try insert(draft, into: &sink)
      register(draft, id)
      namedValues.noteCreated(for: relationship, of: owner)
      return .found(id.key)
    } catch {
      switch error {
      case .problem(let problem): return .none(reason: problem.description)
      case .store(let error): throw .store(error)
      }
    }
  }
}

extension RecordDraft.Reference {
  /// The other end, if the row names one by a value or a name.
  var onlyEnd: WaitingLink.End? {
    switch target {
    case .values(let field, let texts) where texts.count == 1:
      .value(field: field, text: texts[0])
    case .names(let names) where names.count == 1: .title(names[0])
    default: nil
    }
  }
}

/// The values of links that take the place of columns, and the records created for them.
struct NamedValues {
  private var order: [LinkPlace] = []
  private var values: [LinkPlace: Set<RecordName>] = [:]
  private var created: [LinkPlace: Int] = [:]

  /// Adds the values of a record.
  mutating func note(_ draft: RecordDraft) {
    for reference in draft.references {
      guard case .names(let names) = reference.target else { continue }
      let place = LinkPlace(entity: draft.entity.name, field: reference.relationship.name)
      if values[place] == nil { order.append(place) }
      values[place, default: []].formUnion(names)
    }
  }

  /// Counts a record that was created for a link of an entity.
  mutating func noteCreated(for relationship: Relationship, of entity: String) {
    created[LinkPlace(entity: entity, field: relationship.name), default: 0] += 1
  }

  /// The links, in the order in which they were found.
  func links(in model: ObjectModel) -> [ImportReport.NamedLink] {
    order.compactMap { place in
      guard let entity = model[place.entity], let link = entity.relationship(place.field),
        let destination = model[link.destination]
      else { return nil }
      return ImportReport.NamedLink(
        entity: entity, relationship: link, destination: destination,
        valueCount: values[place]?.count ?? 0, createdCount: created[place] ?? 0)
    }
  }
}
