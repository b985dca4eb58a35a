import CairnKit
import TestSupport

/// Coming back to a deep history, and keeping it, on the machine's own disk.
struct SessionMeasure: Measure {
  let name = "saved history"
  private static let rounds = 15
  private static let tabs = 9
  private static let entries = 1000

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let app = try Self.application()
    let deep = Self.history(tabs: Self.tabs, entries: Self.entries)
    let usual = Self.history(tabs: 2, entries: 20)
    let size = "\(Self.tabs) tabs of \(Self.entries.groupedDigits)"
    let restored = try restore(deep, app, folder, "restore of \(size), to first draw")
    return try [restored] + save(usual, folder, "save of 2 tabs of 20")
      + save(deep, folder, "save of \(size)")
  }

  private func restore(
    _ state: NavigatorState, _ app: Application, _ folder: TemporaryFolder, _ name: String
  ) throws -> Figure {
    try inSession(folder) { try $0.save(state, at: .now) }
    var samples = Samples()
    for _ in 0..<Self.rounds {
      var picture = ""
      let time = try timed {
        try inSession(folder) { session in
          var app = app
          app.state = StateKeeping(restored: session.start().state) { _, _ in }
          picture = try app.render(size: Size(columns: 80, rows: 24))
          session.succeed()
        }
      }
      guard picture.contains("item \(Self.entries)") else { throw BenchError("drew\n\(picture)") }
      samples.add(time)
    }
    return Figure(name: name, quantity: .seconds, own: samples, goal: .atMost(0.02))
  }

  /// What a save takes, beside what the disk takes to keep as many bytes, and what is work of ours.
  private func save(
    _ state: NavigatorState, _ folder: TemporaryFolder, _ name: String
  ) throws -> [Figure] {
    var (saves, disk, work) = (Samples(), Samples(), Samples())
    let files = RealFileSystem()
    try inSession(folder) { session in
      try session.save(state, at: .now)
      let bytes = try files.read(folder.path("sessions/bench.jsonl"))
      for number in 0..<Self.rounds {
        // Each save has something new, as it has when a person moves.
        let place = Visit(ScreenURL(scheme: "bench", ["items", "\(number)"]), mode: .replace)
        let moved = NavigatorState.reduce(state, .open(place, parents: []))
        saves.add(
          try timed { work.add(try processorTimed { try session.save(moved, at: .now) }) })
        disk.add(try timed { try files.replace(folder.path("bytes"), with: bytes) })
      }
    }
    return [
      Figure(
        name: name, quantity: .seconds, own: saves, peer: .measured("the bytes alone", disk),
        goal: .atMost(0.005), isInPairs: true),
      Figure(
        name: "\(name), on the processor", quantity: .seconds, own: work, goal: .atMost(0.005)),
    ]
  }

  private func inSession(
    _ folder: TemporaryFolder, _ body: (SessionFile) throws -> Void
  ) throws {
    let session = try SessionFile.claim(
      "bench", in: folder.path("sessions"), fileSystem: RealFileSystem())
    defer { session.release() }
    try body(session)
  }

  private static func history(tabs: Int, entries: Int) -> NavigatorState {
    let trail = (1...entries).map { number in
      Visit(ScreenURL(scheme: "bench", ["items", "\(number)"]), title: "Item \(number)")
    }
    let start = NavigatorState(Visit("bench://items", savedAt: .now))
    return (1...tabs).reduce(start) { state, tab in
      let parents = Array(trail.dropLast())
      var last = trail[entries - 1]
      last.mode = tab == 1 ? .root : .push
      return .reduce(
        state, tab == 1 ? .open(last, parents: parents) : .openTab(last, parents: parents))
    }
  }

  private static func application() throws -> Application {
    let map = try URLMap<any Screen>(home: "bench://items") {
      Route("bench://items") { DetailScreen(Item(0)) }
      Route("bench://items/(number)") { (number: Int) in DetailScreen(Item(number)) }
    }
    return Application(map)
  }
}

private final class Item: DetailSource {
  let changes: ChangeOptions = []
  let title: String
  let fields: [DetailField]

  init(_ number: Int) {
    title = "item \(number)"
    fields = [DetailField("Number", "\(number)")]
  }
}
