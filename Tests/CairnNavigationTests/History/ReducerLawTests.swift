@testable import CairnNavigation
import TestSupport
import Testing

/// Invariant 7.
@Suite struct `Whatever was done before` {
  @Test(arguments: SeededGenerator.seeds(150))
  func `forward undoes back, and back forward`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let state = generator.state()
    if state.canGoBack { expectEqual(state.after(.back, .forward), state) }
    if state.canGoForward { expectEqual(state.after(.forward, .back), state) }
    if !state.canGoBack { expectEqual(state.after(.back), state) }
    if !state.canGoForward { expectEqual(state.after(.forward), state) }
  }

  @Test(arguments: SeededGenerator.seeds(150))
  func `a new visit drops forward and leads back to where it came from`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let state = generator.state()
    let visited = state.opening("somewhere new")
    expectTrue(visited.tab.forward.isEmpty)
    expectEqual(visited.tab.back, state.tab.back + [state.current])
    expectEqual(visited.after(.back).current, state.current)
  }

  @Test(arguments: SeededGenerator.seeds(150))
  func `moving loses no entry of any tab`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let state = generator.state()
    let target = generator.element(of: state.tab.entries)
    for action in [NavigatorAction.back, .forward, .popToRoot, .jump(target.id)] {
      expectEqual(state.after(action).entries, state.entries)
    }
    expectEqual(state.after(.jump(target.id)).current, target)
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `a draft goes only when it is taken out or its modal place ended`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let state = generator.state()
    let action = generator.action(on: state)
    let meant: [Entry.ID] =
      switch action {
      case .remove(let id): [id]
      case .dismiss: state.tab.modalStack.map(\.id)
      default: []
      }
    let drafts = state.entries.filter { $0.importance == .draft && !meant.contains($0.id) }
    let kept = Set(state.after(action).entries.map(\.id))
    expectTrue(drafts.allSatisfy { kept.contains($0.id) }, "\(action)")
  }

  @Test(arguments: SeededGenerator.seeds(150))
  func `forgetting leaves a person where they are, and nothing old elsewhere`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let state = generator.state()
    let oldest = Timestamp(milliseconds: Int64(generator.number(0...1_000_000)))
    let after = state.after(.forget(before: oldest))
    expectEqual(after.current, state.current)
    expectEqual(after.tab.modalStack, state.tab.modalStack)
    expectEqual(after.tab.entryBelowModal, state.tab.entryBelowModal)
    let here =
      after.tab.modalStack + [after.current] + [after.tab.entryBelowModal].compactMap(\.self)
    let old = after.entries.filter { $0.importance != .draft && $0.savedAt < oldest }
    expectTrue(old.allSatisfy(here.contains))
    expectTrue(after.recents.allSatisfy { $0.savedAt >= oldest })
    expectEqual(after.after(.forget(before: oldest)), after)
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `identities are never given twice, and the shape holds`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var state = NavigatorState.atHome()
    var known: Set<Entry.ID> = [state.current.id]
    for _ in 0..<60 {
      // What comes back with its tab is what it was.
      let before = Set((state.entries + state.closedTabs.flatMap(\.entries)).map(\.id))
      state = .reduce(state, generator.action(on: state))
      let closed = state.closedTabs.flatMap(\.entries)
      let ids = (state.entries + state.recents + closed).map(\.id)
      expectEqual(Set(ids).count, ids.count)
      let new = Set(state.entries.map(\.id)).subtracting(before)
      expectTrue(new.isDisjoint(with: known))
      known.formUnion(new)
      expectTrue(state.tabs.indices.contains(state.selectedTab))
      expectTrue(state.entries.allSatisfy { $0.mode.entersHistory })
      expectTrue(state.closedTabs.count <= NavigatorState.closedTabLimit)
      expectTrue(state.recents.count <= NavigatorState.recentLimit)
      expectEqual(Set(state.recents.map(\.url)).count, state.recents.count)
    }
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `the same actions give the same state`(seed: UInt64) {
    var first = SeededGenerator(seed: seed)
    var second = SeededGenerator(seed: seed)
    expectEqual(first.state(), second.state())
  }
}
