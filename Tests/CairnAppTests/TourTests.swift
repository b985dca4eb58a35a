import CairnFiles
import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

@Suite struct `The tour` {
  private let workspace: Workspace

  init() throws { workspace = try .fixture() }

  private func tip(_ tour: Tour, at url: String = "cairn://recipes", favorites: Int = 8) throws
    -> String?
  {
    try tour.tip(at: ScreenURL(parsing: url), favorites: favorites, .standard)?.text
  }

  @Test func `leads from a filter to a favorite and back after a restart`() throws {
    let tour = Tour(workspace)
    try expectEqual(tip(tour), nil)
    tour.begin()
    try expectEqual(tip(tour)?.hasPrefix("find: open a list, press /"), true)
    let filtered = "cairn://recipes?where=onion"
    try expectEqual(tip(tour, at: filtered)?.hasPrefix("keep: press b and Enter"), true)
    try expectEqual(tip(tour)?.hasPrefix("keep: "), true, "the step stays on other screens")
    try expectEqual(tip(tour, favorites: 9)?.hasPrefix("press q to quit"), true)
    let next = Tour(workspace)
    try expectEqual(tip(next), "you are back; the tour is over")
    try expectEqual(tip(Tour(workspace)), nil)
  }

  @Test func `goes on with its step after a restart, and can be left and begun again`() throws {
    let tour = Tour(workspace)
    tour.begin()
    _ = try tip(tour, at: "cairn://recipes?where=onion")
    let next = Tour(workspace)
    try expectEqual(tip(next)?.hasPrefix("keep: "), true)
    expectEqual(settle(next.toggle()), ["tour ended · z? begins it again"])
    try expectEqual(tip(next), nil)
    try expectEqual(tip(Tour(workspace)), nil)
    _ = next.toggle()
    try expectEqual(tip(next)?.hasPrefix("find: "), true)
  }

  @Test func `names the keys that a person has`() throws {
    let tour = Tour(workspace)
    tour.begin()
    let keys = try Configuration(parsing: "[keys]\n\"list.filter\" = \"F5\"\n").actions.table
    let words = tour.tip(at: ScreenURL(["recipes"]), favorites: 0, keys)?.text
    expectEqual(words?.contains("press F5"), true)
  }

  @Test func `begins when a demo is opened for the first time`() throws {
    let files = MemoryFileSystem()
    let first = try Sample.favored.openDemo(environment: .fixture(), fileSystem: files)
    try expectEqual(tip(Tour(first))?.hasPrefix("find: "), true)
    _ = Tour(first).toggle()
    try first.close()
    let second = try Sample.favored.openDemo(environment: .fixture(), fileSystem: files)
    try expectEqual(tip(Tour(second)), nil)
  }
}
