/// How records come back after they are done: `%repeat: Status 3 months`.
///
/// When a save sets the field to a value that means done, it also adds the next record. Its due
/// date (`%due`) lies one interval later, and its other values are the same. A record without a due
/// date comes back one interval after the day in the field, if that is a date.
public struct Repetition: Hashable, Sendable {
  /// How long it takes until the next record is due.
  public enum Interval: Hashable, Sendable {
    /// The same time for all records.
    case every(RepeatSpan)
    /// The time that each record has in a text field; records without one don't come back.
    case field(String)
  }

  /// The field that tells that a record is done.
  ///
  /// A boolean is set to yes, a date gets a value, and a choice gets a word such as `done` or
  /// `paid`.
  public var field: String
  /// How long it takes until the next record is due.
  public var interval: Interval

  /// The repetition after `field` says that a record is done.
  public init(after field: String, _ interval: Interval) {
    (self.field, self.interval) = (field, interval)
  }

  /// Reads the words of a statement; `nil` for others.
  init?(_ words: [String]) {
    guard let field = words.first else { return nil }
    if let span = RepeatSpan(words.dropFirst().joined(separator: " ")) {
      self.init(after: field, .every(span))
    } else if words.count == 2 {
      self.init(after: field, .field(words[1]))
    } else {
      return nil
    }
  }

  /// The words of the statement.
  var text: String {
    switch interval {
    case .every(let span): "\(field) \(span)"
    case .field(let name): "\(field) \(name)"
    }
  }

  /// The fields of the statement.
  var names: [String] {
    if case .field(let name) = interval { [field, name] } else { [field] }
  }

  /// Returns the repetition with another name for a field.
  func renaming(_ old: String, to new: String) -> Repetition {
    var renamed = self
    if field == old { renamed.field = new }
    if interval == .field(old) { renamed.interval = .field(new) }
    return renamed
  }
}

/// A number of days, weeks, months or years.
public struct RepeatSpan: Hashable, Sendable, LosslessStringConvertible {
  private enum Unit: String, CaseIterable {
    case day, week, month, year

    /// The word for a span of one, such as `weekly`.
    var adverb: String { self == .day ? "daily" : "\(rawValue)ly" }
  }

  private let count: Int
  private let unit: Unit

  /// What a field for spans takes.
  package static let expectation = "a time such as 3 months or every week"

  /// The most units of a span.
  private static let limit = 1000

  /// Reads a span such as `3 months`, `every week` or `yearly`, in any case; `nil` for other texts.
  public init?(_ description: String) {
    var words = description.lowercased().split(separator: " ")
    if words.first == "every" { words.removeFirst() }
    var count = 1
    if words.count == 2 {
      guard let number = Int(words[0]) else { return nil }
      count = number
    }
    guard let word = words.last, words.count <= 2, (1...Self.limit).contains(count) else {
      return nil
    }
    let unit = Unit.allCases.first {
      word == $0.rawValue || word == "\($0.rawValue)s" || words.count == 1 && word == $0.adverb
    }
    guard let unit else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  /// The span as a number and a unit, such as `3 months`.
  public var description: String { "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")" }

  /// Finds the day that lies one span later.
  ///
  /// A month without that day ends the span with its last day.
  ///
  /// - Parameters:
  ///   - day: the day before.
  ///   - dayOfMonth: the day of the month after a span of months or years; `nil` for the same one.
  /// - Returns: the day; `nil` after the year 9999.
  public func day(after day: CalendarDate, dayOfMonth: Int? = nil) -> CalendarDate? {
    switch unit {
    case .day: Self.checked(day.days + Int32(count))
    case .week: Self.checked(day.days + Int32(7 * count))
    case .month: Self.month(count, after: day, dayOfMonth)
    case .year: Self.month(12 * count, after: day, dayOfMonth)
    }
  }

  /// Whether a shorter month may have cut the day of the month.
  func mayHaveCut(_ day: CalendarDate, to dayOfMonth: Int) -> Bool {
    (unit == .month || unit == .year) && dayOfMonth < 31 && day.isLastOfMonth
  }

  private static func checked(_ days: Int32) -> CalendarDate? {
    let day = CalendarDate(days: days)
    return day.components.year <= 9999 ? day : nil
  }

  private static func month(
    _ count: Int, after day: CalendarDate, _ dayOfMonth: Int?
  ) -> CalendarDate? {
    let (year, month, date) = day.components
    let months = year * 12 + month - 1 + count
    let (newYear, newMonth) = (months / 12, months % 12 + 1)
    let last = CalendarDate.length(ofMonth: newMonth, year: newYear)
    return CalendarDate(year: newYear, month: newMonth, day: min(dayOfMonth ?? date, last))
  }
}

extension CalendarDate {
  fileprivate var isLastOfMonth: Bool {
    let (year, month, day) = components
    return day == Self.length(ofMonth: month, year: year)
  }
}

extension RecordKey {
  /// The key of the record that follows a repeated one, which all machines derive alike.
  ///
  /// No machine gives such a key to a new record: it has another replica, and the highest bit of
  /// its number is set. Below are the number of the first record and how often it came back. So all
  /// that come back after one record are in one file. It is `nil` after 16,383 times.
  package var ofNextRepetition: RecordKey? {
    if isOfRepetition {
      guard sequence & Self.mostRepeats < Self.mostRepeats else { return nil }
      return RecordKey(rawValue: rawValue + 1)
    }
    let number = replica.number ^ Self.repeatMask
    guard number != Replica.temporary.number, number != Replica.founder.number,
      sequence <= (Self.repeatMark - 1) >> Self.repeatBits
    else { return nil }
    return RecordKey(
      replica: Replica(number: number),
      sequence: Self.repeatMark | sequence << Self.repeatBits | 1)
  }

