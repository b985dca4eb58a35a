import CairnFiles
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import Testing

/// A store in memory with recipes and authors, and a client over it whose jobs run at once.
struct Kitchen {
  static let now = "2026-11-21T09:30:00Z"

  static let modelText = """
    %rec: Author
    %plural: authors
    %mandatory: Name
    %relationship: Recipes to-many Recipe inverse=Author

    %rec: Recipe
    %plural: recipes
    %title: Name
    %handle: Slug
    %mandatory: Name
    %singular: Slug
    %type: Rating range 0 5
    %type: Made date
    %attribute: Notes text
    %attribute: Tags tags
    %relationship: Author to-one Author inverse=Recipes
    %columns: Name Rating Author
    """

  let files = MemoryFileSystem()
  let store: ObjectStore
  let client: StoreClient

  init() throws {
    let now = try #require(Timestamp(Self.now))
    store = try ObjectStore.create(
      ObjectStore.Options(folder: "/kitchen", fileSystem: files, clock: { now }),
      modelText: Self.modelText)
    client = StoreClient(store, clock: { WallClock(now: now) })
  }

  /// A kitchen with soup and tart, which are rated, and with bread by Ines.
  static func withThreeRecipes() throws -> Kitchen {
    let kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Ines")])
    try kitchen.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(2)])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Author": .link(ines.key)])
    try kitchen.add("Recipe", ["Name": .text("Onion tart"), "Rating": .integer(5)])
    return kitchen
  }

  /// Adds a record with these texts and links, and returns it.
  @discardableResult
  func add(_ entity: String, _ values: [String: Value]) throws -> ObjectID {
    let context = store.newContext()
    let record = try context.create(entity)
    for (name, value) in values { record[name] = value }
    try context.save(title: "add")
    return record.id
  }

  /// Writes in the recipes' file as an editor would.
  func write(_ text: String, insteadOf old: String) throws {
    try store.fold()
    let path = "/kitchen/data/Recipe/0000.rec"
    let before = String(decoding: try files.read(path), as: UTF8.self)
    try files.replace(path, with: Array(before.replacing(old, with: text).utf8))
    try store.refresh()
    _ = client.reload()
  }

  /// Changes the model as another program would.
  func changeModel(_ text: String) throws {
    try store.commit(title: "change the model") { (draft) throws(StoreError) in
      try draft.updateModel(try ObjectModel(parsing: text))
    }
  }

  /// Lets recipes have ingredients, which are nothing without them.
  func addIngredients() throws {
    let links = "%relationship: Ingredients to-many Ingredient inverse=Recipe delete=cascade\n"
    try changeModel(
      Self.modelText.replacing("%columns:", with: links + "%columns:") + """


        %rec: Ingredient
        %plural: ingredients
        %title: Item
        %attribute: Item string
        %relationship: Recipe to-one Recipe inverse=Ingredients
        """)
  }

  func list(_ url: ScreenURL) throws -> RecordListSource {
    try RecordListSource(url, entity: "Recipe", origin: nil, client: client)
  }
}

/// Carries out effects as a session would, jobs at once, and remembers what was said and opened.
struct EffectLog {
  private(set) var messages: [String] = []
  private(set) var opened: [String] = []
  private(set) var revealed: [String] = []
  private(set) var backCount = 0
  private(set) var retryCount = 0

  mutating func carryOut(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .run(let job): carryOut(job.completion(job.work()))
      case .say(let message): messages.append(message.text)
      case .open(let url): opened.append(url.text)
      case .reveal(let urls): revealed += urls.map(\.text)
      case .back: backCount += 1
      case .retry: retryCount += 1
      default: continue
      }
    }
  }
}
