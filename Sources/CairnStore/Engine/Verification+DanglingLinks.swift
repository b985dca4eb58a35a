extension Verification {
  /// How many links one note names; a collection that is gone may leave thousands.
  private static let namedCount = 3

  /// A note for each relationship with links to records that are gone.
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