  /// The key of the record before one that came back; `nil` for a record that did not.
  package var ofPreviousRepetition: RecordKey? {
    guard isOfRepetition else { return nil }
    guard sequence & Self.mostRepeats == 1 else { return RecordKey(rawValue: rawValue - 1) }
    return RecordKey(
      replica: Replica(number: replica.number ^ Self.repeatMask),
      sequence: (sequence ^ Self.repeatMark) >> Self.repeatBits)
  }

  /// Whether a record with the key came back.
  package var isOfRepetition: Bool { sequence & Self.repeatMark != 0 }

  private static let repeatMark: UInt64 = 1 << 39
  private static let repeatBits: UInt64 = 14
  private static let mostRepeats: UInt64 = (1 << repeatBits) - 1
  private static let repeatMask: UInt32 = 0b1010_0101_1100_0011_1010
}

/// The record after one that is done.
enum NextRecord {
  /// The change that adds it.
  case record(RecordChange)
  /// The record does not come back, since it has no time or no day.
  case none
  /// The record has a time, but can't come back; holds the reason.
  case impossible(String)
}

extension Entity {
  /// Returns the reason why records can't come back as a statement says; `nil` if they can.
  func problem(with repetition: Repetition) -> String? {
    guard attribute(repetition.field)?.canSayDone == true else {
      return "\(repetition.field) is not a choice, a boolean or a date of \(name)"
    }
    guard let due, due != repetition.field else {
      return "the next record needs a due date of its own (%due)"
    }
    // The next record leaves unique values out.
    let needed = uniqueAttributes.first { attribute in
      attribute.isRequired || attribute.name == due || attribute.name == titleAttribute?.name
    }
    if let needed { return "the next record needs a value in \(needed.name), which is unique" }
    guard case .field(let name) = repetition.interval else { return nil }
    let interval = attribute(name)
    if interval?.isList != false || ![.string, .text, .choice].contains(interval?.type) {
      return "\(name) is neither a time such as 3 months nor a text field"
    }
    let word = interval?.choices.first { RepeatSpan($0) == nil }
    return word.map { "\($0) is no time such as 3 months" }
  }

  /// Returns the texts that a field of a record had when it came back, on each machine that added it.
  ///
  /// - Parameters:
  ///   - name: the field.
  ///   - key: the record's key.
  /// - Returns: the texts; empty for other fields and records.
  func firstTexts(of name: String, in key: RecordKey) -> [String] {
    guard key.isOfRepetition, name == repetition?.field else { return [] }
    return attribute(name)?.valueNotDone?.storedTexts ?? []
  }

  /// Whether a change sets the field that says done, so that the record comes back.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - before: returns the value of a field before the change.
  /// - Returns: whether it does.
  func completes(_ change: RecordChange, before: (FieldChange) -> Value?) -> Bool {
    guard change.kind == .update, let done = repetition.flatMap({ attribute($0.field) }),
      let news = change.fields.last(where: { $0.name == done.name })
    else { return false }
    return done.saysDone(news.new) && !done.saysDone(before(news))
  }

