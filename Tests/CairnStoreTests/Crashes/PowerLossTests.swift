import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `After a loss of power` {
  /// The limits of an ordinary run; else so many states for each of its rounds.
  private func limits(
    usual: CrashSearch.Limits, torture: CrashSearch.Limits, states: Int
  ) -> CrashSearch.Limits {
    guard Torture.isOn else { return usual }
    var limits = torture
    limits.most = states
    return limits
  }

  private func search(_ script: CrashScript, states: Int) throws {
    let limits = limits(
      usual: CrashSearch.Limits(breadth: 16, again: 60),
      torture: CrashSearch.Limits(breadth: 1024, again: 4), states: Torture.rounds(states))
    try search(script, limits)
  }

  private func search(
    _ script: CrashScript, _ limits: CrashSearch.Limits, seed: UInt64 = 1
  ) throws {
    let search = CrashSearch(script, limits, seed: seed, isTallied: true)
    try search.run()
    expectEqual(search.violations, [], "\(script.steps)")
    print("power lost in \(script.steps.count) steps with seed \(seed): \(search.account)")
  }

  // T1, E1, E2, E4, E5
  @Test func `at any moment what was acknowledged is there, and nothing in part`() throws {
    try search(.whole, states: 12_000)
  }

  // E1, E4, E11, S20
  @Test func `in the middle of a change of a collection's name nothing is lost or there twice`()
    throws
  {
    try search(.renaming, states: 8_000)
  }

  // E1, E2, E4, E5
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(7)))
  func `in any order of saves, folds and deaths what was acknowledged is there`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let script = CrashScript.random(&generator)
    let limits = limits(
      usual: CrashSearch.Limits(breadth: 8, again: 60),
      torture: CrashSearch.Limits(breadth: 128, again: 16), states: 4_000)
    try search(script, limits, seed: seed)
  }

  // T2. The search must see each of these, or it would not see the mistake in the engine.
  @Test(arguments: Mutation.allCases)
  func `something is wrong if a safety step is left out`(mutation: Mutation) throws {
    let frames = KnownFrames()
    let limits = CrashSearch.Limits(breadth: 256, again: 0, most: 20_000)
    let search = CrashSearch(.whole, limits, seed: 1) { mutation.files(over: $0, frames) }
    try search.run()
    Tally.add("safety steps left out")
    expectTrue(!search.violations.isEmpty, "\(mutation.rawValue), and \(search.account) are right")
  }
}
