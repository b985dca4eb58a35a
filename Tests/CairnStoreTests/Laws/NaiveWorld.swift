import CairnStore

/// What a store or a context holds, in the plainest form: records by number, links at both ends.
struct NaiveWorld: Equatable {
  struct Item: Equatable {
    var entity: String
    var values: [String: Value] = [:]
    var links: [String: [Int]] = [:]
  }

  var items: [Int: Item] = [:]

  /// The links of the library's model, which `Library.model` says in its own way.
  struct Link {
    var entity: String
    var name: String
    var destination: String
    var inverse: String?
    var isToMany = false
    var isOrdered = false
    var cascades = false
    var denies = false
  }

  static let links = [
    Link(entity: "Book", name: "Author", destination: "Writer", inverse: "Books"),
    Link(
      entity: "Book", name: "Chapters", destination: "Chapter", inverse: "Book", isToMany: true,
      isOrdered: true, cascades: true),
    Link(
      entity: "Book", name: "Shelves", destination: "Shelf", inverse: "Books", isToMany: true),
    Link(entity: "Writer", name: "Books", destination: "Book", inverse: "Author", isToMany: true),
    Link(entity: "Writer", name: "Award", destination: "Award", inverse: "Holder"),
    Link(entity: "Chapter", name: "Book", destination: "Book", inverse: "Chapters"),
    Link(
      entity: "Shelf", name: "Books", destination: "Book", inverse: "Shelves", isToMany: true,
      denies: true),
    Link(entity: "Award", name: "Holder", destination: "Writer", inverse: "Award", denies: true),
    Link(entity: "Award", name: "Mentions", destination: "Book"),
  ]

  static func links(of entity: String) -> [Link] { links.filter { $0.entity == entity } }

  func linked(_ link: Link, from item: Int) -> [Int] { items[item]?.links[link.name] ?? [] }

  func numbers(of entity: String) -> [Int] {
    items.filter { $0.value.entity == entity }.keys.sorted()
  }

  /// Whether two books have the same slug.
  var hasClash: Bool {
    let slugs = items.values.compactMap { $0.values["Slug"] }
    return Set(slugs).count < slugs.count
  }
}

// MARK: - Changing

extension NaiveWorld {
  mutating func setLinks(_ new: [Int], _ link: Link, of item: Int) {
    let old = linked(link, from: item)
    let new = link.isToMany ? new : Array(new.prefix(1))
    for other in old where !new.contains(other) { unlink(item, from: other, link.inverse) }
    put(new, link, item)
    guard let inverse = Self.links(of: link.destination).first(where: { $0.name == link.inverse })
    else { return }
    for other in new where !old.contains(other) {
      if !inverse.isToMany {
        for holder in linked(inverse, from: other) where holder != item {
          unlink(other, from: holder, link.name)
        }
      }
      put((inverse.isToMany ? linked(inverse, from: other) : []) + [item], inverse, other)
    }
  }

  /// No links are no entry, and without an order they stand by number.
  private mutating func put(_ links: [Int], _ link: Link, _ item: Int) {
    let links = link.isOrdered ? links : links.sorted()
    items[item]?.links[link.name] = links.isEmpty ? nil : links
  }

  private mutating func unlink(_ item: Int, from other: Int, _ name: String?) {
    guard let name, let kept = items[other]?.links[name]?.filter({ $0 != item }) else { return }
    items[other]?.links[name] = kept.isEmpty ? nil : kept
  }

  /// Deletes by the rules; false if one denies it, and then nothing changes.
  mutating func delete(_ root: Int) -> Bool {
    var gone: Set<Int> = []
    var waiting = [root]
    while let item = waiting.popLast() {
      guard gone.insert(item).inserted else { continue }
      for link in Self.links(of: items[item]?.entity ?? "") where link.cascades {
        waiting += linked(link, from: item)
      }
    }
    for item in gone {
      for link in Self.links(of: items[item]?.entity ?? "") where link.denies {
        if linked(link, from: item).contains(where: { !gone.contains($0) }) { return false }
      }
    }
    for item in gone { items[item] = nil }
    for item in items.keys {
      for name in items[item]?.links.keys.sorted() ?? [] {
        for other in gone { unlink(other, from: item, name) }
      }
    }
    return true
  }
}
