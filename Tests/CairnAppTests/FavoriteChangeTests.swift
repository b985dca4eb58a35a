internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import Testing

@testable internal import CairnApp

@Suite struct `A change of favorites` {
  @Test func `keeps a view once, with a letter of its own`() throws {
    let workspace = try Workspace.fixture()
    let urls = ["recipes", "recipes?sort=Name", "recipes", "~launcher"]
    for url in urls { try workspace.addFavorite(try Address(url), title: "Same", name: nil) }
    let favorites = try workspace.favorites()
    #expect(
      favorites.map(\.url) == ["cairn://recipes", "cairn://recipes?sort=Name", "cairn://~launcher"])
    #expect(Set(favorites.compactMap(\.letter)).count == 3)
  }

  // Each move halves the gap between the same two neighbors, far past what a number can halve.
  @Test func `keeps the order over any number of moves between the same neighbors`() throws {
    let workspace = try Workspace.fixture()
    let urls = [
      "cairn://recipes?view=a", "cairn://recipes?view=b", "cairn://recipes?view=c",
      "cairn://recipes?view=d",
    ]
    try keep(urls, in: workspace)
    var expected = urls
    for turn in 0..<200 {
      let last = expected.removeLast()
      expected.insert(last, at: 1)
      try workspace.moveFavorite(try Address(last), to: 2)
      #expect(try workspace.favorites().map(\.url) == expected, "after move \(turn + 1)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `moves a favorite to any place`(seed: UInt64) throws {
    let workspace = try Workspace.fixture()
    var expected = (0..<6).map { "cairn://recipes?view=f\($0)" }
    try keep(expected, in: workspace)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let from = Int.random(in: 0..<6, using: &random)
      let place = Int.random(in: 1...8, using: &random)
      let url = expected.remove(at: from)
      expected.insert(url, at: min(place - 1, 5))
      try workspace.moveFavorite(try Address(url), to: place)
      #expect(try workspace.favorites().map(\.url) == expected, "seed \(seed)")
    }
  }

  @Test func `moves a favorite within its section, and no section past another`() throws {
    let workspace = try Workspace.fixture()
    let urls = ["a", "b", "c", "d", "e"].map { "cairn://recipes?view=\($0)" }
    try keep(urls, in: workspace)
    for url in [urls[1], urls[3]] { try put(url, in: "Work", workspace) }
    func order() throws -> String {
      try workspace.favorites().map { String($0.url.suffix(1)) }.joined()
    }
    #expect(try order() == "acebd")
    let client = StoreClient(workspace.store, clock: { WallClock(now: .init(microseconds: 0)) })
    let launcher = RecordLauncher(client: client, place: "")
    func move(_ name: Character, _ offset: Int) throws -> String {
      let favorite = try #require(launcher.favorites.first { $0.url.last == name })
      for case .run(let job) in launcher.moveFavorite(favorite.id, by: offset) {
        _ = job.completion(job.work())
      }
      #expect(try launcher.favorites.map { String($0.url.suffix(1)) }.joined() == order())
      return try order()
    }
    #expect(try move("a", 1) == "caebd")
    #expect(try move("e", 1) == "caebd")
    #expect(try move("a", 1) == "ceabd")
    #expect(try move("b", -1) == "ceabd")
    #expect(try move("b", 1) == "ceadb")
    try workspace.moveFavorite(try Address(urls[0]), to: 1)
    #expect(try order() == "acedb")
    try workspace.moveFavorite(try Address(urls[0]), to: 5)
    #expect(try order() == "ceadb")
  }

  private func put(_ url: String, in section: String, _ workspace: Workspace) throws {
    let favorite = try #require(try workspace.favorites().first { $0.url == url })
    let change = FavoriteChange.update(
      url: favorite.url, title: favorite.title, letter: favorite.letter, section: section)
    try workspace.store.commit(title: change.title) { (draft) throws(StoreError) in
      try change.apply(to: &draft)
    }
  }

  @Test func `is one to undo`() throws {
    let workspace = try Workspace.fixture()
    try keep(["cairn://recipes", "cairn://~launcher"], in: workspace)
    try workspace.moveFavorite(try Address("recipes"), to: 2)
    try workspace.removeFavorite(try Address("~launcher"))
    _ = try workspace.undo(nil)
    _ = try workspace.undo(nil)
    #expect(try workspace.favorites().map(\.url) == ["cairn://recipes", "cairn://~launcher"])
  }

  @Test func `of what is no favorite is refused`() throws {
    let workspace = try Workspace.fixture()
    for address in ["recipes", "@x"] {
      #expect(throws: AppError.self) { try workspace.removeFavorite(try Address(address)) }
      #expect(throws: AppError.self) { try workspace.moveFavorite(try Address(address), to: 1) }
    }
    #expect(throws: AppError.self) {
      try workspace.addFavorite(try Address("nowhere"), title: nil, name: nil)
    }
    #expect(try workspace.favorites().isEmpty)
  }

  private func keep(_ urls: [String], in workspace: Workspace) throws {
    for url in urls { try workspace.addFavorite(try Address(url), title: nil, name: nil) }
  }
}
