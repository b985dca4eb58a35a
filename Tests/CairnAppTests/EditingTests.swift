internal import CairnFiles
internal import CairnInterchange
internal import CairnNavigation
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `Changing records of a workspace` {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace.fixture()
    for name in ["Soup", "Tea"] {
      _ = try workspace.add(to: "recipe", [try Assignment("Name=\(name)")], match: nil) { _ in [] }
    }
    return workspace
  }

  @Test func `is refused as a whole where one of them went meanwhile`() throws {
    let workspace = try workspace()
    let ids = try workspace.list(at: try Address("recipes"), adding: try ListClauses()).ids
    _ = try workspace.remove([ids[1]], isDryRun: false)
    let error = #expect(throws: AppError.self) {
      try workspace.set(ids, [try Assignment("Name=x")], isDryRun: false) { _ in [] }
    }
    expectEqual(error?.description.contains("recipes/p2"), true, "\(error?.description ?? "")")
    let left = try workspace.text(of: ids[0], in: workspace.store.snapshot, as: .text)
    expectTrue(left.hasPrefix("Soup\n"))
  }

  @Test func `by an import tells its records from those that others saved since`() throws {
    let workspace = try workspace()
    let other = try Workspace.open(
      workspace.path, environment: workspace.environment, fileSystem: workspace.fileSystem)
    let bytes = Array(#"[{"Name": "Rice"}, {"Name": "Bean"}]"#.utf8)
    let inputs = try workspace.environment.inspect([
      ImportInput(.init(name: "recipes.json", blocks: [bytes]))
    ])
    let report = try workspace.importing(inputs)
    _ = try other.add(to: "recipe", [try Assignment("Name=Other")], match: nil) { _ in [] }
    let change = try #require(report.transaction)
    try expectEqual(
      workspace.records(of: change).map { workspace.url(of: $0).text },
      ["cairn://recipes/p3", "cairn://recipes/p4"])
  }
}
