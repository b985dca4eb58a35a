import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A computer whose battery is empty begins in another year.
@Suite struct `A wrong clock` {
  private let files = MemoryFileSystem()
  private let clock = Clock()
  private let store: ObjectStore

  init() throws {
    clock.set(days: 20_000)
    var options = Fixture.options(files)
    options.clock = { [clock] in clock.now }
    store = try ObjectStore.create(options, modelText: Fixture.modelText)
    try store.addRecipe("Soup")
    try store.fold()
  }

  private func use(onDay day: Int, _ title: String) throws {
    clock.set(days: day)
    try store.addRecipe(title)
    try store.fold()
    try store.compact()
  }

  private var titles: [String] { get throws { try store.history().map(\.title) } }

  @Test(arguments: [20_300, 20_400, 21_500, 40_000, 2_000_000, 19_000, 0])
  func `takes no history away`(day: Int) throws {
    try use(onDay: day, "Wrong")
    try use(onDay: day, "Wrong again")
    try expectTrue(titles.contains("Add Soup"))
    try use(onDay: 20_001, "Right")
    for title in ["Add Soup", "Add Wrong", "Add Right"] { try expectTrue(titles.contains(title)) }
  }

  @Test func `that jumps to and fro takes no history away`() throws {
    for year in 0..<40 {
      try use(onDay: 20_000 + year % 2 * 400 * year, "Year \(year)")
    }
    try expectTrue(titles.contains("Add Soup"))
  }

  @Test func `takes nothing from a store that was made before days were noted`() throws {
    try files.remove("/store/.local/0000/days")
    try use(onDay: 21_500, "Wrong")
    try expectTrue(titles.contains("Add Soup"))
    for text in ["", "x y", "1", "99999999999999999999 1", "\0\0"] {
      try files.replace("/store/.local/0000/days", with: Array(text.utf8))
      try use(onDay: 21_500, "Wrong")
      try expectTrue(titles.contains("Add Soup"), text)
    }
  }

  @Test func `that is right again lets history grow old`() throws {
    try use(onDay: 40_000, "Wrong")
    for day in 20_001...20_100 {
      clock.set(days: day)
      try store.fold()
    }
    try use(onDay: 20_101, "Right")
    // History is deleted from its start, up to the first segment that is too young. The segment of
    // the wrong clock is too young for years.
    try expectTrue(titles.contains("Add Right"))
    try expectTrue(!titles.contains("Add Soup"))
  }

  @Test func `moves by a day for each day at most`() {
    var clock = HistoryClock(startingAt: 100)
    var random = SeededGenerator(seed: 3)
    var days: Set<Int64> = [100]
    for _ in 0..<1_000 {
      let day = Int64.random(in: 0...2_000, using: &random)
      let before = clock.trusted
      clock.see(Timestamp(microseconds: day * Timestamp.day + 5))
      days.insert(day)
      expectTrue(clock.trusted - before <= 1)
      expectTrue(clock.trusted <= 2_000)
      expectTrue(
        clock.trusting(Timestamp(microseconds: .max)).microseconds
          <= (clock.trusted + 1) * Timestamp.day)
    }
    expectEqual(HistoryClock(Array(clock.text.utf8)), clock)
  }
}
