internal import CairnFiles
internal import CairnInterchange
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `What is long` {
  /// A store on `files` whose recipes take more than 300 KiB in each form.
  private func workspace(_ files: any FileSystem) throws -> Workspace {
    let workspace = try Workspace.create(
      "/store", environment: try .fixture(), fileSystem: files)
    let name = String(repeating: "long enough ", count: 10)
    let rows = (1...3000).map { "\(name)\($0)\n" }.joined()
    let inputs = try workspace.environment.inspect([
      ImportInput(.init(name: "recipes.csv", blocks: [Array("Name\n\(rows)".utf8)]))
    ])
    _ = try workspace.importing(inputs)
    return workspace
  }

  @Test(arguments: [ListFormat.csv, .json, .jsonl])
  func `is printed piece by piece`(format: ListFormat) throws {
    let list = try workspace(MemoryFileSystem())
      .list(at: try Address("recipes"), adding: try ListClauses())
    let sizes = Sizes()
    try list.print(as: format) { sizes.all.append($0.count) }
    expectTrue(sizes.all.count > 4)
    expectTrue(sizes.all.allSatisfy { $0 < 80_000 })
  }

  @Test(arguments: [InterchangeFormat.csv, .json, .jsonl])
  func `goes into its file piece by piece, and all of it or nothing`(
    format: InterchangeFormat
  ) throws {
    let files = MemoryFileSystem()
    let made = try workspace(files)
    let bytes = Sizes()
    _ = try made.export(try Address("recipes"), as: format) { bytes.all.append($0.count) }
    try made.close()
    try files.replace("/out", with: Array("old".utf8))
    for call in 1... {
      let faulty = FaultyFileSystem(files, Fault(at: call, FileError.full, of: [.write]))
      let workspace = try Workspace.open(
        "/store", isReadOnly: true, environment: try .fixture(), fileSystem: faulty)
      do {
        let operation = try workspace.operation(try Address("recipes"), format)
        _ = try workspace.write(operation, toFile: "/out")
        expectEqual(call, bytes.all.count + 1)
        break
      } catch {
        expectTrue("\(error)".contains("the disk is full"))
        try expectEqual(files.read("/out"), Array("old".utf8))
        try expectEqual(files.list("/"), ["home", "out", "store"])
      }
    }
    try expectEqual(files.read("/out").count, bytes.all.reduce(0, +))
  }
}

/// How much was handed over each time.
private final class Sizes {
  var all: [Int] = []
}
