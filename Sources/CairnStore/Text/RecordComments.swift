/// The comment lines of a record, and where among its lines they stand.
///
///     # Everybody's favorite.      above the Id
///     Id: p3
///     Name: Cake
///     # Only a guess.              above the first value of Rating
///     Rating: 4
///     # Ask her.                   at the end
///
/// A comment goes with the value below it wherever that comes to stand, and to the record's end
/// once that value is gone. Of a field's several values each is told by its number alone, as its
/// text may change: above the second stays above the second, also where the first is taken away.
struct RecordComments: Hashable, Sendable {
  /// What comment lines stand above.
  enum Place: Hashable, Sendable {
    case identity
    /// A value of a field, with the number of those before it.
    case value(field: String, number: Int)
    case end
  }

  private struct Run: Hashable, Sendable {
    var place: Place
    /// The lines, ends included.
    var text: [UInt8]
  }

  private var runs: [Run] = []

  init() {}

  var isEmpty: Bool { runs.isEmpty }

  /// Adds lines below those that stand at `place` already.
  mutating func add(_ text: [UInt8], at place: Place) {
    if let index = runs.firstIndex(where: { $0.place == place }) {
      runs[index].text += text
    } else {
      runs.append(Run(place: place, text: text))
    }
  }

  mutating func add(_ other: RecordComments) {
    for run in other.runs { add(run.text, at: run.place) }
  }

  /// The comments of a record whose fields got the names that `entity` has for them.
  func renamed(for entity: Entity) -> RecordComments {
    var renamed = self
    for (index, run) in runs.enumerated() {
      guard case .value(let name, let number) = run.place else { continue }
      renamed.runs[index].place = .value(field: entity.currentName(of: name), number: number)
    }
    return renamed
  }
}

// Text. In the journal each line of a record has a sign before it.
extension RecordComments {
  /// Reads the comments between the lines of a record.
  ///
  /// - Parameters:
  ///   - record: its lines.
  ///   - hasSign: whether each has a sign before it.
  ///   - entity: knows what its fields were called before.
  init(in record: Span<UInt8>, hasSign: Bool = false, of entity: Entity?) {
    let marks = Self.landmarks(in: record, hasSign, entity)
    var lines = TextLines()
    while lines.next(in: record) {
      let line = lines.content(in: record).dropFirst(hasSign ? 1 : 0)
      if line.first.map({ record[$0] }) == .numberSign {
        let place = marks.first { $0.start > lines.range.lowerBound }?.place
        add(record.extracting(line).bytes + [.newline], at: place ?? .end)
      }
    }
  }

  /// Puts the comments where they belong in the record that `text` has from `start` on.
  func weave(
    into text: inout [UInt8], from start: Int, sign: UInt8? = nil, of entity: Entity?
  ) {
    let record = Array(text[start...])
    text.removeSubrange(start...)
    var left = runs
    var written = 0
    for mark in Self.landmarks(in: record.span, sign != nil, entity) {
      text += record[written..<mark.start]
      written = mark.start
      guard let index = left.firstIndex(where: { $0.place == mark.place }) else { continue }
      Self.append(left.remove(at: index), sign, to: &text)
    }
    text += record[written...]
    for run in left { Self.append(run, sign, to: &text) }
  }

  private static func append(_ run: Run, _ sign: UInt8?, to text: inout [UInt8]) {
    guard let sign else { return text += run.text }
    for line in run.text.split(separator: .newline) { text += [sign] + line + [.newline] }
  }

  /// Where the lines of `record` start that comments can stand above, and what they are.
  private static func landmarks(
    in record: Span<UInt8>, _ hasSign: Bool, _ entity: Entity?
  ) -> [(start: Int, place: Place)] {
    var marks: [(start: Int, place: Place)] = []
    var numbers: [String: Int] = [:]
    var lines = TextLines()
    while lines.next(in: record) {
      let line = lines.content(in: record).dropFirst(hasSign ? 1 : 0)
      let start = lines.range.lowerBound
      if record.hasPrefix("Id:", at: line.lowerBound) {
        marks.append((start, .identity))
      } else if let first = line.first, record[first] != .plus, record[first] != .numberSign {
        let colon = min(record.firstIndex(of: .colon, from: first), line.upperBound)
        let name = String(copying: record.extracting(first..<colon))
        let field = entity?.currentName(of: name) ?? name
        marks.append((start, .value(field: field, number: numbers[field, default: 0])))
        numbers[field, default: 0] += 1
      }
    }
    return marks
  }
}
