import CairnFiles
import CairnKit
import TestSupport
import Testing

@Suite struct `The guide to keys` {
  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(
    String.init)

  /// The first keys of all standard actions in some contexts.
  private func taken(in contexts: [ActionContext]) -> Set<String> {
    Set(
      (contexts + [.global]).flatMap { context in
        ActionTable.standard.actions(in: context).flatMap { action in
          action.keys(in: context).compactMap { $0.keys.first?.description }
        }
      })
  }

  @Test func `names the letters that no standard action has, on each kind of screen`() throws {
    let path = "\(`The guide to a first app`.root)/Sources/CairnKit/CairnKit.docc/KeysAndThemes.md"
    let guide = String(decoding: try RealFileSystem().read(path), as: UTF8.self)
    let rows = guide.split(separator: "\n").filter { $0.contains("| `") }
    expectEqual(rows.count, 4)
    for row in rows {
      let cells = row.split(separator: "|").map {
        $0.split(separator: "`", omittingEmptySubsequences: false)
      }
      let words = cells.map { cell in
        stride(from: 1, to: cell.count, by: 2).map { String(cell[$0]) }
      }
      let taken = taken(in: words[1].map { ActionContext($0) })
      expectEqual(words[2], Self.letters.filter { !taken.contains($0) }, "\(row)")
    }
  }

  @Test func `promises keys that no standard action has anywhere`() {
    for action in ActionTable.standard.actions {
      for context in action.contexts {
        for keys in action.keys(in: context) {
          let first = keys.keys.first?.description ?? ""
          expectTrue(![",", ";", "F11", "F12"].contains(first), "\(action.name)")
        }
      }
    }
  }
}

@Suite struct `The guide to a first app` {
  static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

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

  @Test(arguments: [("timestamps", 80), ("procs", 100)])
  func `is about short apps that import one module`(name: String, most: Int) throws {
    let lines = try text(of: "Sources/\(name)/main.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    expectTrue(lines.count - 1 < most)
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
