import Glibc
import TestSupport
import Testing

// T5
@Suite struct `Programs that are killed while they save` {
  private static let rounds = Torture.rounds(50)
  private static let programsInARound = 4

  // Two hundred programs in an ordinary run, four at a time so that they also wait for one another,
  // each killed at a random moment of the time that saving takes. What a program has said it saved
  // must be there.
  @Test(arguments: SeededGenerator.seeds(1))
  func `lose nothing that they have acknowledged`(seed: UInt64) throws {
    print("killing programs while they save, seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let home = try Home(sample: "contacts")
    try expectEqual(home.cairn("add", "contacts", "Name=first").status, 0)
    var usual = try timeToSave(in: home)
    var acknowledged = ["first", "second"]
    for round in 0..<Self.rounds {
      let adding = try (0..<Self.programsInARound).map { number in
        let time = usual * Double.random(in: 0.2...2.5, using: &random)
        return try Adding("thing \(round)-\(number)", in: home, for: time)
      }
      let saved = try Adding.finish(adding)
      acknowledged += saved
      // What else the machine does comes and goes; about half are to be killed in time.
      usual = usual * (saved.count * 2 > Self.programsInARound ? 0.8 : 1.25)
    }
    expectTrue(
      acknowledged.count > 2 && acknowledged.count < 2 + Self.rounds * Self.programsInARound)
    try expectEqual(home.cairn("store", "verify").status, 0)
    let listed = try home.cairn("list", "contacts", "--columns", "Name", "--format", "csv").output
    let found = Set(listed.split(separator: "\n").map { $0.filter { $0 != "\r" } })
    for name in acknowledged { expectTrue(found.contains(name), "lost \(name), seed \(seed)") }
    Tally.add("programs killed while they save", Self.rounds * Self.programsInARound)
    print("\(acknowledged.count) of \(Self.rounds * Self.programsInARound) acknowledged")
  }

  private func timeToSave(in home: Home) throws -> Duration {
    let start = ContinuousClock.now
    try expectEqual(home.cairn("add", "contacts", "Name=second").status, 0)
    return ContinuousClock.now - start
  }
}

/// A program that saves one record, and the moment at which it is killed.
private struct Adding {
  let name: String
  let session: TerminalSession
  let end: ContinuousClock.Instant

  init(_ name: String, in home: Home, for time: Duration) throws {
    self.name = name
    session = try home.start("add", "contacts", "Name=\(name)")
    end = ContinuousClock.now + time
  }

  /// Kills each in its moment, and returns the names that were acknowledged before.
  static func finish(_ adding: [Adding]) throws -> [String] {
    try adding.sorted { $0.end < $1.end }.compactMap { adding in
      // Reading is the wait: what the program says must not stay in the terminal.
      adding.session.terminal.readAll(until: adding.end)
      adding.session.signal(SIGKILL)
      _ = try adding.session.waitForEnd()
      // The URL is what the program prints once the record is on the disk.
      return adding.session.screen.text.contains("cairn://contacts/p") ? adding.name : nil
    }
  }
}
