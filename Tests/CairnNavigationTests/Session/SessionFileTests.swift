import CairnFiles
@testable import CairnNavigation
import TestSupport
import Testing

/// Invariant 10.
@Suite struct `A session` {
  @Test func `comes back in the next run`() throws {
    let folder = SessionFolder()
    let state = NavigatorState.atHome().opening("a", "b").after(.back)
    try folder.run { session, restored in
      expectTrue(restored.state == nil && restored.notices.isEmpty)
      try session.save(state, at: .start)
    }
    let restored = try folder.run()
    expectTrue(restored.state == state && restored.notices.isEmpty)
    try expectEqual(
      SessionFile.peek("main", in: SessionFolder.path, fileSystem: folder.files), state)
  }

  @Test func `keeps five earlier states, one a run`() throws {
    let folder = SessionFolder()
    for number in 0..<9 {
      try folder.run { session, _ in
        try session.save(NavigatorState.atHome().opening("x"), at: .start)
        try session.save(NavigatorState.atHome().opening("run \(number)"), at: .start)
      }
    }
    try expectEqual(
      folder.names(),
      [
        "main.1.jsonl", "main.2.jsonl", "main.3.jsonl", "main.4.jsonl", "main.5.jsonl",
        "main.jsonl",
      ])
    let oldest = try StateDocument.read(folder.read("main.5.jsonl")).state
    expectEqual(oldest.trail, "home [run 3]")
  }

  @Test func `sets a file aside that is cut, and uses the state before`() throws {
    let folder = SessionFolder()
    let first = NavigatorState.atHome().opening("first")
    let second = NavigatorState.atHome().opening("second")
    try folder.run { session, _ in try session.save(first, at: .start) }
    try folder.run { session, _ in try session.save(second, at: .start) }
    let whole = try folder.read()
    for length in stride(from: 0, to: whole.count, by: 7) {
      let cut = SessionFolder()
      try cut.write(Array(whole[..<length]))
      try cut.write(folder.read("main.1.jsonl"), "main.1.jsonl")
      try cut.run { session, restored in
        expectEqual(restored.state, first)
        expectEqual(restored.notices.count, 1)
        expectTrue(restored.notices[0].contains("is kept as /state/store/main.damaged-1.jsonl"))
        try session.save(second, at: .start)
      }
      try expectEqual(cut.read("main.damaged-1.jsonl"), Array(whole[..<length]))
      try expectEqual(cut.run().state, second)
    }
  }

  @Test func `sets a folder aside that stands in the place of a state`() throws {
    let folder = SessionFolder()
    let state = NavigatorState.atHome().opening("first")
    try folder.files.makeFolder("/state/store/main.jsonl/inner")
    for notices in [["no file of states: /state/store/main.jsonl is kept as "], []] {
      try folder.run { session, restored in
        expectEqual(restored.notices.map { String($0.prefix(54)) }, notices)
        try session.save(state, at: .start)
      }
    }
    try expectEqual(folder.run().state, state)
    try expectTrue(folder.names().contains("main.damaged-1.jsonl"))
  }

  @Test func `starts at home if nothing can be read, and keeps every file`() throws {
    let folder = SessionFolder()
    let garbage: [[UInt8]] = [[0, 255, 10], Array("{}\n".utf8), Array("# notes\n".utf8)]
    for (number, bytes) in garbage.enumerated() {
      try folder.write(bytes, number == 0 ? "main.jsonl" : "main.\(number).jsonl")
    }
    let restored = try folder.run()
    expectEqual(restored.state, nil)
    expectEqual(restored.notices.count, 3)
    try expectEqual(folder.names().filter { $0.contains("damaged") }.count, 3)
    try expectEqual((1...3).map { try folder.read("main.damaged-\($0).jsonl") }, garbage)
  }

