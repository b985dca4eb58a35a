internal import CairnJSON
internal import CairnStore

extension RecordAssembly {
  /// Adds links to the draft whose other end is already known.
  ///
  /// - Returns: The links that cannot be settled yet.
  mutating func settleKnownLinks(of draft: inout RecordDraft) -> [RecordDraft.Reference] {
    var unsettled: [RecordDraft.Reference] = []
    for reference in draft.references {
      guard let only = reference.onlyEnd, !reference.relationship.isToMany,
        isFree(reference.relationship),
        case .found(let key) = end(only, reference.relationship)
      else {
        unsettled.append(reference)
        continue
      }
      draft.set(reference.relationship.name, .link(key))
    }
    return unsettled
  }

  /// Returns whether a link can be stored without examining the records at its other end.
  private func isFree(_ relationship: Relationship) -> Bool {
    guard relationship.isStored, !relationship.holdsOrderOnly else { return false }
    let inverse = relationship.inverse.flatMap {
      plan.model[relationship.destination]?.relationship($0)
    }
    return inverse.map { $0.isToMany && !$0.isRequired } ?? true
  }

  /// Postpones a link until its other end is known; nested records are created at once.
  mutating func wait(
    for reference: RecordDraft.Reference, of id: ObjectID, from origin: WaitingLink.Origin,
    into sink: inout CommitDraft
  ) throws(RowFailure) {
    var link = WaitingLink(
      record: id, relationship: reference.relationship, ends: [], origin: origin,
      isSure: reference.isSure, merged: reference.merged)
    switch reference.target {
    case .values(let field, let texts):
      link.ends = texts.map { .value(field: field, text: $0) }
    case .names(let names): link.ends = names.map { .title($0) }
    case .members(let members):
      var places = standing(within: id, for: members, at: reference.relationship)
      for member in members {
        switch member {
        case .address(let address): link.ends.append(.address(address))
        case .names(let text): link.ends.append(.names(text))
        case .record(let draft, let object):
          if let address = leaves(
            draft, object, at: reference.relationship, of: id, from: origin)
          {
            link.ends.append(.address(address))
            continue
          }
          let made = try put(
            draft, object, at: reference.relationship, of: id, over: &places, from: origin,
            into: &sink)
          link.ends.append(.record(made))
        }
      }
      replaced(places, within: id, by: link.ends, at: reference.relationship)
    }
    waiting.add(link)
  }

  /// Settles the waiting links, after all records are known.
  ///
  /// A field that stores a link is set at once. Other links are set on the records at their other
  /// end, as when a person sets them.
  mutating func settleLinks(into sink: inout CommitDraft) throws(InterchangeError) {
    var others: [(statement: LinkStatement, origin: WaitingLink.Origin)] = []
    defer { tellDeadLinks() }
    for link in waiting.take() {
      var (keys, isWhole) = try keys(of: link, into: &sink)
      if isAsMerged(link, keys, isWhole: isWhole) { continue }
      // A value that leads nowhere removes no link.
      if !isWhole { keys = keptKeys(of: link, with: keys) }
      if isAsStored(link, keys) {
        requiredLinks.settle(link, keys)
        continue
      }
      if keys.isEmpty, link.relationship.isRequired, stored.row(link.record) != nil {
        tell(.required(field: link.relationship.name), of: link.origin)
        continue
      }
      requiredLinks.settle(link, keys)
      guard isFree(link.relationship) else {
        others.append(
          (
            LinkStatement(id: link.record, relationship: link.relationship, keys: keys), link.origin
          ))
        continue
      }
      let value = link.relationship.value(linkingTo: keys + danglingKeys(of: link))
      let row = storedRow(of: link.record)
      let old = row?[link.relationship.name]
      guard row == nil || old != value else { continue }
      countRelinked(link.record)
      let field = FieldChange(name: link.relationship.name, old: old, new: value)
      sink.changes.append(RecordChange(id: link.record, kind: .update, fields: [field]))
    }
    guard !others.isEmpty else { return }
    do throws(StoreError) {
      let (changed, contested) = try sink.link(others.map(\.statement))
      for place in changed where !onlyAddsOwned(others[place].statement) {
        countRelinked(others[place].statement.id)
      }
      countOverruled(in: sink.changes)
      for link in contested {
        let (statement, origin) = others[link.statement]
        let relationship = statement.relationship
        let (field, text) = (relationship.name, plan.address(of: link.key, relationship))
        let isNew = statement.keys.contains(link.key)
        if isNew { requiredLinks.lose(relationship, of: statement.id, to: link.key) }
        let change = isNew ? "with it" : "without it"
        tell(
          link.isNeeded
            ? .noLink(
              field: field, text: text,
              reason: "\(change), a record would lose a link that it must have")
            : .contestedLink(field: field, text: text),
          of: origin)
      }
    } catch {
      throw .store(error)
    }
  }