  /// Returns the next record after one that is done.
  ///
  /// Owned records, unique values and links that only one record may have stay with the record.
  ///
  /// - Parameters:
  ///   - values: the values of the done record, by field.
  ///   - key: its key.
  ///   - model: the entity's model.
  ///   - localTime: the person's local time, in which days and months are counted.
  ///   - record: looks up a record before this one.
  /// - Returns: the next record, or why there is none.
  /// - Throws: the errors of `record`.
  func nextRecord<Failure: Error>(
    after values: [String: Value], of key: RecordKey, in model: ObjectModel,
    _ localTime: LocalTime, earlier record: (RecordKey) throws(Failure) -> Row?
  ) throws(Failure) -> NextRecord {
    guard let repetition, let due, let done = attribute(repetition.field),
      let span = span(of: values)
    else { return .none }
    guard let last = values[due] ?? values[done.name], let date = last.localDay(localTime) else {
      return .impossible("it has no \(attribute(due)?.caption ?? due)")
    }
    guard let next = key.ofNextRepetition else {
      return .impossible("no id is left for the next one")
    }
    let dayOfMonth = try dayOfMonth(of: date, of: key, every: span, localTime, record)
    guard let day = last.day(after: span, dayOfMonth: dayOfMonth, localTime) else {
      return .impossible("\(span) later is after the year 9999")
    }
    var values = values
    values[done.name] = done.valueNotDone
    values[due] = day
    for attribute in uniqueAttributes { values[attribute.name] = nil }
    for link in relationships where link.holdsOrderOnly || !link.canBeShared(in: model) {
      values[link.name] = nil
    }
    if let lack = storedProperties.first(where: { $0.isRequired && values[$0.name] == nil }) {
      return .impossible("the next one would have no \(lack.name)")
    }
    let fields = storedProperties.compactMap { property in
      values[property.name].map { FieldChange(name: property.name, old: nil, new: $0) }
    }
    return .record(
      RecordChange(id: ObjectID(entity: name, key: next), kind: .insert, fields: fields))
  }

  /// Returns the day of the month to which a series of records returns after a shorter month.
  ///
  /// After 31 January and 28 February comes 31 March. The records before this one tell the day, and
  /// all machines have them.
  private func dayOfMonth<Failure: Error>(
    of last: CalendarDate, of key: RecordKey, every span: RepeatSpan, _ localTime: LocalTime,
    _ record: (RecordKey) throws(Failure) -> Row?
  ) throws(Failure) -> Int {
    var (later, key, day) = (last, key, last.components.day)
    while let due, span.mayHaveCut(later, to: day), let previous = key.ofPreviousRepetition,
      let date = try record(previous)?[due]?.localDay(localTime)
    {
      let most = max(day, date.components.day)
      // A person may have moved the date since.
      guard span.day(after: date, dayOfMonth: most) == later else { break }
      (later, key, day) = (date, previous, most)
    }
    return day
  }

  private func span(of values: [String: Value]) -> RepeatSpan? {
    switch repetition?.interval {
    case .every(let span): span
    case .field(let name): values[name].flatMap { RepeatSpan(ValueText.export($0)) }
    case nil: nil
    }
  }
}

extension Relationship {
  /// Whether two records may have the same link.
  fileprivate func canBeShared(in model: ObjectModel) -> Bool {
    guard isStored, let inverse else { return isStored }
    return model[destination]?.relationship(inverse)?.isToMany != false
  }
}

extension Value {
  /// The local day of a date or time; `nil` for other values.
  fileprivate func localDay(_ localTime: LocalTime) -> CalendarDate? {
    switch self {
    case .date(let day): day
    case .datetime(let time): localTime.local(time).date
    case .localtime(let time): time.date
    default: nil
    }
  }

  /// The day or time one span later.
  fileprivate func day(
    after span: RepeatSpan, dayOfMonth: Int, _ localTime: LocalTime
  ) -> Value? {
    switch self {
    case .date(let day): span.day(after: day, dayOfMonth: dayOfMonth).map(Value.date)
    case .datetime(let time):
      // The clocks may skip the time of the day.
      (Self.moved(localTime.local(time), span, dayOfMonth).flatMap(localTime.moment(showing:))
        ?? Self.moved(time, span, dayOfMonth)).map(Value.datetime)
    case .localtime(let time): Self.moved(time, span, dayOfMonth).map(Value.localtime)
    default: nil
    }
  }

  private static func moved(
    _ time: Timestamp, _ span: RepeatSpan, _ dayOfMonth: Int
  ) -> Timestamp? {
    span.day(after: time.date, dayOfMonth: dayOfMonth).map { day in
      let distance = Int64(day.days) - Int64(time.date.days)
      return Timestamp(microseconds: time.microseconds + distance * 86_400_000_000)
    }
  }
}
