import CairnFiles
import Glibc
import TestSupport
import Testing

/// The Swift code of the libraries' guides, compiled as an app of another package would be.
///
/// All code of a page, in order, is one file. It sees the public API only.
@Suite(.enabled(if: GuidePage.compiler != nil, "PATH has no swiftc"))
struct `The code of the library's guides` {
  @Test(arguments: GuidePage.all)
  func `compiles without warnings`(page: GuidePage) throws {
    let home = try Home()
    try home.write(page.code, to: "Guide.swift")
    let modules = "\(BuiltPrograms.folder)/Modules"
    let answer = try home.shell(
      """
      '\(GuidePage.compiler ?? "")' -typecheck -swift-version 6 -warnings-as-errors \
        -module-cache-path '\(BuiltPrograms.folder)/ModuleCache' -module-name Guide \
        -I '\(modules)' -I '\(modules)/../CPlatform.build' -I '\(GuidePage.top)/Sources/CNcurses' \
        Guide.swift
      """)
    expectEqual(answer.errors, "")
    expectEqual(answer.status, 0)
  }

  @Test func `is on the page of each product and in each guide`() throws {
    let names = Set(GuidePage.all.map(\.name))
    for name in ["CairnKit", "CairnStore", "CairnNavigation", "CairnRecords", "CairnJSON"] {
      expectTrue(names.contains(name), name)
    }
    for name in ["AppOverRecords", "Routes", "State", "ListsAndForms", "Launcher", "Testing"] {
      expectTrue(names.contains(name), name)
    }
    expectTrue(
      names.isSuperset(of: ["CairnInterchange", "Jobs", "KeysAndThemes", "README", "URLMaps"]))
  }
}

/// A page of a documentation catalog with Swift code.
struct GuidePage: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String

  var testDescription: String { name }

  /// The folder of the package.
  static let top = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// The path of the compiler; `nil` if `PATH` has none.
  static let compiler: String? = {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").map { "\($0)/swiftc" }.first { access($0, X_OK) == 0 }
  }()

  /// The README and all pages with code, except the one that shows parts of an example app.
  static let all: [GuidePage] = {
    let files = RealFileSystem()
    let modules = (try? files.list("\(top)/Sources")) ?? []
    let pages = modules.flatMap { module in
      let folder = "\(top)/Sources/\(module)/\(module).docc"
      return ((try? files.list(folder)) ?? []).map { "\(folder)/\($0)" }
    }
    return (["\(top)/README.md"] + pages).compactMap { path -> GuidePage? in
      guard path.hasSuffix(".md"), !path.hasSuffix("/FirstApp.md"),
        let bytes = try? files.read(path), let file = path.split(separator: "/").last
      else { return nil }
      let code = Self.code(of: String(decoding: bytes, as: UTF8.self))
      return code.isEmpty ? nil : GuidePage(name: String(file.dropLast(3)), code: code)
    }
  }()

  private static func code(of text: String) -> String {
    var (code, isCode) = ("", false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        isCode = true
      } else if line == "```" {
        isCode = false
      } else if isCode {
        code += line + "\n"
      }
    }
    return code
  }
}