  /// Returns whether a statement only adds owned records, which are counted separately.
  private func onlyAddsOwned(_ statement: LinkStatement) -> Bool {
    guard statement.relationship.deleteRule == .cascade else { return false }
    // Without addresses, nested records replace others, and their owner's links don't change.
    guard plan.origin != nil else { return true }
    let before = stored.links(of: statement.id, statement.relationship.name)
    let old = Set(before)
    return before == statement.keys.filter(old.contains)
      && statement.keys.allSatisfy { key in
        let end = ObjectID(entity: statement.relationship.destination, key: key)
        return old.contains(key) || stored.row(end) == nil
      }
  }

  /// Returns whether the store already has these links.
  ///
  /// Links to missing records do not count: an earlier version's export omits them, and the records
  /// may come with a later sync.
  private func isAsStored(_ link: WaitingLink, _ keys: [RecordKey]) -> Bool {
    guard plan.origin == .thisStore, stored.row(link.record) != nil else { return false }
    let known = stored.links(of: link.record, link.relationship.name)
    // A person may have written a link twice.
    return keys == known
      || link.relationship.value(linkingTo: keys) == link.relationship.value(linkingTo: known)
  }

  /// Returns the stored links to missing records, which a change must keep.
  private func danglingKeys(of link: WaitingLink) -> [RecordKey] {
    guard plan.origin == .thisStore, link.relationship.isToMany,
      let row = stored.row(link.record)
    else { return [] }
    return row[link.relationship.name].linkedKeys.filter {
      stored.row(ObjectID(entity: link.relationship.destination, key: $0)) == nil
    }
  }

  /// Returns whether the store has a link to the missing record that a text names.
  private func isDangling(_ text: String, of link: WaitingLink) -> Bool {
    guard plan.origin == .thisStore, link.relationship.isStored else { return false }
    let key = RecordAddress(text)?.key ?? RecordKey(text)
    let old = stored.row(link.record)?[link.relationship.name].linkedKeys ?? []
    return key.map(old.contains) == true
  }

  /// Returns the stored links of a record, with the new ones of `keys`.
  private func keptKeys(of link: WaitingLink, with keys: [RecordKey]) -> [RecordKey] {
    let known = stored.links(of: link.record, link.relationship.name)
    guard link.relationship.isToMany else { return keys.isEmpty ? known : keys }
    let present = Set(known)
    return known + keys.filter { !present.contains($0) }
  }

  /// Counts a stored record whose links change; it no longer counts as unchanged.
  mutating func countRelinked(_ id: ObjectID) {
    guard stored.row(id) != nil, let entity = plan.model[id.entity],
      relinked.insert(id).inserted
    else { return }
    let isUpdated = updated.contains(id)
    count(entity) {
      $0.relinked += 1
      guard !isUpdated, $0.unchanged > 0 else { return }
      $0.unchanged -= 1
      $0.updated += 1
    }
  }

