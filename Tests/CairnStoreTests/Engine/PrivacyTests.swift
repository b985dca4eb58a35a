import CairnFiles
import Glibc
import TestSupport
import Testing

@testable import CairnStore

@Suite(.serialized) struct `A store's files` {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  /// Everything under `path`, with its permissions.
  private func permissions(under path: String) throws -> [String: UInt16] {
    let files = RealFileSystem()
    var found: [String: UInt16] = [:]
    for name in try files.list(path) {
      let inner = "\(path)/\(name)"
      let status = try #require(try files.status(of: inner))
      found[inner] = status.permissions
      if status.kind == .folder { found.merge(try permissions(under: inner)) { $1 } }
    }
    return found
  }

  @Test(arguments: [0o000, 0o022, 0o077] as [mode_t])
  func `are the person's alone, whatever is done and whatever the process leaves others`(
    mask: mode_t
  ) throws {
    let earlier = umask(mask)
    defer { umask(earlier) }
    let folder = place.path("store")
    let store = try ObjectStore.create(
      Fixture.options(RealFileSystem(), folder: folder), modelText: Fixture.modelText)
    for number in 1...40 {
      try store.addRecipe("Dish \(number)", ["Photo": .data(Array(repeating: 7, count: 400))])
    }
    try store.fold()
    try store.updateModel { model throws(StoreError) in
      var entities = model.entities
      entities[0].properties.append(.attribute(Attribute(name: "More", type: .integer)))
      return try ObjectModel(entities: entities)
    }
    try store.addRecipe("Another")
    try store.compact()
    try store.backUp(to: place.path("backup.tar"), on: RealFileSystem())
    try store.close()
    let found = try permissions(under: place.path)
    expectTrue(found.count > 10)
    for (path, bits) in found {
      let isFolder = try RealFileSystem().status(of: path)?.kind == .folder
      expectEqual(bits, (isFolder ? 0o700 : 0o600), "\(path) has \(String(bits, radix: 8))")
    }
  }
}
