import CairnStore
import Glibc
import TestSupport

/// A long history: the newest changes, all of them, and the list of them as a screen, beside what
/// git says of as many commits.
struct LogMeasure: Measure {
  let bench: Bench
  let name = "log"
  private static let rounds = 9
  /// How many records the changes go round.
  private static let records = 1000

  private struct Pair {
    let name: String
    let own: [String]
    let peer: [String]
    var goal: Figure.Goal?
  }

  init(_ bench: Bench) { self.bench = bench }

  private var store: String { bench.folder.path("changes") }
  private var repository: String { bench.folder.path("commits") }

  private var pairs: [Pair] {
    [
      Pair(
        name: "cairn log --limit 50", own: ["log", "--limit", "50"], peer: ["log", "-50"],
        goal: .atMost(0.1)),
      Pair(
        name: "cairn log", own: ["log"],
        peer: ["log", "--format=%h%x09%cI%x09%an%x09%s"], goal: .ratio(1)),
      Pair(
        name: "cairn log of a record, 10", own: ["log", "notes/p7", "--limit", "10"],
        peer: ["log", "-10", "--", "notes/7"], goal: .ratio(1)),
      Pair(
        name: "all changes as a screen", own: ["render", "cairn://~changes"],
        peer: ["log", "--format=%h%x09%cI%x09%an%x09%s"], goal: .atMost(0.1)),
    ]
  }

  func figures() throws -> [Figure] {
    try makeChanges()
    var variables = bench.variables
    variables["CAIRN_STORE"] = store
    let cairn = MeasuredProgram(path: bench.cairn, variables: variables)
    let git = try makeCommits()
    let figures = try pairs.map { pair in
      var (own, peer) = (Samples(), Samples())
      for _ in 0..<Self.rounds {
        own.add(try cairn.run(pair.own).duration)
        if let git { peer.add(try git.run(["-C", repository] + pair.peer).duration) }
      }
      return Figure(
        name: pair.name, quantity: .seconds, own: own, peer: .measured("git log", ifAny: peer),
        goal: pair.goal)
    }
    return [try opening(variables)] + figures
  }

  /// From the start of the app to the newest changes on the screen; the others follow behind them.
  private func opening(_ variables: [String: String]) throws -> Figure {
    var own = Samples()
    for _ in 0..<Self.rounds {
      let clock = ContinuousClock()
      let start = clock.now
      let session = try TerminalSession(
        [bench.cairn, "cairn://~changes", "--fresh"], environment: variables)
      try session.wait(for: "the newest change") { $0.text.contains("\(bench.rows)  change Note") }
      own.add(clock.now - start)
      session.send("q")
      _ = try session.waitForEnd()
    }
    return Figure(
      name: "start to the list of changes", quantity: .seconds, own: own, goal: .atMost(0.1))
  }

  /// Saves as many changes as there are rows, each by itself.
  private func makeChanges() throws {
    var options = ObjectStore.Options(folder: store) { .now }
    options.origin = .command("set")
    let store = try ObjectStore.create(
      options,
      modelText: "%rec: Note\n%plural: notes\n%attribute: Title string\n%attribute: Rank integer\n")
    try store.commit(title: "make notes") { draft throws(StoreError) in
      for number in 1...Self.records {
        try draft.insert([.text("Note \(number)"), .integer(0)], into: "Note")
      }
    }
    for number in 1..<bench.rows {
      let note = number % Self.records + 1
      try store.commit(title: "change Note \(note)") { draft in
        let field = FieldChange(name: "Rank", old: nil, new: .integer(Int64(number)))
        let id = ObjectID(entity: "Note", key: RecordKey(sequence: UInt64(note)))
        draft.changes = [RecordChange(id: id, kind: .update, fields: [field])]
      }
    }
    try store.close()
  }

  /// Makes a repository with as many commits, each of one file; `nil` without git.
  private func makeCommits() throws -> MeasuredProgram? {
    guard let git = MeasuredProgram.find("git"), let shell = MeasuredProgram.find("sh") else {
      return nil
    }
    try git.run(["init", "--quiet", repository])
    let stream = bench.folder.path("commits.txt")
    guard let file = fopen(stream, "w") else { throw BenchError("can't make \(stream)") }
    for number in 1...bench.rows {
      let note = number % Self.records + 1
      let (message, text) = ("change Note \(note)\n", "Title: Note \(note)\nRank: \(number)\n")
      fputs(
        """
        commit refs/heads/main
        committer A <a@b.c> \(1_700_000_000 + number) +0000
        data \(message.utf8.count)
        \(message)M 100644 inline notes/\(note)
        data \(text.utf8.count)
        \(text)

        """, file)
    }
    fclose(file)
    try shell.run(["-c", "git -C '\(repository)' fast-import --quiet < '\(stream)'"])
    try git.run(["-C", repository, "symbolic-ref", "HEAD", "refs/heads/main"])
    return git
  }
}
