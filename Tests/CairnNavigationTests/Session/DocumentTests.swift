@testable import CairnNavigation
import TestSupport
import Testing

@Suite struct `A session's file` {
  @Test(arguments: SeededGenerator.seeds(100))
  func `gives back the state that it was made of`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    guard let state = generator.state().kept(by: .all) else { return }
    let bytes = StateDocument.bytes(state, savedAt: .start)
    let contents = try StateDocument.read(bytes)
    expectEqual(contents.state, state)
    expectEqual(contents.savedAt, .start)
    expectEqual(StateDocument.bytes(contents.state, savedAt: .start), bytes)
    expectEqual(
      bytes.split(separator: UInt8(ascii: "\n")).count,
      1 + state.entries.count
        + state.recents.count)
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `holds what changed since it was last written, and what didn't`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = NavigatorState.atHome()
    for _ in 0..<20 {
      state = .reduce(state, generator.action(on: state))
      guard let kept = state.kept(by: .all) else { continue }
      try expectEqual(StateDocument.read(StateDocument.bytes(kept, savedAt: .start)).state, kept)
    }
  }

  @Test func `has closed tabs in its first line, where older programs pass over them`() throws {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [Visit("cairn://w")]), .closeTab(1))
    let bytes = StateDocument.bytes(state, savedAt: .start)
    let read = try StateDocument.read(bytes).state
    expectEqual(read.after(.reopenTab).trail, "w [x]")
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    expectEqual(lines.count, 1 + state.entries.count + state.recents.count)
    // What older programs write has none.
    let older = String(decoding: bytes, as: UTF8.self).replacing("closedTabs", with: "other")
    try expectTrue(StateDocument.read(Array(older.utf8)).state.closedTabs.isEmpty)
  }

  /// Invariant 10.
  @Test func `is refused if it is cut anywhere`() throws {
    let state = NavigatorState.atHome().opening("a", "b").after(.back)
    let bytes = StateDocument.bytes(state, savedAt: .start)
    for length in bytes.indices {
      #expect(throws: StateDamage.self, "cut at \(length)") {
        try StateDocument.read(Array(bytes[..<length]))
      }
    }
    #expect(throws: StateDamage.self) { try StateDocument.read(bytes + [10]) }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `is read or refused with any bytes changed, and never traps`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let state = generator.state(after: 8)
    var bytes = StateDocument.bytes(state, savedAt: .start)
    for _ in 0..<generator.number(1...4) {
      bytes[generator.number(0...bytes.count - 1)] = UInt8(generator.number(0...255))
    }
    guard let read = try? StateDocument.read(bytes).state else { return }
    expectEqual(read.entries.count, state.entries.count)
    expectTrue(!read.jsonText.isEmpty)
  }

  @Test(arguments: [
    ("", StateDamage.noHeader), ("\n", .headerNotJSON("")), ("[]\n", .otherFormat),
    (#"{"format":"cairn navigation","version":2}"# + "\n", .newerVersion(2)),
    (#"{"format":"cairn navigation","version":1}"# + "\n", .missing("savedAt")),
  ])
  func `is refused for a reason`(text: String, damage: StateDamage) throws {
    let error = try #require(throws: StateDamage.self) { try StateDocument.read(Array(text.utf8)) }
    if case .headerNotJSON = damage {
      expectTrue("\(error)".hasPrefix("its first line is no JSON: "))
    } else {
      expectEqual(error, damage)
    }
  }

  @Test(arguments: [
    (#""selectedTab":0"#, #""selectedTab":9"#), (#""selectedTab":0"#, #""selectedTab":-1"#),
    (#""current":3"#, #""current":2"#), (#""current":3"#, #""current":"3""#),
    (#""tabs":[{"#, #""tabs":[],"t":[{"#), (#""lastID":4"#, #""lastID":1"#),
    (#""home":"cairn://home""#, #""home":"%""#), (#""recents":["#, #""recents":[99,"#),
  ])
  func `is refused if its header contradicts itself`(part: String, replacement: String) throws {
    let state = NavigatorState.atHome().opening("a")
    let bytes = StateDocument.bytes(state, savedAt: .start)
    let text = String(decoding: bytes, as: UTF8.self)
    var parts = text.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "\(text)")
    parts.insert(Substring(replacement), at: 1)
    #expect(throws: StateDamage.self) {
      try StateDocument.read(Array(parts.joined().utf8))
    }
  }

  @Test func `keeps members and lines that this version doesn't know`() throws {
    let state = NavigatorState.atHome()
    let text = String(decoding: StateDocument.bytes(state, savedAt: .start), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let newer = #"{"id":1,"url":"cairn://home","future":{"a":1},"mode":"sideways"}"#
    let body = newer + "\n" + lines[2] + "\n"
    let old = lines[1].utf8.count + lines[2].utf8.count + 2
    let header = lines[0].split(separator: #""bytes":\#(old)"#, omittingEmptySubsequences: false)
      .joined(separator: #""bytes":\#(body.utf8.count)"#)
    let read = try StateDocument.read(Array("\(header)\n\(body)".utf8)).state
    expectEqual(read.current.mode, .push)
    let changed = read.after(.update(read.current.id, EntryChange(title: "Home")))
    let again = String(decoding: StateDocument.bytes(changed, savedAt: .start), as: UTF8.self)
    expectTrue(again.contains(#""title":"Home""#))
    expectTrue(again.contains(#""future":{"a":1}"#))
  }
}

/// Invariants 8 and 9.
@Suite struct `A restored stack` {
  /// A file whose entries but the current one are garbage of the same length.
  private func garbled(_ state: NavigatorState) -> [UInt8] {
    var lines = StateDocument.bytes(state, savedAt: .start)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    for index in lines.indices where index != 0 && index != state.tab.back.count + 1 {
      lines[index] = lines[index].map { _ in UInt8(ascii: "~") }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  @Test func `decodes no entry but the current one`() throws {
    var state = try testNavigator().state
    for number in 1...1000 { state = state.opening("list/\(number)") }
    state = state.opening("list", mode: .push)
    let restored = try StateDocument.read(garbled(state)).state
    expectEqual(restored.tab.back.count, 1001)
    let navigator = try testNavigator(state: restored)
    expectEqual(navigator.top.name, "list")
    expectEqual(navigator.state.current.damage, nil)
    expectEqual(navigator.buildCount, 1)
  }

  @Test func `keeps an entry whose line can't be read, and its line`() throws {
    let state = NavigatorState.atHome().opening("list", "a")
    let bytes = garbled(state)
    let navigator = try testNavigator(state: StateDocument.read(bytes).state)
    navigator.back()
    expectTrue(navigator.top.name.contains("the line is no JSON"))
    expectEqual(navigator.state.tab.entries.count, 3)
    let saved = StateDocument.bytes(navigator.capture(), savedAt: .start)
    expectTrue(
      saved.count { $0 == UInt8(ascii: "~") } >= bytes.count { $0 == UInt8(ascii: "~") } / 2)
    expectTrue(navigator.capture().jsonText.contains(#""damage": "the line is no JSON"#))
  }
}