  @Test func `starts at home after two starts that failed, and keeps the file`() throws {
    let folder = SessionFolder()
    let state = NavigatorState.atHome().opening("trap")
    try folder.run { session, _ in try session.save(state, at: .start) }
    for _ in 1...2 {
      let session = try folder.claim()
      expectEqual(session.start().state, state)
      session.release()
    }
    let third = try folder.claim()
    let restored = third.start()
    expectEqual(restored.state, nil)
    expectEqual(
      restored.notices,
      [
        "the last two starts with it failed: /state/store/main.jsonl is kept as "
          + "/state/store/main.damaged-1.jsonl"
      ])
    third.succeed()
    try third.save(NavigatorState.atHome(), at: .start)
    third.release()
    try expectEqual(StateDocument.read(folder.read("main.damaged-1.jsonl")).state, state)
    try expectEqual(folder.run().state, NavigatorState.atHome())
  }

  @Test func `counts only starts in a row`() throws {
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(.atHome(), at: .start) }
    for _ in 1...4 {
      let session = try folder.claim()
      expectTrue(session.start().state != nil)
      session.release()
      try expectTrue(folder.run().state != nil)
    }
  }

  @Test func `belongs to one process at a time`() throws {
    let folder = SessionFolder()
    let first = try folder.claim()
    #expect(throws: NavigationError.sessionInUse("main")) { try folder.claim() }
    try expectEqual(folder.claim("other").name, "other")
    first.release()
    try expectEqual(folder.claim().name, "main")
  }

  @Test func `is the newest that nobody has, else a new one`() throws {
    let folder = SessionFolder()
    func newest() throws -> SessionFile {
      try SessionFile.claimNewest(orStart: "new", in: SessionFolder.path, fileSystem: folder.files)
    }
    try expectEqual(newest().name, "new")
    for name in ["a", "tmux %3/x.1", "b"] {
      let session = try folder.claim(name)
      try session.save(.atHome(), at: .start)
    }
    let names = try SessionFile.sessions(in: SessionFolder.path, fileSystem: folder.files)
    expectEqual(names.sorted(), ["a", "b", "tmux %3/x.1"])
    let held = try names.map { _ in try newest() }
    expectEqual(held.map(\.name), names)
    // An array may end with its last use, and the locks in it with the array.
    try withExtendedLifetime(held) {
      var started: [SessionFile] = []
      for _ in 1...3 { started.append(try newest()) }
      expectEqual(started.map(\.name), ["new", "new-2", "new-3"])
    }
  }

  @Test(arguments: ["..", ".", "", "/etc/passwd", "a.1", "%", "a\u{0}b", "日本", "~"])
  func `may have any name, and never leaves its folder`(name: String) throws {
    let folder = SessionFolder()
    let session = try folder.claim(name)
    try session.save(.atHome(), at: .start)
    try expectEqual(folder.names().count, 1)
    try expectEqual(SessionFile.sessions(in: SessionFolder.path, fileSystem: folder.files), [name])
  }

  @Test func `is forgotten when it is cleared, or when nothing is to be kept`() throws {
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(.atHome(), at: .start) }
    try folder.run { session, _ in
      try session.save(.atHome(), at: .start)
      try session.save(.atHome(), at: .start, keeping: .none)
    }
    try expectTrue(folder.names().isEmpty)
    try expectEqual(folder.run().state, nil)
  }

  @Test func `works on the machine's own file system`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let files = RealFileSystem()
    let path = folder.path("deep/er")
    let session = try SessionFile.claim("main", in: path, fileSystem: files)
    #expect(throws: NavigationError.sessionInUse("main")) {
      try SessionFile.claim("main", in: path, fileSystem: files)
    }
    try session.save(.atHome(), at: .start)
    expectEqual(session.start().state, .atHome())
    session.release()
    try expectEqual(SessionFile.claim("main", in: path, fileSystem: files).start().state, .atHome())
  }

  @Test func `is there with its drafts if a full disk left only its earlier state`() throws {
    let folder = SessionFolder()
    let draft = NavigatorState.atHome().opening("draft")
    try folder.run { session, _ in try session.save(draft, at: .start) }
    let full = FaultyFileSystem(
      folder.files,
      Fault(at: 1, { FileError.full($0, path: $1) }, lasting: .forever, of: [.write]))
    let session = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: full)
    #expect(throws: NavigationError.self) { try session.save(.atHome(), at: .start) }
    session.release()
    try expectEqual(folder.names(), ["main.1.jsonl"])
    let kept = try SessionFile.kept(in: SessionFolder.path, fileSystem: folder.files)
    expectEqual(kept.map(\.state), [draft])
    let next = try SessionFile.claimNewest(
      orStart: "other", in: SessionFolder.path, fileSystem: folder.files)
    expectTrue(next.name == "main" && next.start().state == draft)
  }

  @Test func `keeps a copy of a state with a line that can't be read, once`() throws {
    let folder = SessionFolder()
    try folder.run { session, _ in
      try session.save(NavigatorState.atHome().opening("draft"), at: .start)
    }
    let text = String(decoding: try folder.read(), as: UTF8.self)
    let broken = Array(text.replacing("draft\"", with: "draf\"\"").utf8)
    try folder.write(broken)
    for start in 0..<3 {
      try folder.run { session, restored in
        let notices = restored.notices.filter { $0.contains("can't be read; a copy") }
        expectEqual(notices.count, start == 0 ? 1 : 0, "\(restored.notices)")
        try session.save(restored.state ?? .atHome(), at: .start)
      }
    }
    try expectEqual(folder.read("main.damaged-1.jsonl"), broken)
    try expectTrue(!folder.names().contains("main.damaged-2.jsonl"))
  }

  @Test func `sets a state aside that the system doesn't let it read`() throws {
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(.atHome(), at: .start) }
    let files = FaultyFileSystem(
      folder.files, Fault(at: 1, { FileError.full($0, path: $1) }, of: [.read]))
    let session = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: files)
    expectTrue(session.start().notices.contains { $0.contains("main.damaged-1.jsonl") })
    try expectEqual(folder.names().contains("main.damaged-1.jsonl"), true)
  }

  @Test func `comes back if the clock stood before 1970`() throws {
    let folder = SessionFolder()
    let state = NavigatorState.atHome().opening("a")
    try folder.run { session, _ in try session.save(state, at: Timestamp(milliseconds: -1000)) }
    try expectEqual(folder.run().state, state)
  }

  @Test func `leaves no file without a saved state`() throws {
    let folder = SessionFolder()
    try folder.run()
    try expectEqual(folder.files.list(SessionFolder.path), [])
    // Two processes were killed. One of them had saved a state.
    for name in ["gone.lock", "gone.start-1", "gone.start-2", "kept.lock", "kept.1.jsonl"] {
      try folder.write([], name)
    }
    let open = try folder.claim("open")
    try folder.run()
    try expectEqual(
      folder.files.list(SessionFolder.path).sorted(), ["kept.1.jsonl", "kept.lock", "open.lock"])
    #expect(throws: NavigationError.sessionInUse("open")) { try folder.claim("open") }
    open.release()
    try expectEqual(
      folder.files.list(SessionFolder.path).sorted(), ["kept.1.jsonl", "kept.lock"])
  }

  @Test func `is saved by one process after another program deleted the lock`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path("sessions")
    let files = RealFileSystem()
    let first = try SessionFile.claim("main", in: path, fileSystem: files)
    let (mine, other) = (NavigatorState.atHome().opening("a"), NavigatorState.atHome().opening("b"))
    try first.save(mine, at: .start)
    try files.remove("\(path)/main.lock")
    let second = try SessionFile.claim("main", in: path, fileSystem: files)
    try second.save(other, at: .start)
    #expect(throws: NavigationError.sessionInUse("main")) { try first.save(mine, at: .start) }
    second.release()
    // The first takes the session again, and the state of the second is kept.
    try first.save(mine, at: .start)
    try expectEqual(SessionFile.peek("main", in: path, fileSystem: files), mine)
    let earlier = try StateDocument.read(files.read("\(path)/main.1.jsonl")).state
    expectEqual(earlier, other)
    #expect(throws: NavigationError.sessionInUse("main")) {
      try SessionFile.claim("main", in: path, fileSystem: files)
    }
    first.release()
  }

  @Test func `belongs to one process after its lock was removed`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path("sessions")
    let files = RealFileSystem()
    let first = try SessionFile.claim("main", in: path, fileSystem: files)
    first.release()
    try expectEqual(files.list(path), [])
    let second = try SessionFile.claim("main", in: path, fileSystem: files)
    #expect(throws: NavigationError.sessionInUse("main")) {
      try SessionFile.claim("main", in: path, fileSystem: files)
    }
    second.release()
  }
}
