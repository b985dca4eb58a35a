extension Verification {
  /// Notes about records that break the model's rules.
  ///
  /// Another program may have written them, or the rule is newer than the record.
  func brokenRules(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let chunks = try snapshot.load(entity.name).chunks
    var found: [StoreProblem] = []
    for (column, property) in entity.storedProperties.enumerated() {
      guard case .attribute(let attribute) = property else { continue }
      let isUnique = entity.hasUniqueValues(attribute)
      var holders = UniqueHolders<RecordKey>()
      for chunk in chunks {
        for (row, key) in chunk.keys.enumerated() {
          let value = chunk.columns[column][row]
          var rules = attribute.brokenRules(value)
          if isUnique, let value {
            rules += holders.add(value, of: key).map { value, other in
              (.unique(other: ObjectID(entity: entity.name, key: other)), value)
            }
          }
          for (rule, value) in rules {
            let issue = ValidationIssue(
              id: ObjectID(entity: entity.name, key: key), field: attribute.name, rule: rule,
              value: value)
            found.append(note(chunk, "\(key): \(issue)"))
          }
        }
      }
    }
    return found
  }
}

extension Verification {
  /// The number of links that one note names; a deleted collection may leave thousands.
  private static let namedCount = 3

  /// A note for each relationship with links to missing records.
  func danglingLinks(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    var found: [StoreProblem] = []
    let chunks = try snapshot.load(entity.name).chunks
    for (column, property) in entity.storedProperties.enumerated() {
      guard case .relationship(let relationship) = property, !relationship.holdsOrderOnly,
        snapshot.model[relationship.destination] != nil
      else { continue }
      let destination = try snapshot.load(relationship.destination)
      var first: Chunk?
      var links: [(from: RecordKey, to: RecordKey)] = []
      for chunk in chunks {
        for (row, key) in chunk.keys.enumerated() {
          for case .link(let link) in chunk.columns[column][row]?.elements ?? []
          where destination.row(link) == nil {
            first = first ?? chunk
            links.append((key, link))
          }
        }
      }
      if let first { found.append(note(first, Self.message(relationship.name, links))) }
    }
    return found
  }

  private static func message(
    _ name: String, _ links: [(from: RecordKey, to: RecordKey)]
  ) -> String {
    if links.count == 1 {
      return "\(name) of \(links[0].from) leads to \(links[0].to), which does not exist"
    }
    let named = links.prefix(namedCount).map { "of \($0.from) to \($0.to)" }
    let more = links.count > named.count ? ", and \(links.count - named.count) more" : ""
    return "\(links.count) links of \(name) lead to missing records: "
      + named.joined(separator: ", ") + more
  }
}

/// Records that own each other.
extension Verification {
  /// A note for each circle of records that own each other.
  ///
  /// An example is a part of a part of itself: a list of wholes and their parts never reaches it.
  func ownerCircles() throws(StoreError) -> [StoreProblem] {
    var owners: [ObjectID: [ObjectID]] = [:]
    var places: [(id: ObjectID, chunk: Chunk, link: String)] = []
    for (entity, relationship) in circlingLinks {
      guard let column = entity.storedIndex(of: relationship.name) else { continue }
      for chunk in try snapshot.load(entity.name).chunks {
        for (row, key) in chunk.keys.enumerated() {
          guard case .link(let owner)? = chunk.columns[column][row] else { continue }
          let id = ObjectID(entity: entity.name, key: key)
          owners[id, default: []].append(ObjectID(entity: relationship.destination, key: owner))
          places.append((id, chunk, relationship.name))
        }
      }
    }
    var done: Set<ObjectID> = []
    return places.flatMap { place in
      Self.circles(from: place.id, owners, &done).map { circle in
        note(place.chunk, message(circle, place.link))
      }
    }
  }

  /// The links to an owner that can form a circle.
  ///
  /// The records of such an entity may own, directly or through others, records of the same entity.
  private var circlingLinks: [(Entity, Relationship)] {
    let entities = snapshot.model.storedEntities
    let links = entities.flatMap { entity in
      entity.relationships.filter(leadsToOwner).map { (entity, $0) }
    }
    let steps = Dictionary(grouping: links) { $0.0.name }.mapValues { $0.map(\.1.destination) }
    return links.filter { entity, link in
      var (reached, waiting) = (Set([link.destination]), [link.destination])
      while let name = waiting.popLast() {
        waiting += (steps[name] ?? []).filter { reached.insert($0).inserted }
      }
      return reached.contains(entity.name)
    }
  }

  /// Whether a link leads to one record that owns the linking one.
  ///
  /// An owner keeps the record in an order, or its deletion deletes the record.
  private func leadsToOwner(_ link: Relationship) -> Bool {
    guard link.isStored, !link.isToMany,
      let back = link.inverse.flatMap({ snapshot.model[link.destination]?.relationship($0) })
    else { return false }
    return back.isOrdered || back.deleteRule == .cascade
  }

  /// Returns the circles that are reachable from a record through records not visited before.
  private static func circles(
    from start: ObjectID, _ owners: [ObjectID: [ObjectID]], _ done: inout Set<ObjectID>
  ) -> [[ObjectID]] {
    guard !done.contains(start) else { return [] }
    var found: [[ObjectID]] = []
    var path = [(id: start, rest: owners[start] ?? [])]
    var steps = [start: 0]
    while let owner = path[path.count - 1].rest.popLast() {
      if let step = steps[owner] {
        found.append(path[step...].map(\.id))
      } else if !done.contains(owner) {
        steps[owner] = path.count
        path.append((owner, owners[owner] ?? []))
      }
      while path.count > 1, path[path.count - 1].rest.isEmpty {
        steps[path[path.count - 1].id] = nil
        done.insert(path.removeLast().id)
      }
    }
    done.insert(start)
    return found
  }

  /// The number of records of a circle that are named.
  private static let namedInCircle = 12

  private func message(_ circle: [ObjectID], _ link: String) -> String {
    func name(_ id: ObjectID) -> String {
      "\(snapshot.model[id.entity]?.plural ?? id.entity)/\(id.key)"
    }
    guard circle.count > 1 else {
      return "\(name(circle[0])) owns itself; clear its \(link)"
    }
    let named = circle.prefix(Self.namedInCircle).map(name).joined(separator: ", ")
    let more =
      circle.count > Self.namedInCircle ? ", and \(circle.count - Self.namedInCircle) more" : ""
    return "\(named)\(more) own each other in a circle; clear \(link) of one of them"
  }
}
