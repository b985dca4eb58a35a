import CairnFiles
import CairnNavigation
import CairnScreens
import CairnStore
import Testing

@testable import CairnRecords

/// A recipe with its ingredients and steps, and a form of it.
struct Cookbook {
  static let modelText = """
    %rec: Recipe
    %plural: recipes
    %mandatory: Name
    %attribute: Name string
    %relationship: Author to-one Author inverse=Recipes
    %relationship: Ingredients to-many Ingredient inverse=Recipe ordered delete=cascade
    %relationship: Steps to-many Step inverse=Recipe ordered delete=cascade
    %relationship: Friends to-many Recipe

    %rec: Author
    %plural: authors
    %mandatory: Name
    %relationship: Recipes to-many Recipe inverse=Author

    %rec: Ingredient
    %plural: ingredients
    %title: Item
    %mandatory: Item
    %attribute: Quantity decimal
    %attribute: Unit string
    %attribute: Item string
    %attribute: Note text
    %relationship: Recipe to-one Recipe inverse=Ingredients
    %columns: Quantity Unit Item Note

    %rec: Step
    %plural: steps
    %attribute: Text string
    %attribute: Photo data
    %relationship: Recipe to-one Recipe inverse=Steps
    """

  let store: ObjectStore
  let client: StoreClient

  init() throws {
    let now = try #require(Timestamp("2026-11-21T09:30:00Z"))
    store = try ObjectStore.create(
      ObjectStore.Options(folder: "/kitchen", fileSystem: MemoryFileSystem(), clock: { now }),
      modelText: Self.modelText)
    client = StoreClient(store, clock: { WallClock(now: now) })
  }

  private var recipe: ObjectID { ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)) }

  func form() throws -> RecordFormSource {
    client.snapshot.row(recipe) == nil
      ? RecordFormSource(
        new: try #require(client.snapshot.model["Recipe"]), filledWith: [], client: client)
      : try RecordFormSource(editing: recipe, client: client)
  }

  /// Saves values through a form; why it was refused, by field.
  func save(
    _ values: [String: String], from form: RecordFormSource? = nil
  ) throws -> [String: String] {
    let form = try form ?? self.form()
    var all = form.fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    all.merge(values) { $1 }
    var refused: [String: String] = [:]
    var log = EffectLog()
    log.carryOut(
      form.save(all) { outcome in
        if case .refused(let refusals) = outcome { refused = refusals }
        return []
      })
    return refused
  }

  func lines(_ name: String = "Ingredients") throws -> String? {
    try form().fields.first { $0.name == name && $0.kind == .lines }?.value
  }

  /// The keys of the ingredients in their order.
  func keys() throws -> [String] {
    try client.snapshot.linkedKeys(of: recipe, "Ingredients").map { "\($0)" }
  }
}
