import CairnTerminal
import TestSupport
import Testing

@Suite struct `A signal to another process` {
  @Test(arguments: [(ProcessSignal.terminate, Int32(15)), (.kill, 9)])
  func `ends it`(signal: ProcessSignal, number: Int32) throws {
    let session = try TerminalSession(["/bin/cat"])
    try signal.send(to: session.processNumber)
    try expectEqual(session.waitForEnd(), 128 + number)
  }

  @Test func `says so if there is no such process`() {
    // Beyond the greatest number that Linux gives a process.
    let error = #expect(throws: TerminalError.self) {
      try ProcessSignal.terminate.send(to: (1 << 22) + 1)
    }
    expectEqual(error?.description.contains("signal process"), true)
  }
}
