@testable import CairnStore

extension Rehearsal {
  struct Difference: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  func expectError(_ what: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch is StoreError {
      return
    }
    throw Difference("\(what) was not refused")
  }

  /// What differs between the contexts and the naive worlds.
  func difference() -> String? {
    for level in levels {
      for item in ids.keys.sorted() {
        if let difference = difference(item, level) { return difference }
      }
      let request = FetchRequest(entity: "Book")
      let found = try? level.context.fetch(request, at: Library.clock).count
      let count = level.world.numbers(of: "Book").count
      if found != count { return "a fetch finds \(found ?? -1) books of \(count)" }
    }
    return nil
  }

  private func difference(_ item: Int, _ level: Level) -> String? {
    guard let id = ids[item] else { return nil }
    let record = level.context.object(with: id)
    guard let naive = level.world.items[item] else {
      return record.isDeleted ? nil : "\(record.id) should be gone"
    }
    if record.isDeleted { return "\(record.id) should be there" }
    for attribute in record.entity.attributes
    where record[attribute.name] != naive.values[attribute.name] {
      return "\(attribute.name) of \(record.id) is \(String(describing: record[attribute.name])), "
        + "not \(String(describing: naive.values[attribute.name]))"
    }
    for link in NaiveWorld.links(of: naive.entity) {
      let found = record.links(link.name).map(\.id)
      let wanted = level.world.linked(link, from: item).compactMap { number in
        ids[number].map { level.context.object(with: $0).id }
      }
      let isEqual = link.isOrdered ? found == wanted : Set(found) == Set(wanted)
      if !isEqual || found.count != wanted.count {
        return "\(link.name) of \(record.id) leads to \(found), not \(wanted)"
      }
    }
    return nil
  }
}
