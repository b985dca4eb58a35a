/// The comment lines of a record, and their places among its lines.
///
///     # Everybody's favorite.      above the Id
///     Id: p3
///     Name: Cake
///     # Only a guess.              above the first value of Rating
///     Rating: 4
///     # Ask her.                   at the end
///
/// A comment stays above its value when the value moves. After the value is removed, the comment
/// moves to the record's end. A field's several values are identified only by their number, because
/// their texts may change. A comment above the second value stays above the second value, even
/// after the first one is removed.
struct RecordComments: Hashable, Sendable {
  /// The line below a comment.
  enum Place: Hashable, Sendable {
    case identity
    /// A value of a field, and the number of values before it.
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

  /// Adds lines after the existing ones at `place`.
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

  /// Returns the comments with the current names of the record's fields in `entity`.
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
  ///   - entity: the entity, which knows the earlier names of the fields.
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

  /// Inserts the comments into the record that starts at `start` in `text`.
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

  /// Returns the start and the place of each line of `record` that can have comments above it.
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
