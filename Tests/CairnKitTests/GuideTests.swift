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
    for part in parts { expectTrue(app.contains(part), "\(part)") }
  }

  @Test(arguments: ["timestamps", "procs"])
  func `is about apps of less than eighty lines that import one module`(name: String) throws {
    let lines = try text(of: "Sources/\(name)/main.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    expectTrue(lines.count - 1 < 80)
    expectEqual(lines.filter { $0.hasPrefix("import") }, ["import CairnKit"])
  }

  @Test(arguments: ["timestamps", "kitchen"])
  func `is named in the README with its number of lines`(name: String) throws {
    let lines = try text(of: "Sources/\(name)/main.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    expectTrue(lines.count - 1 < 120)
    let link = "[\(name)](Sources/\(name)/main.swift) with \(lines.count - 1) lines"
    try expectTrue(text(of: "README.md").contains(link), link)
  }

  @Test func `is about the products of the package, which the README lists`() throws {
    let products = try text(of: "Package.swift").split(separator: "\n").compactMap { line in
      line.split(separator: "\"").first == "    .library(name: "
        ? line.split(separator: "\"")[1] : nil
    }
    let readme = try text(of: "README.md")
    expectEqual(products.count, 6)
    for name in products {
      expectTrue(
        readme.contains("| [\(name)](Sources/\(name)/\(name).docc/\(name).md) |"), "\(name)")
    }
    for part in readme.split(separator: ".product(name: \"").dropFirst() {
      expectTrue(products.contains(part.prefix { $0 != "\"" }), "\(part)")
    }
  }
}
