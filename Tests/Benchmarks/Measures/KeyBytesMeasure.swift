import Glibc
import TestSupport

/// How many bytes the terminal gets for keys at the pace of a quick typist, and how long a slow
/// line needs for them.
///
/// Lists, pages and palettes repaint many rows for each key, so they show what a slow line would
/// feel. A letter for which a program shows something else, such as a filter of nnn, counts as the
/// letter of its search.
struct KeyBytesMeasure: Measure {
  let bench: Bench
  let name = "bytes for keys"

  /// The time between two keys.
  private static let gap = Duration.milliseconds(125)

  /// The keys of a program: those that lead to the measured ones, and these.
  private struct Keys {
    var before: [String] = []
    let keys: [String]
  }

  /// A kind of key, with the keys of each program.
  private struct Kind {
    let name: String
    let goal: Double
    let own: Keys
    var nnn: Keys?
    var lf: Keys?
    var visidata: Keys?
  }

  private static let moves = Array(repeating: "j", count: 12)
  private static let letters = Places.searched.map(String.init)

  private static let palette = Kind(
    name: "a letter in the palette", goal: 300, own: Keys(before: [":"], keys: letters),
    nnn: Keys(before: ["/"], keys: letters), lf: Keys(before: ["/"], keys: letters),
    visidata: Keys(before: [" "], keys: letters))

  private static let kinds = [
    palette,
    Kind(
      name: "the next record", goal: 400,
      own: Keys(before: ["\r"], keys: Array(repeating: "J", count: 12))),
    // lf shows a preview unless told otherwise.
    Kind(
      name: "a move beside the side pane", goal: 300, own: Keys(before: ["p"], keys: moves),
      lf: Keys(keys: moves)),
    Kind(
      name: "the help", goal: 1_200, own: Keys(keys: ["?"]), nnn: Keys(keys: ["?"]),
      lf: Keys(keys: ["\u{1B}OP"]), visidata: Keys(keys: ["z\u{8}"])),
  ]

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    var figures: [Figure] = []
    for kind in Self.kinds {
      let own = try bytesForEach(kind.own, openOwn)
      for (place, peer) in peers(of: kind).enumerated() {
        let samples = try peer.keys.flatMap { try bytesForEach($0, peer.start) }
        let missing = peer.keys == nil ? "has none" : "not installed"
        figures.append(
          Figure(
            name: kind.name, quantity: .bytes, own: own ?? Samples(),
            peer: samples.map { .measured(peer.name, $0) } ?? .missing("\(peer.name): \(missing)"),
            goal: place == 0 ? .atMost(kind.goal) : nil))
      }
    }
    return figures + (try slowLine())
  }

  private typealias Start = () throws -> TerminalSession?

  private func peers(of kind: Kind) -> [(name: String, keys: Keys?, start: Start)] {
    [
      ("nnn", kind.nnn, { try self.start("nnn", [self.bench.files]) }),
      ("lf", kind.lf, { try self.start("lf", [self.bench.files]) }),
      ("VisiData", kind.visidata, { try self.start("vd", ["--nothing", self.bench.table]) }),
    ]
  }

  private func openOwn() throws -> TerminalSession? { try Screens(bench: bench).openList() }

  private func start(_ program: String, _ arguments: [String]) throws -> TerminalSession? {
    guard let path = MeasuredProgram.find(program)?.path else { return nil }
    return try TerminalSession([path] + arguments, environment: bench.variables)
  }

  /// A program after the keys before those that count; `nil` if it isn't installed.
  private func started(_ start: Start, _ keys: Keys) throws -> TerminalSession? {
    let session = try start()
    _ = session?.terminal.answer(to: "", silence: 3_000)
    for key in keys.before { _ = session?.terminal.answer(to: key, silence: 1_000) }
    return session
  }

  /// The bytes for each of the keys; `nil` if the program isn't installed.
  private func bytesForEach(_ keys: Keys, _ start: Start) throws -> Samples? {
    guard let session = try started(start, keys) else { return nil }
    defer { session.signal(SIGKILL) }
    let terminal = session.terminal
    let before = terminal.received.count
    for key in keys.keys {
      terminal.send(key)
      terminal.readAll(until: .now + Self.gap)
    }
    _ = terminal.answer(to: "", silence: 1_000)
    var samples = Samples()
    samples.add(Double(terminal.received.count - before) / Double(keys.keys.count))
    return samples
  }

  // MARK: - A slow line

  /// The bytes that a line of 9600 baud carries in a second.
  private static let bytesPerSecond = 960.0
  /// The time for which each byte is under way, after its key was.
  private static let latency = 0.2

  /// The time from the last letter in the palette to the last byte of its picture, on a slow line.
  private func slowLine() throws -> [Figure] {
    let kind = Self.palette
    let own = try timesOnSlowLine(kind.own, openOwn)
    return try peers(of: kind).enumerated().map { place, peer in
      let times = try peer.keys.flatMap { try timesOnSlowLine($0, peer.start) }
      return Figure(
        name: "a word, 9600 baud and 200 ms", quantity: .seconds, own: own ?? Samples(),
        peer: times.map { .measured(peer.name, $0) } ?? .missing("\(peer.name): not installed"),
        goal: place == 0 ? .atMost(2) : nil)
    }
  }

  private func timesOnSlowLine(_ keys: Keys, _ start: Start) throws -> Samples? {
    guard let session = try started(start, keys) else { return nil }
    defer { session.signal(SIGKILL) }
    let terminal = session.terminal
    let clock = ContinuousClock.now
    // When the line is free again, in seconds since the first key.
    var (free, count) = (0.0, terminal.received.count)
    func follow(until end: ContinuousClock.Instant) {
      while ContinuousClock.now < end {
        terminal.readAll(until: .now + .milliseconds(5))
        let new = terminal.received.count - count
        guard new > 0 else { continue }
        count += new
        let sent = (ContinuousClock.now - clock).inSeconds
        free = max(free, sent + Self.latency) + Double(new) / Self.bytesPerSecond
      }
    }
    var last = 0.0
    for key in keys.keys {
      terminal.send(key)
      last = (ContinuousClock.now - clock).inSeconds
      follow(until: .now + Self.gap)
    }
    follow(until: .now + .seconds(2))
    var samples = Samples()
    samples.add(max(0, free - last))
    return samples
  }
}
