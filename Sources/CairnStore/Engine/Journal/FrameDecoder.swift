/// Decodes a whole frame.
///
/// The values in the journal are texts, like the values in the record files. A fold reads a frame
/// with the present model. The history reads it with the model at the time of the frame.
struct FrameDecoder {
  private let lines: [UInt8]
  private var model: ObjectModel
  private var offset = 0
  /// Whether the record read last has comments.
  private var hasComments = false

  /// The number, time, replica, title and so on, without changes.
  private(set) var transaction: Transaction

  /// Reads the head of the frame `bytes`; `nil` if they have no head.
  init?(_ bytes: [UInt8], _ model: ObjectModel) {
    guard let head = FrameHead(bytes.span) else { return nil }
    lines = bytes
    self.model = model
    transaction = Transaction(head)
    offset = head.end
  }

  /// The whole transaction.
  static func transaction(_ bytes: [UInt8], _ model: ObjectModel) -> Transaction? {
    guard var decoder = FrameDecoder(bytes, model) else { return nil }
    while let change = decoder.next() { decoder.transaction.changes.append(change) }
    return decoder.transaction
  }

  /// The whole transaction in the names and types of its time.
  ///
  /// - Parameters:
  ///   - bytes: the frame.
  ///   - model: the model after the transaction. If it changed the model, its own lines tell both.
  ///   - check: may end the work.
  /// - Returns: the transaction; `nil` if the frame cannot be read.
  /// - Throws: `StoreError.canceled` as soon as `check` does.
  static func transaction(
    _ bytes: [UInt8], after model: ObjectModel, unless check: CancellationCheck
  ) throws(StoreError) -> Transaction? {
    guard var decoder = FrameDecoder(bytes, after: model) else { return nil }
    while let change = decoder.next() {
      try check()
      decoder.transaction.changes.append(change)
    }
    return decoder.transaction
  }

  private init?(_ bytes: [UInt8], after model: ObjectModel) {
    guard let change = Self.modelChange(in: bytes)?.change,
      let old = try? ObjectModel(parsing: change.old),
      let new = try? ObjectModel(parsing: change.new)
    else {
      self.init(bytes, model)
      return
    }
    self.init(bytes, old)
    followingModel = new
  }

  /// Returns the number and the model change of the frame `bytes`; `nil` if it has no model change.
  static func modelChange(in bytes: [UInt8]) -> (number: UInt64, change: ModelChange)? {
    let text = bytes.span
    var lines = TextLines()
    while lines.next(in: text) {
      guard text.hasPrefix("%model\n", at: lines.range.lowerBound) else { continue }
      guard var decoder = FrameDecoder(bytes, ObjectModel()) else { return nil }
      decoder.offset = lines.range.upperBound
      return (decoder.transaction.number, decoder.readModel())
    }
    return nil
  }

  /// The model that applies to changes after a change of the model.
  private var followingModel: ObjectModel?

  /// The next change of a record, `nil` after the last.
  mutating func next() -> RecordChange? {
    var head = Self.line(of: lines, &offset)
    if head == "%model" {
      transaction.model = readModel()
      if let followingModel { model = followingModel }
      head = Self.line(of: lines, &offset)
    }
    let words = head.split(separator: " ")
    guard words.count == 2, let kind = RecordChange.Kind(keyword: words[0]),
      let slash = words[1].firstIndex(of: "/"),
      let key = RecordKey(String(words[1][words[1].index(after: slash)...]))
    else { return nil }
    let id = ObjectID(entity: model.currentName(of: String(words[1][..<slash])), key: key)
    let start = offset
    var change = RecordChange(id: id, kind: kind, fields: fields(of: model[id.entity]))
    change.isMove = transaction.movesKeys && kind == .delete
    guard hasComments else { return change }
    let record = lines.span.extracting(start..<min(offset, lines.count))
    change.comments = RecordComments(in: record, hasSign: true, of: model[id.entity])
    return change
  }

  private mutating func readModel() -> ModelChange {
    let old = readLines(behind: .minus)
    let new = readLines(behind: .plus)
    return ModelChange(old: old, new: new, position: transaction.changes.count)
  }

  private mutating func readLines(behind sign: UInt8) -> String {
    var text: [UInt8] = []
    while offset < lines.count, lines[offset] == sign {
      let end = lines.span.firstIndex(of: .newline, from: offset)
      text.append(contentsOf: lines[offset + 1..<end])
      text.append(.newline)
      offset = end + 1
    }
    return String(decoding: text.dropLast(), as: UTF8.self)
  }

  private mutating func fields(of entity: Entity?) -> [FieldChange] {
    var raw: [RawField] = []
    hasComments = false
    while offset < lines.count, lines[offset] == .plus || lines[offset] == .minus {
      switch lines.span.lineKind(behindSignAt: offset) {
      case .field: readField(into: &raw)
      case .comment, .identity:
        hasComments = true
        offset = lines.span.firstIndex(of: .newline, from: offset) + 1
      }
    }
    return raw.map { field in
      let name = entity?.currentName(of: field.name) ?? field.name
      let property = entity?.storedIndex(of: name).flatMap { entity?.storedProperties[$0] }
      return FieldChange(
        name: name, old: Self.value(field.old, property),
        new: Self.value(field.new, property))
    }
  }

  private struct RawField {
    var name: String
    var old: [String] = []
    var new: [String] = []
  }

  private mutating func readField(into fields: inout [RawField]) {
    let lines = lines
    let sign = lines[offset]
    let text = lines.span
    var cursor = TextLines(from: offset)
    guard cursor.nextField(in: text, sign: sign) else { return }
    let end = cursor.content(in: text).upperBound
    let colon = min(text.firstIndex(of: .colon, from: offset + 1), end)
    let name = String(copying: text.extracting(offset + 1..<colon))
    var value: [UInt8] = []
    value.appendUnfolding(text.extracting(min(colon + 1, end)..<end), hasSign: true)
    offset = end + 1
    if fields.last?.name != name {
      if let place = fields.firstIndex(where: { $0.name == name }) {
        fields.append(fields.remove(at: place))
      } else {
        fields.append(RawField(name: name))
      }
    }
    let string = String(decoding: value, as: UTF8.self)
    if sign == .plus {
      fields[fields.count - 1].new.append(string)
    } else {
      fields[fields.count - 1].old.append(string)
    }
  }

  /// The value of `texts`; text if the model no longer has the field or its type.
  private static func value(_ texts: [String], _ property: Property?) -> Value? {
    guard !texts.isEmpty else { return nil }
    if let value = property?.value(fromTexts: texts) { return value }
    return texts.count == 1 ? .text(texts[0]) : .list(texts.map(Value.text))
  }

  private static func line(of bytes: [UInt8], _ offset: inout Int) -> String {
    let start = min(offset, bytes.count)
    let end = bytes.span.firstIndex(of: .newline, from: start)
    offset = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension Span<UInt8> {
  enum JournalLine {
    case field, comment, identity
  }

  /// Returns the kind of a record line, after the sign at `start`.
  func lineKind(behindSignAt start: Int) -> JournalLine {
    if start + 1 < count, self[start + 1] == .numberSign { return .comment }
    return hasPrefix("Id:", at: start + 1) ? .identity : .field
  }
}
