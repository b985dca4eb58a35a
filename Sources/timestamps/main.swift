// Moments that somebody kept: `a` adds one, Enter opens it, `d` deletes it, `u` takes that back.
import CairnKit

/// The moments, each a line of JSON in a file: a number of milliseconds since 1970.
final class Events {
  struct Damage: Error, CustomStringConvertible { let description: String }
  private(set) var all: [Timestamp] = []
  private var earlier: [[Timestamp]] = []
  private let files = RealFileSystem()
  private let path: String

  init(folder: String) throws {
    path = folder + "/events.jsonl"
    try files.makeFolder(folder)
    guard try files.exists(path) else { return }
    let lines = String(decoding: try files.read(path), as: UTF8.self).split(separator: "\n")
    all = try lines.map { line in
      guard let time = Int64(line) else { throw Damage(description: "\(path): no number: \(line)") }
      return Timestamp(milliseconds: time)
    }
  }

  private var now: Timestamp { Timestamp(milliseconds: Timestamp.now.milliseconds) }
  func add() -> [Effect] { change(to: all + [now], "added") }
  func delete(_ event: Timestamp) -> [Effect] { change(to: all.filter { $0 != event }, "deleted") }
  func undo() -> [Effect] { earlier.popLast().map { save($0, "taken back") } ?? [] }

  private func change(to events: [Timestamp], _ done: String) -> [Effect] {
    earlier.append(all)
    return save(events, done, .undo())
  }

  private func save(_ events: [Timestamp], _ done: String, _ advice: KeyWords = "") -> [Effect] {
    let bytes = events.flatMap { Array("\($0.milliseconds)\n".utf8) }
    let job = BackgroundJob(lane: .writer, holdsKeys: true) { [files, path] in
      Result { try files.replace(path, with: bytes) }
    } completion: { [self] result in
      if case .failure(let error) = result { return [.say(Message("\(error)", tone: .bad))] }
      all = events
      return [.refresh, .say(Message(done, tone: .good, advice: advice))]
    }
    return [.run(job)]
  }

  func list(_ url: ScreenURL) -> any Screen {
    ListScreen(
      ArrayListSource(
        "Events", query: ListQuery(url),
        columns: [.init(ListColumn("time", width: 24...24)) { "\($0)" }],
        id: { "\($0.milliseconds)" },
        url: { "timestamps://events/\($0.milliseconds)" },
        add: add, delete: delete, elements: { self.all }))
  }
}

final class EventDetail: DetailSource {
  let changes: ChangeOptions = []
  let title: String
  let fields: [DetailField]
  init(_ time: Int64) {
    title = Timestamp(milliseconds: time).description
    fields = [DetailField("Milliseconds since 1970", "\(time)")]
  }
}

let folders = ProgramFolders("timestamps")
do {
  let events = try Events(folder: folders.data)
  let map = try URLMap<any Screen>(home: "timestamps://events") {
    Route("timestamps://events", .shared) { (url: ScreenURL) in events.list(url) }
    Route("timestamps://events/(time)") { (time: Int64) in DetailScreen(EventDetail(time)) }
  }
  var app = Application(map)
  app.persistence = .top
  app.perform = { action, _ in action == .undo ? events.undo() : nil }
  try app.run()
} catch {
  ProcessExit.fail("timestamps: \(error)")
}
