import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `After a loss of power` {
  private func search(
    _ script: CrashScript,
    _ limits: CrashSearch.Limits = CrashSearch.Limits(
      breadth: Torture.isOn ? 1024 : 16, again: Torture.isOn ? 4 : 60),
    seed: UInt64 = 1
  ) throws {
    let search = CrashSearch(script, limits, seed: seed)
    try search.run()
    #expect(search.violations == [], "\(script.steps)")
    search.tally()
    print("power lost in \(script.steps.count) steps with seed \(seed): \(search.account)")
  }

  // E1, E2, E4, E5
  @Test func `at any moment what was acknowledged is there, and nothing in part`() throws {
    try search(.whole)
  }

  // E1, E4, E11, S20
  @Test func `in the middle of a change of a collection's name nothing is lost or there twice`()
    throws
  {
    try search(.renaming)
  }

  // E1, E2, E4, E5
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(2)))
  func `in any order of saves, folds and deaths what was acknowledged is there`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let script = CrashScript.random(&generator)
    let limits = CrashSearch.Limits(
      breadth: Torture.isOn ? 128 : 8, again: Torture.isOn ? 16 : 60)
    try search(script, limits, seed: seed)
  }

  // The search must see each of these, or it would not see the mistake in the engine.
  @Test(arguments: Mutation.allCases)
  func `something is wrong if a safety step is left out`(mutation: Mutation) throws {
    let frames = KnownFrames()
    let limits = CrashSearch.Limits(breadth: 256, again: 0, most: 20_000)
    let search = CrashSearch(.whole, limits, seed: 1) { mutation.files(over: $0, frames) }
    try search.run()
    Tally.add("safety steps left out")
    #expect(!search.violations.isEmpty, "\(mutation.rawValue), and \(search.account) are right")
  }
}
