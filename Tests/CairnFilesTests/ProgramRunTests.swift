import CairnFiles
import TestSupport
import Testing

@Suite struct `A program that is run` {
  private func shell(_ script: String, startsSession: Bool = true) -> ProgramRun {
    var run = ProgramRun(
      ["sh", "-c", script], in: "/", variables: ["PATH": "/usr/bin:/bin", "WORD": "said"])
    run.startsSession = startsSession
    return run
  }

  @Test func `is heard on both streams, with its status`() throws {
    let end = try shell("printf %s \"$WORD\"; pwd >&2; exit 3").end()
    expectEqual(end.text, "said")
    expectEqual(String(decoding: end.errors, as: UTF8.self), "/\n")
    expectEqual(end.status, 3)
    expectTrue(!end.wasCanceled)
  }

  @Test func `tells by which signal it ended`() throws {
    try expectEqual(shell("kill -9 $$").end().status, 128 + 9)
  }

  @Test func `says millions of bytes on both streams, and reads as many`() throws {
    var run = shell("cat; head -c 3000000 /dev/zero >&2")
    let input = [UInt8](repeating: 7, count: 3_000_000)
    run.input = .bytes(input)
    let end = try run.end()
    expectEqual(end.output, input)
    expectEqual(end.errors.count, 3_000_000)
  }

  @Test func `is told apart from its folder where either is missing`() throws {
    let program = ProgramRun(["/no/such/program"], in: "/", variables: [:])
    #expect(throws: FileError.notFound(.run, path: "/no/such/program")) { try program.end() }
    let folder = ProgramRun(["sh", "-c", "true"], in: "/no/such/folder", variables: [:])
    #expect(throws: FileError.notFound(.run, path: "/no/such/folder")) { try folder.end() }
  }

  @Test(
    arguments: [
      "sleep 60", "trap '' TERM; while :; do sleep 0.1; done",
      "exec >&- 2>&-; sleep 60", "while :; do echo y; done", "sleep 60 & wait",
    ])
  func `ends when nobody wants it, whatever it does`(script: String) throws {
    let start = ContinuousClock.now
    let end = try shell(script).end { ContinuousClock.now - start > .milliseconds(100) }
    expectTrue(end.wasCanceled)
    expectTrue(end.status != 0)
    expectTrue(ContinuousClock.now - start < .seconds(50))
  }

  @Test func `does not keep waiting for what it left running`() throws {
    let start = ContinuousClock.now
    let end = try shell("sleep 60 & echo $!").end()
    expectEqual(end.status, 0)
    expectTrue(ContinuousClock.now - start < .seconds(50))
    _ = try shell("kill \(end.text)").end()
  }

  @Test func `is ended by who forgets it`() throws {
    var program: RunningProgram? = try shell("trap '' TERM; sleep 60; sleep 60").start()
    expectEqual(program?.answer(to: [], isWhole: { _ in true }), true)
    let start = ContinuousClock.now
    program = nil
    expectTrue(ContinuousClock.now - start < .seconds(50))
  }
}

@Suite struct `A program that is told more while it runs` {
  private func start(_ script: String) throws -> RunningProgram {
    var run = ProgramRun(
      ["sh", "-c", script], in: "/", variables: ["PATH": "/usr/bin:/bin"])
    run.input = .told
    run.startsSession = true
    return try run.start()
  }

  /// The first line of the answer.
  private func line(_ program: RunningProgram, _ words: String) -> String? {
    var heard: [UInt8] = []
    let isWhole = program.answer(to: Array(words.utf8)) { part in
      heard += part
      return heard.last == UInt8(ascii: "\n")
    }
    return isWhole ? String(decoding: heard.dropLast(), as: UTF8.self) : nil
  }

  @Test func `answers one question after another, and ends with the last`() throws {
    let program = try start("while read x; do echo \"<$x>\"; done; echo bye; exit 4")
    expectEqual(line(program, "one\n"), "<one>")
    expectEqual(line(program, "two\n"), "<two>")
    let end = program.end()
    expectEqual(end.text, "bye\n")
    expectEqual(end.status, 4)
  }

  @Test func `hears the last words before its end is waited for`() throws {
    let words = [UInt8](repeating: 7, count: 3_000_000)
    try expectEqual(start("cat").end(telling: words).output, words)
    let deaf = try start("exec <&-; echo no; exit 4").end(telling: words)
    expectEqual(deaf.text, "no\n")
    expectEqual(deaf.status, 4)
    let start = ContinuousClock.now
    let end = try self.start("sleep 60").end(telling: words) {
      ContinuousClock.now - start > .milliseconds(100)
    }
    expectTrue(end.wasCanceled)
    expectTrue(ContinuousClock.now - start < .seconds(50))
  }

  @Test func `does not take the words until it was forgotten for all`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    for number in 1...20 {
      let path = folder.path("\(number)")
      let program = try start("echo on; cat > '\(path)'; echo more >> '\(path)'")
      expectEqual(line(program, number % 2 == 0 ? "x" : ""), "on")
      _ = consume program
      let bytes = (try? RealFileSystem().read(path)) ?? []
      expectTrue(bytes.count <= 1)
    }
  }

  @Test func `takes a question and gives an answer larger than what lies between`() throws {
    let program = try start("cat")
    let words = [UInt8](repeating: 7, count: 3_000_000)
    var heard: [UInt8] = []
    expectTrue(
      program.answer(to: words) { part in
        heard += part
        return heard.count == words.count
      })
    expectEqual(heard, words)
    expectEqual(program.end().status, 0)
  }

  @Test func `that has ended answers nothing, and the one who asks lives on`() throws {
    let program = try start("exec <&-; echo no >&2; exit 7")
    expectEqual(line(program, String(repeating: "x", count: 1_000_000) + "\n"), nil)
    let end = program.end()
    expectEqual(end.status, 7)
    expectEqual(end.errors, Array("no\n".utf8))
  }

  @Test func `is not waited for when nobody wants the answer`() throws {
    let program = try start("sleep 60")
    let start = ContinuousClock.now
    expectTrue(
      !program.answer(to: [], isCanceled: { ContinuousClock.now - start > .milliseconds(100) }) {
        _ in false
      })
    expectTrue(ContinuousClock.now - start < .seconds(50))
  }
}
