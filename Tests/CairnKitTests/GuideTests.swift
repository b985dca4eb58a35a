import CairnFiles
import TestSupport
import Testing

@Suite struct `The guide to a first app` {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  private func text(of path: String) throws -> String {
    String(decoding: try RealFileSystem().read("\(Self.root)/\(path)"), as: UTF8.self)
  }

  @Test func `shows parts of an app that is built and tested`() throws {
    let app = try text(of: "Sources/timestamps/main.swift")
    let guide = try text(of: "Sources/CairnKit/CairnKit.docc/FirstApp.md")
    let parts = guide.split(separator: "```swift\n").dropFirst().compactMap {
      $0.split(separator: "```").first
    }
    expectEqual(parts.count, 5)
    let readme = try text(of: "README.md").split(separator: "```swift\n").dropFirst()
      .compactMap { $0.split(separator: "```").first }
    expectEqual(readme.count, 1)
    for part in parts + readme { expectTrue(app.contains(part), "\(part)") }
    try expectTrue(text(of: "README.md").contains("has 78 lines"))
    expectEqual(app.split(separator: "\n", omittingEmptySubsequences: false).count, 79)
  }

  @Test(arguments: ["timestamps", "procs"])
  func `is about apps of less than eighty lines that import one module`(name: String) throws {
    let lines = try text(of: "Sources/\(name)/main.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    expectTrue(lines.count - 1 < 80)
    expectEqual(lines.filter { $0.hasPrefix("import") }, ["import CairnKit"])
  }

  @Test func `has an example over records of less than 120 lines`() throws {
    let app = try text(of: "Sources/kitchen/main.swift")
    expectTrue(app.split(separator: "\n", omittingEmptySubsequences: false).count - 1 < 120)
  }
}
