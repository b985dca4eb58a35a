import CairnInterface
import Glibc
import TestSupport
import Testing

@testable import CairnTerminal

/// Guards that nobody meets a terminal on which keys do something else than they say.
@Suite struct `Every terminal that is described` {
  @Test func `has the keys of its entry and keeps its modes, or can't be drawn on`() async {
    await #expect(processExitsWith: .success) {
      // Terminals of old are sent pauses, of which the database has minutes.
      unsafe setenv("NCURSES_NO_PADDING", "1", 1)
      // Both ends of the terminal are here, so it hangs up before this process ends.
      signal(SIGHUP, SIG_IGN)
      let outside = try PseudoTerminal()
      try PseudoTerminal.adopt(outside.name)
      let modes = outside.modes
      var counts = (drawn: 0, refused: 0, keys: 0)
      // One issue for all, as each takes its time and there may be thousands.
      var wrong: [String] = []
      for (name, entry) in TerminalEntry.installed() {
        let screen: CursesScreen
        do throws(TerminalError) {
          screen = try CursesScreen(
            descriptor: unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC),
            types: TerminalType.candidates(name), wantsColors: false)
        } catch {
          let isSimple = entry.isHardcopy || entry.strings[.cursorAddress] == nil
          if !isSimple || error != .tooSimple(type: name) { wrong.append("\(name): \(error)") }
          if outside.modes != modes { wrong.append("\(name), refused, leaves other modes") }
          counts.refused += 1
          continue
        }
        counts.drawn += 1
        screen.enter()
        if outside.modes == modes { wrong.append("\(name) is drawn on in the modes of a shell") }
        screen.leave()
        outside.readAll()
        if outside.modes != modes { wrong.append("\(name) leaves other modes") }
        // A name that says nothing, as `unknown` does, is that of a common terminal.
        guard screen.type == name else { continue }
        var decoder = InputDecoder(keys: screen.keys)
        for (capability, code) in TerminalEntry.keys {
          guard let bytes = entry.strings[capability], !bytes.isEmpty else { continue }
          counts.keys += 1
          let events = decoder.decode(bytes, at: .zero) + decoder.expire()
          if events != [.key(entry.expectedKey(for: bytes, code))] {
            wrong.append("\(name) sends \(bytes) for \(code), taken for \(events)")
          }
        }
      }
      let report = "\(wrong.count) of \(counts): \(wrong.prefix(20).joined(separator: "; "))"
      expectTrue(wrong.isEmpty, "\(report)")
      // With ncurses-term there are thousands, and without it this would show little.
      expectTrue(counts.drawn > 2_000 && counts.refused > 200 && counts.keys > 10_000, "\(counts)")
    }
  }

  @Test(arguments: [
    ("wy50", "\u{1}@\r", "F1"), ("6053", "\u{1E}q", "F1"), ("6053", "\u{18}", "Right"),
    ("wy60", "\u{1B}K", "PageDown"), ("cons25", "\u{1B}[M", "F1"),
    ("scoansi", "\u{1B}[G", "PageDown"), ("rxvt", "\u{1B}Oa", "C-Up"), ("vt100", "\u{1B}[A", "Up"),
  ])
  func `brings its keys to the program`(type: String, bytes: String, key: String) async throws {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    outside.send("j\(bytes)k")
    await #expect(processExitsWith: .success) {
      [name = outside.name as String, type = type as String, key = key as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: type)
      var events: [TerminalInput] = []
      let end = ContinuousClock.now + PseudoTerminal.timeout
      while events.count < 3, .now < end { events += terminal.wait(until: end) }
      expectEqual(events, [.event(.key("j")), .event(.key(key)), .event(.key("k"))])
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
    }
    expectEqual(outside.modes, modes)
  }

  @Test(arguments: [
    ("xterm", ["?2004h", "?1004h", "?1000h"]), ("screen", ["?2004h", "?1004h", "?1000h"]),
    ("scoansi", []), ("wy370", []), ("linux", []), ("vt100", []), ("ansi", []), ("wy50", []),
    ("hz1500", []), ("adm3a", []), ("hpterm", []), ("vt52", []), ("tvi955", []),
  ])
  func `is asked for the reports that it can send`(type: String, asked: [String]) async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) {
      [name = outside.name as String, type = type as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: type)
      terminal.setTitle("Soup")
      let hasWindow = ["xterm", "screen"].contains(type)
      expectEqual(terminal.copy("Soup", environment: [:]), hasWindow ? .sent : .impossible)
      terminal.close()
    }
    outside.readAll()
    let sent = String(decoding: outside.received, as: UTF8.self)
    for mode in ["?2004h", "?1004h", "?1000h", ">4;0m", ">0u", "<u"] {
      let isAsked = asked.contains(mode) || !asked.isEmpty && !mode.hasPrefix("?")
      expectEqual(sent.contains("\u{1B}[\(mode)"), isAsked, "\(mode)")
    }
    expectTrue(!asked.isEmpty || !sent.contains("\u{1B}]") && !sent.contains("\u{1B}P"))
  }

  @Test func `is left by its own means after a crash`() async throws {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    await #expect(processExitsWith: .signal(SIGABRT)) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "hpterm")
      terminal.draw(Canvas.sample(terminal.size))
      abort()
    }
    outside.readAll()
    let sent = String(decoding: outside.received, as: UTF8.self)
    // The mode in which its keys send what the entry has, on and off.
    expectTrue(sent.contains("\u{1B}&s1A") && sent.contains("\u{1B}&s0A"))
    expectTrue(!sent.contains("\u{1B}["))
    expectEqual(outside.modes, modes)
  }
}

extension TerminalEntry {
  /// The keys that are asked for, the one first that two with the same bytes are taken for.
  fileprivate static let keys: [(capability: Capability, code: Key.Code)] = [
    (.up, .up), (.down, .down), (.left, .left), (.right, .right), (.home, .home), (.end, .end),
    (.pageUp, .pageUp), (.pageDown, .pageDown), (.f1, .function(1)),
  ]

  /// What the bytes of a key are to be taken for, which isn't that key in three cases.
  fileprivate func expectedKey(for bytes: [UInt8], _ code: Key.Code) -> Key {
    // The arrow to the right of 7 entries is Tab, without which nobody gets through a form.
    if bytes == [0x09] { return Key(.tab) }
    // The arrow to the left of 446 entries, and Home of 51, is what Backspace sends, too, or the
    // entry names nothing else for that; there is no other key that erases.
    let backspace = strings[.backspace] ?? [0x08]
    if bytes == [0x08], backspace == bytes { return Key(.backspace) }
    // A dozen of entries have the same for two keys, as ztx has for Down and F1.
    let first = Self.keys.first { strings[$0.capability] == bytes }
    return Key(first?.code ?? code)
  }
}