  /// Returns the ends of a link.
  ///
  /// `isWhole` says whether each of them exists.
  ///
  /// An end that names no record is reported, unless its record can be made.
  private mutating func keys(
    of link: WaitingLink, into sink: inout CommitDraft
  ) throws(InterchangeError) -> ([RecordKey], isWhole: Bool) {
    var keys: [RecordKey] = []
    var isWhole = true
    var met: Set<RecordKey> = []
    for end in link.ends.flatMap({ separated($0, link.relationship) }) {
      let hasRoom = link.relationship.isToMany || keys.isEmpty
      switch try hasRoom
        ? made(end, link.relationship, of: link.record.entity, into: &sink)
        : self.end(end, link.relationship)
      {
      case .found(let key):
        if link.relationship.deleteRule == .cascade {
          // The record is nested here, so no other record replaced it.
          standing.insert(ObjectID(entity: link.relationship.destination, key: key))
        }
        guard met.insert(key).inserted else { continue }
        if keys.count == 1, !link.relationship.isToMany {
          let text = end.text
          tell(.secondLink(field: link.relationship.name, text: text), of: link.origin)
        } else {
          keys.append(key)
        }
      case .unreadable(let reason):
        // The import must fail, because it would lose the links.
        stored.fail(reason)
      case .none where isDangling(end.text, of: link): break
      case .none(let reason):
        isWhole = false
        guard link.isSure || isStrict else {
          deadLinks[link.place, default: (0, link.origin, reason)].count += 1
          continue
        }
        tell(
          .noLink(field: link.relationship.name, text: end.text, reason: reason), of: link.origin)
      }
    }
    return (keys, isWhole)
  }

  /// Adds a notice for each column that seems to be a link and has dead values.
  private mutating func tellDeadLinks() {
    for (place, link) in deadLinks.sorted(by: { $0.key < $1.key }) {
      let (entity, field) = (place.entity, place.field)
      report.notices.append(
        "\(plan.model[entity]?.plural ?? entity).\(field): \(counted(link.count, "value")) "
          + "made no link, the first at \(link.first.input), line \(link.first.line): "
          + link.reason)
    }
    deadLinks = [:]
  }

  /// Reports a value that could not be stored.
  mutating func tell(_ problem: RowProblem, of origin: WaitingLink.Origin) {
    if isStrict {
      report.note(problem, of: origin)
    } else {
      report.noteLost(problem, of: origin)
    }
  }

  /// Returns the ends that a text names.
  func separated(
    _ end: WaitingLink.End, _ relationship: Relationship
  ) -> [WaitingLink.End] {
    guard case .names(let text) = end else { return [end] }
    return LinkEnd.names(in: text, isToMany: true) { self.end(.address($0), relationship) }
      .map { .address(RecordAddress.standard($0)) }
  }

  /// Returns the record at the end of a link, or why there is none.
  func end(_ end: WaitingLink.End, _ relationship: Relationship) -> LinkEnd {
    switch end {
    case .record(let id): return .found(id.key)
    case .value(let field, let text):
      return match(text, by: field, of: relationship)
        ?? .none(reason: "no record of \(plural(of: relationship)) has this \(field)")
    case .title(let name): return titled(name, relationship)
    case .address(let text), .names(let text):
      let found = record(text, relationship)
      if case .none = found, case let name = text.trimmingBlanks(), name != text,
        case .found(let key) = record(name, relationship)
      {
        return .found(key)
      }
      guard case .none = found, let name = RecordName(text), RecordAddress(text) == nil,
        let index = titles[relationship.destination],
        !index.hasHandle || !index.records(called: name).isEmpty
      else { return found }
      return titled(name, relationship)
    }
  }

  /// Returns the record of this import or of the store with a value; `nil` without one.
  private func match(_ text: String, by field: String, of relationship: Relationship) -> LinkEnd? {
    switch indexes[FieldIndex.Name(entity: relationship.destination, field: field)]?[
      ExactText(text)]
    {
    case .one(let key)?: .found(key)
    case .several?:
      .none(reason: "several records of \(plural(of: relationship)) have this \(field)")
    case nil: nil
    }
  }

