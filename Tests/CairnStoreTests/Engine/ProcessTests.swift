import CairnFiles
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

/// A process that saves to a store shared with others, and writes down what was acknowledged.
///
/// It changes a field of its own in any of the records, so that nobody takes another's value, and
/// adds records. What it wrote down must be there, whatever happens to it and to the others.
struct SharedWriter {
  static let recordCount = 50
  static let modelText =
    "%rec: Counter\n" + (0..<4).map { "%type: W\($0) int\n" }.joined()

  let store: ObjectStore
  let log: any OpenFile
  let field: String
  var logEnd = 0
  var generator: SeededGenerator

  init(_ number: Int, in folder: String) throws {
    store = try ObjectStore.open(Self.options(folder))
    field = "W\(number)"
    generator = SeededGenerator(seed: UInt64(number) + UInt64(getpid()) << 8)
    log = try RealFileSystem().open("\(folder)/../log-\(number)", .create)
    let own = try RealFileSystem().open("\(folder)/../process-\(number)", .create)
    try own.write(Array("\(getpid())\n".utf8), at: 0)
  }

  static func options(_ folder: String) -> ObjectStore.Options {
    var options = ObjectStore.Options(folder: folder, clock: { Timestamp(microseconds: 0) })
    options.segmentSize = 1 << 14
    // Another one may have been stopped with the lock in its hands.
    options.lockTimeout = .seconds(60)
    return options
  }

  /// Saves a change or a new record, and now and then folds.
  mutating func save(_ step: Int) throws {
    if step.isMultiple(of: 5) {
      var made: RecordKey?
      try store.commit(title: "add") { [field] draft throws(StoreError) in
        let key = try draft.mintKey(for: "Counter")
        made = key
        let value = FieldChange(name: field, old: nil, new: .integer(Int64(step)))
        draft.changes = [
          RecordChange(id: ObjectID(entity: "Counter", key: key), kind: .insert, fields: [value])
        ]
      }
      if let made { try note("add \(made) \(step)") }
    } else {
      let key = RecordKey(sequence: UInt64(generator.number(1...Self.recordCount)))
      try store.commit(title: "set") { [field] draft throws(StoreError) in
        let value = FieldChange(name: field, old: nil, new: .integer(Int64(step)))
        draft.changes = [
          RecordChange(id: ObjectID(entity: "Counter", key: key), kind: .update, fields: [value])
        ]
      }
      try note("set \(key) \(step)")
    }
    if generator.number(0...9) == 0 { try store.fold() }
  }

  private mutating func note(_ line: String) throws {
    try log.write(Array("\(line)\n".utf8), at: logEnd)
    logEnd += line.utf8.count + 1
  }
}

// T13
@Suite(.serialized) struct `Four processes on one store` {
  private let place: TemporaryFolder
  private var folder: String { place.path("store") }

  init() throws {
    place = try TemporaryFolder()
    let store = try ObjectStore.create(
      SharedWriter.options(place.path("store")), modelText: SharedWriter.modelText)
    try store.commit(title: "begin") { draft throws(StoreError) in
      for _ in 0..<SharedWriter.recordCount {
        try draft.insert([nil, nil, nil, nil], into: "Counter")
      }
    }
    try store.fold()
  }

  @Test func `lose no update and give no key twice, stopped and killed as they are`() async throws {
    // Not as a task: all threads of those may wait for the processes to end.
    let striker = DispatchQueue(label: "striker")
    let isOver = Mutex(false)
    async let first: Void = finish(0)
    async let second: Void = finish(1)
    async let third: Void = finish(2)
    async let killed: Void = runUntilKilled(3)
    striker.async { strike(until: { isOver.withLock { $0 } }) }
    _ = await (first, second, third)
    isOver.withLock { $0 = true }
    await killed
    striker.sync {}
    try check()
  }

  private func finish(_ number: Int) async {
    await #expect(processExitsWith: .success) {
      [number = number as Int, folder = folder as String, saves = Torture.rounds(150) as Int] in
      var writer = try SharedWriter(number, in: folder)
      for step in 1...saves { try writer.save(step) }
      // Its number may soon be another's.
      try RealFileSystem().remove("\(folder)/../process-\(number)")
    }
  }

  private func runUntilKilled(_ number: Int) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [number = number as Int, folder = folder as String] in
      var writer = try SharedWriter(number, in: folder)
      for step in 1... { try writer.save(step) }
    }
  }

  /// Stops one after the other and lets it go on, until three are done; then kills the fourth.
  private func strike(until isOver: () -> Bool) {
    var random = SeededGenerator(seed: 1)
    var started: Set<Int> = []
    while !isOver() {
      // They start when the tests beside them leave room, and take their names away when they end.
      let running = (0...3).filter { process($0) != nil }
      started.formUnion(running)
      if started.count == 4, running == [3] { break }
      if let process = running.randomElement(using: &random).flatMap(process) {
        kill(process, SIGSTOP)
        usleep(UInt32(random.number(1...1_000)))
        kill(process, SIGCONT)
      }
      usleep(UInt32(random.number(1...5_000)))
    }
    while process(3) == nil { usleep(1_000) }
    guard let process = process(3) else { return }
    // On a busy machine, the fourth process may start late. It must save something first.
    while text("log-3").isEmpty, kill(process, 0) == 0 { usleep(1_000) }
    kill(process, SIGKILL)
  }

  private func process(_ number: Int) -> pid_t? { pid_t(text("process-\(number)").dropLast()) }

  private func check() throws {
    let store = try ObjectStore.open(SharedWriter.options(folder))
    var added: [String] = []
    for number in 0...3 {
      var last: [String: String] = [:]
      for line in text("log-\(number)").split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        if words[0] == "add" { added.append(words[1]) }
        last[words[1]] = words[2]
      }
      expectTrue(!last.isEmpty)
      // The last save of the one that was killed may be there without having been written down.
      var surplus = number == 3 ? 1 : 0
      for (key, step) in last {
        let key = try #require(RecordKey(key))
        let row = store.snapshot.row(ObjectID(entity: "Counter", key: key))
        let found = row?["W\(number)"].flatMap { if case .integer(let n) = $0 { n } else { nil } }
        let isNewer = (found ?? 0) > Int64(step) ?? 0
        if isNewer { surplus -= 1 }
        expectTrue(found == Int64(step) || isNewer && surplus >= 0, "W\(number) of \(key)")
      }
    }
    expectEqual(Set(added).count, added.count)
    let count = try #require(store.snapshot.table("Counter")?.count)
    let known = SharedWriter.recordCount + added.count
    expectTrue(count == known || count == known + 1)
    try expectEqual(store.verify().filter { $0.severity == .damage }, [])
    expectEqual(store.problems, [])
    Tally.add("saves by four processes", Int(store.snapshot.version))
    print("\(store.snapshot.version) saves by four processes, \(added.count) records added")
  }

  private func text(_ name: String) -> String {
    String(decoding: (try? RealFileSystem().read(place.path(name))) ?? [], as: UTF8.self)
  }
}
