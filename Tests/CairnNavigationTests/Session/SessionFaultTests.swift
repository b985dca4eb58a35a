import CairnFiles
@testable import CairnNavigation
import TestSupport
import Testing

/// Invariant 10.
@Suite struct `Saving a session` {
  private let old = NavigatorState.atHome().opening("old")
  private let new = NavigatorState.atHome().opening("new")

  @Test func `leaves the old state or the new, whichever call fails`() throws {
    var call = 1
    while true {
      let folder = SessionFolder()
      try folder.run { session, _ in try session.save(old, at: .start) }
      let files = FaultyFileSystem(folder.files, Fault(at: call, FileError.full, lasting: .once))
      let failure = save(new, files)
      let restored = try folder.run()
      expectTrue(restored.state == old || restored.state == new, "call \(call)")
      if failure == nil { expectEqual(restored.state, new) }
      if files.failureCount == 0 { break }
      call += 1
    }
    expectTrue(call > 5)
  }

  /// What went wrong; nil if nothing did.
  private func save(_ state: NavigatorState, _ files: FaultyFileSystem) -> NavigationError? {
    do throws(NavigationError) {
      let session = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: files)
      defer { session.release() }
      _ = session.start()
      session.succeed()
      try session.save(state, at: .start)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `survives a loss of power at any time`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let files = MemoryFileSystem(isRecording: true)
    let session = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: files)
    try session.save(old, at: .start)
    let chances = (0..<1000).map { _ in generator.number(0...1) == 0 }
    let after = files.afterLossOfPower { chances[$0 % 1000] }
    let again = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: after)
    expectEqual(again.start().state, old)
  }

  @Test func `still starts, and says so, where nothing can be written`() throws {
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(old, at: .start) }
    let files = FaultyFileSystem(
      folder.files,
      Fault(at: 1, FileError.readOnly, lasting: .forever, of: [.create, .write, .rename]))
    let session = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: files)
    let restored = session.start()
    expectEqual(restored.state, old)
    expectEqual(restored.notices.count, 1)
    #expect(throws: NavigationError.self) { try session.save(new, at: .start) }
    session.release()
    try expectEqual(folder.run().state, old)
  }
}

@Suite struct `What is kept of the navigation` {
  private var state: NavigatorState {
    let first = NavigatorState.atHome().opening("a", "b")
      .after(.open(Visit("cairn://draft", importance: .draft), parents: []))
      .after(.open(Visit("cairn://secret", isSaved: false), parents: []), .back, .back)
    return first.after(.openTab(Visit("cairn://x"), parents: [])).opening("y").after(.selectTab(0))
  }

  @Test(arguments: [
    (Persistence.root, ["[home] draft", "[x]"]), (.top, ["[b] draft"]),
    (.all, ["home a [b] draft", "x [y]"]),
  ])
  func `follows the setting, and never leaves out a draft`(mode: Persistence, trails: [String])
    throws
  {
    let kept = try #require(state.kept(by: mode))
    expectEqual(kept.tabs.indices.map { kept.after(.selectTab($0)).trail }, trails)
    expectEqual(kept.selectedTab, 0)
    let drafts = try #require(state.kept(by: .none))
    expectEqual(drafts.draftCount, 1)
    expectEqual(drafts.entries.map(\.importance), [.draft])
    let begun = drafts.beginning(at: Visit("cairn://home"))
    expectEqual(begun.current.url.text, "cairn://home")
    expectEqual(begun.draftCount, 1)
    expectEqual(NavigatorState.atHome().kept(by: .none), nil)
  }

  @Test func `is nothing if nothing is left`() {
    let secret = NavigatorState(Visit("cairn://secret", isSaved: false))
    expectEqual(secret.kept(by: .all), nil)
  }

  @Test func `expires by age, drafts excepted`() throws {
    func at(_ time: Int64, _ url: ScreenURL, _ importance: Importance = .normal) -> NavigatorAction
    {
      .open(Visit(url, importance: importance, savedAt: Timestamp(milliseconds: time)), parents: [])
    }
    let state = NavigatorState(Visit("cairn://home", savedAt: Timestamp(milliseconds: 100)))
      .after(
        at(1, "cairn://old"), at(2, "cairn://draft", .draft), at(100, "cairn://new"),
        at(3, "cairn://last"))
    let kept = try #require(state.expiring(before: Timestamp(milliseconds: 50)))
    expectEqual(kept.trail, "home draft [new]")
    expectEqual(kept.recents.map(\.url.text), ["cairn://new", "cairn://home"])
    let old = NavigatorState(Visit("cairn://home", savedAt: Timestamp(milliseconds: 1)))
    expectEqual(old.expiring(before: Timestamp(milliseconds: 50)), nil)
    expectEqual(Timestamp(milliseconds: 5000).before(.seconds(2)), Timestamp(milliseconds: 3000))
  }

  @Test func `is shown as a document`() throws {
    let shown = NavigatorState.atHome().opening("a").after(.back).jsonText
    expectEqual(
      shown,
      """
      {
        "version": 1,
        "selectedTab": 0,
        "tabs": [
          {
            "back": [],
            "current": {
              "url": "cairn://home",
              "mode": "push",
              "title": "home",
              "state": null,
              "savedAt": "1970-01-01T00:00:00.000Z"
            },
            "forward": [
              {
                "url": "cairn://a",
                "mode": "push",
                "title": "a",
                "state": null,
                "savedAt": "1970-01-01T00:00:00.000Z"
              }
            ]
          }
        ],
        "recents": [
          {
            "url": "cairn://a",
            "mode": "push",
            "title": "a",
            "state": null,
            "savedAt": "1970-01-01T00:00:00.000Z"
          },
          {
            "url": "cairn://home",
            "mode": "push",
            "title": "home",
            "state": null,
            "savedAt": "1970-01-01T00:00:00.000Z"
          }
        ]
      }
      """)
  }
}