  func plural(of relationship: Relationship) -> String {
    plan.model[relationship.destination]?.plural ?? relationship.destination
  }

  /// Returns the record that a text names as the end of a link.
  ///
  /// 1. An address that a row of this import gives to its record.
  /// 2. An address in an export of another store, or of an unknown one, which names no record of
  ///    this store.
  /// 3. The key of a record of this store.
  /// 4. The handle of a record of this import, or `FIELD=VALUE` of a unique field. If the data is no
  ///    export of this store, it comes before a key.
  /// 5. Any other name that a person may type for a link.
  func record(_ text: String, _ relationship: Relationship) -> LinkEnd {
    var text = RecordAddress.standard(text)
    if let id = identities[text]?.id {
      if id.entity == relationship.destination { return .found(id.key) }
      return .none(reason: "it is not a record of \(plural(of: relationship))")
    }
    if let address = RecordAddress(text) {
      if plan.origin == .otherStore {
        return .none(reason: "no such record came with the export")
      }
      if plan.origin == nil, plan.hasAddresses, !addresses.isOfThisStore {
        return .none(reason: "the data doesn't say of which store; an export into a folder does")
      }
      text = plan.present(address) ?? text
    }
    let key = plan.origin == .otherStore ? nil : storedKey(text, relationship)
    if let key, plan.origin == .thisStore { return .found(key) }
    if let known = named(text, relationship) {
      // A typed key is a key, not a handle.
      guard let key, case .found(let other) = known,
        stored.row(ObjectID(entity: relationship.destination, key: other)) != nil
      else { return known }
      return .found(key)
    }
    if plan.origin == .otherStore, let key = Self.key(in: text) {
      // Another store's keys name other records here.
      let own = identities[plan.address(of: key, relationship)]?.id
      return own.map { .found($0.key) } ?? .none(reason: "no such record came with the export")
    }
    guard let entity = plan.model[relationship.destination], stored.knows(entity.name) else {
      return .none(reason: "no record of \(plural(of: relationship)) is called so")
    }
    return resolved.end(of: text, entity.name) { resolve(text, entity, stored.snapshot) }
  }

  /// Returns the key that a text is, if the store has the record.
  private func storedKey(_ text: String, _ relationship: Relationship) -> RecordKey? {
    RecordKey(text).flatMap { key in
      stored.row(ObjectID(entity: relationship.destination, key: key)) == nil ? nil : key
    }
  }

  /// Returns the key in a text such as `p1`, `people/p1` or `cairn://people/p1#x`.
  private static func key(in text: String) -> RecordKey? {
    let path = text.prefix { !"?#".contains($0) }
    let words = path.split { "/:".contains($0) }
    return words.last.flatMap { RecordKey(String($0)) }
  }

  private func named(_ text: String, _ relationship: Relationship) -> LinkEnd? {
    guard let entity = plan.model[relationship.destination] else { return nil }
    if let handle = entity.handle, let found = match(text, by: handle, of: relationship) {
      return found
    }
    guard let sign = text.firstIndex(of: "="),
      let attribute = entity.uniqueAttributes.first(where: {
        $0.name.lowercased() == text[..<sign].lowercased()
      })
    else { return nil }
    return match(String(text[text.index(after: sign)...]), by: attribute.name, of: relationship)
  }
}

extension WaitingLink {
  /// The link's entity and name.
  fileprivate var place: LinkPlace {
    LinkPlace(entity: record.entity, field: relationship.name)
  }
}

extension WaitingLink.End {
  /// The end's text in the data.
  fileprivate var text: String {
    switch self {
    case .value(_, let text), .address(let text), .names(let text): text
    case .title(let name): name.text
    case .record(let id): "\(id.key)"
    }
  }
}
