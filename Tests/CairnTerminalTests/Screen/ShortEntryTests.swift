import CairnInterface
import Glibc
import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct `A description with short attributes` {
  @Test func `sends what changed, and nothing of another character set`() async throws {
    let outside = try PseudoTerminal(width: GlyphWidth.columns(of:))
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      unsafe setenv("TERMINFO", "/nowhere", 1)
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      expectEqual(unsafe String(cString: getenv("TERMINFO")), "/nowhere")
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
    }
    outside.readAll()
    let sent = String(decoding: outside.received, as: UTF8.self)
    expectTrue(sent.contains("\u{1B}[1m"), "\(sent)")
    expectTrue(!sent.contains("\u{1B}(B") && !sent.contains("[0;"), "\(sent)")
    expectTrue(outside.screen.unknown.isEmpty)
  }

  @Test func `is an entry that can be read, or the same`() {
    var changed = 0
    for (name, _) in TerminalEntry.installed() where name.hasPrefix("xterm") {
      let screens = ShortEntry.use(name) { name }
      if screens != nil { changed += 1 }
    }
    expectTrue(changed > 3, "\(changed)")
    expectEqual(ShortEntry.changed([]), nil)
    expectEqual(ShortEntry.changed(Array(repeating: 0x1A, count: 40)), nil)
    expectEqual(ShortEntry.use("no/such") { 1 }, nil)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `takes no harm from bytes that are none`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let header: [UInt8] = [0x1A, 0x01]
    _ = ShortEntry.changed(header + generator.bytes(atMost: 600))
  }
}
