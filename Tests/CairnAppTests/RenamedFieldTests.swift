internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A renamed field` {
  private let workspace: Workspace
  private let client: StoreClient

  private static let urls = [
    "cairn://recipes?where=kind=soup%20-rating%3E3&sort=-kind,name&columns=Name:20,Kind&group=kind",
    "cairn://recipes?view=frequency:kind,repeated", "cairn://recipes?view=frequency:Name,max:kind",
    "cairn://recipes?view=duplicates:Name,kind",
    "cairn://recipes?view=frequency:kind", "cairn://recipes?Kind=soup&totals=sum",
    "cairn://authors?where=no:recipes.kind", "cairn://authors/p2/recipes?sort=kind",
    "cairn://recipes/p1/~edit", "cairn://~changes?where=kind", "cairn://recipes?where=kind=%22",
    "cairn://recipes?where=kind", "cairn://recipes?columns=*",
  ]
  private static let renamed = [
    "cairn://recipes?where=category=soup%20-rating%3E3&sort=-category,name"
      + "&columns=Name:20,Category&group=category",
    "cairn://recipes?view=frequency:category,repeated",
    "cairn://recipes?view=frequency:Name,max:category",
    "cairn://recipes?view=duplicates:Name,category",
    "cairn://recipes?view=frequency:category", "cairn://recipes?Category=soup&totals=sum",
    "cairn://authors?where=no:recipes.category", "cairn://authors/p2/recipes?sort=category",
    "cairn://recipes/p1/~edit", "cairn://~changes?where=kind", "cairn://recipes?where=kind=%22",
    "cairn://recipes?where=kind", "cairn://recipes?columns=*",
  ]

  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Recipe
      %title: Name
      %attribute: Name string
      %attribute: Kind string
      %attribute: Rating integer
      %relationship: Author to-one Author inverse=Recipes

      %rec: Author
      %attribute: Name string
      %relationship: Recipes to-many Recipe inverse=Author
      """)
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let favorites = try Self.urls.map {
      NewFavorite(url: try ScreenURL(parsing: $0).text, title: $0)
    }
    try workspace.save(.add(favorites))
  }

  private func texts(_ urls: [String]) throws -> [String] {
    try urls.map { try ScreenURL(parsing: $0).text }
  }

  private func rename(_ old: String, to new: String) throws {
    let entity = try #require(workspace.store.snapshot.model["Recipe"])
    let field = try #require(entity.property(matching: old))
    let prompt = try presented(ModelChanges(client: client).rename(field, of: entity))
    _ = prompt.insert(new)
    _ = settle(prompt.perform(.accept) ?? [])
  }

  /// The present URLs of the favorites.
  private func shown() throws -> [String] { try workspace.favorites().map(\.presentURL) }

  @Test func `has its new name in every favorite, until that is undone`() throws {
    try rename("Kind", to: "Category")
    try expectEqual(shown(), texts(Self.renamed))
    _ = settle(client.undo())
    try expectEqual(shown(), texts(Self.urls))
  }

  @Test func `is called by its new name where the model was changed elsewhere`() throws {
    try workspace.store.updateModel { model throws(StoreError) in
      try model.renamingField("Kind", of: "Recipe", to: "Category")
    }
    try expectEqual(shown(), texts(Self.renamed))
    let list = try RecordListSource(
      try ScreenURL(parsing: Self.urls[0]), entity: "Recipe", origin: nil, client: client)
    expectEqual(list.columns.map(\.title), ["Name", "Category"])
  }
}
