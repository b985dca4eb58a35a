public import CairnFiles

/// Why there is no local time of a zone.
public struct ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as a sentence without a full stop.
  public let description: String
}

/// Where a system has the files of its time zones.
public struct ZoneFolder: Sendable {
  private let folders: [String]
  private let fileSystem: any FileSystem

  /// A file of a zone is not larger than this; the largest that are known have 4 KB.
  private static let sizeLimit = 1 << 20

  /// The folders in which systems keep the files.
  ///
  /// - Parameters:
  ///   - folder: The value of the variable `TZDIR`; `nil` for the usual folders.
  ///   - fileSystem: The file system with the folders.
  public init(_ folder: String? = nil, in fileSystem: any FileSystem = RealFileSystem()) {
    folders =
      folder.flatMap { $0.isEmpty ? nil : [$0] } ?? [
        "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo",
      ]
    self.fileSystem = fileSystem
  }

  /// The local time of a zone.
  ///
  /// - Parameter name: The name of the zone, such as `Europe/Paris`, or its offset, such as
  ///   `+02:00`.
  /// - Returns: The local time of the zone.
  /// - Throws: `ZoneError` if no zone has this name, or its file can't be read.
  public func localTime(called name: String) throws(ZoneError) -> LocalTime {
    if let offset = Self.offset(name) { return .fixed(offset) }
    if let zone = try zone(called: name) { return zone.localTime(name) }
    if Self.universalNames.contains(name) { return .fixed(0) }
    throw unknown(name)
  }

  /// The local time of a process.
  ///
  /// - Parameter variable: The value of the variable `TZ`: the name of a zone, the path of a file,
  ///   or a rule such as `EST5EDT,M3.2.0,M11.1.0` (POSIX). `nil` means the machine's zone.
  /// - Returns: The local time of its user.
  /// - Throws: `ZoneError` if there is no such zone, or its file can't be read.
  public func localTime(variable: String?) throws(ZoneError) -> LocalTime {
    guard let variable else {
      return try zone(at: "/etc/localtime")?.localTime("this machine's zone") ?? .fixed(0)
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.isEmpty || name == "/etc/localtime" && !exists(name) { return .fixed(0) }
    let isPath = name.hasPrefix("/")
    if let zone = try isPath ? zone(at: name) : zone(called: name) { return zone.localTime(name) }
    if let rule = ZoneRule(name) { return LocalTime(name) { rule.offset(at: $0.seconds) } }
    if Self.universalNames.contains(name) { return .fixed(0) }
    throw unknown(name)
  }

  /// The local time of this process's user; universal time if the zone has no readable file.
  static let ofProcess: LocalTime = {
    let variables = Machine.variables(["TZ", "TZDIR"])
    return (try? ZoneFolder(variables["TZDIR"]).localTime(variable: variables["TZ"])) ?? .fixed(0)
  }()

  private static let universalNames = ["UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT"]

  private func unknown(_ name: String) -> ZoneError {
    let hint =
      folders.contains { exists($0) }
      ? "names look like Europe/Paris"
      : "this system has no files of time zones; install the package tzdata"
    return ZoneError(description: "no time zone is called \(name.quoted); \(hint)")
  }

  private func exists(_ path: String) -> Bool { (try? fileSystem.status(of: path)) != nil }

  private func zone(called name: String) throws(ZoneError) -> ZoneFile? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }
    guard isPlain else { return nil }
    for folder in folders {
      if let zone = try zone(at: folder + "/" + name) { return zone }
    }
    return nil
  }

  /// Reads a file; `nil` if there is none.
  private func zone(at path: String) throws(ZoneError) -> ZoneFile? {
    let bytes: [UInt8]
    do throws(FileError) {
      guard let status = try fileSystem.status(of: path), status.kind == .file else { return nil }
      guard status.size <= Self.sizeLimit else { throw FileError.tooLarge(.read, path: path) }
      bytes = try fileSystem.read(path)
    } catch {
      if case .notFolder = error { return nil }
      throw ZoneError(description: "\(error)")
    }
    guard let zone = ZoneFile(bytes) else {
      throw ZoneError(
        description: "\(path) is no file of a time zone, is damaged, or counts leap seconds; "
          + "set the variable TZ to the name of a zone")
    }
    return zone
  }

  /// Reads `+02:00`, `-0330` or `+2`; `nil` for anything else.
  private static func offset(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    var parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, parts[0].count > 2 { parts = [parts[0].dropLast(2), parts[0].suffix(2)] }
    guard parts.count <= 2, (1...2).contains(parts[0].count),
      parts.count == 1 || parts[1].count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { $0.digitValue != nil } }), let hours = Int(parts[0]),
      let minutes = parts.count == 2 ? Int(parts[1]) : 0, hours < 24, minutes < 60
    else { return nil }
    return (sign == "-" ? -60 : 60) * (hours * 60 + minutes)
  }
}

/// A file of a time zone (TZif, RFC 8536).
struct ZoneFile {
  /// The moments at which the offset changes, in seconds since 1970, in order.
  private var changes: [Int64] = []
  /// The offset before the first change, and after each.
  private var offsets: [Int] = [0]
  /// The rule for the time after the last change.
  private var rule: ZoneRule?

  /// Reads the bytes of a file; `nil` if it is not a zone file.
  init?(_ bytes: [UInt8]) {
    var bytes = ByteReader(bytes)
    guard var counts = Counts(&bytes) else { return nil }
    var width = 4
    if counts.version >= 2 {
      // The first part is for programs that read numbers of 32 bits only.
      guard bytes.skip(counts.size(width: 4)), let second = Counts(&bytes) else { return nil }
      (counts, width) = (second, 8)
    }
    // A zone that counts leap seconds needs other seconds since 1970 than the system's.
    guard counts.leaps == 0, counts.types > 0, bytes.has(counts.size(width: width)) else {
      return nil
    }
    for _ in 0..<counts.times { changes.append(Int64(bytes.number(width))) }
    let kinds = (0..<counts.times).map { _ in bytes.number(1) & 0xFF }
    let types = (0..<counts.types).map { _ in
      let offset = bytes.number(4)
      _ = bytes.skip(2)
      return offset
    }
    guard kinds.allSatisfy({ $0 < types.count }),
      types.allSatisfy({ (-86_400...86_400).contains($0) }),
      zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    offsets = [types[0]] + kinds.map { types[$0] }
    guard width == 8 else { return }
    _ = bytes.skip(counts.names + counts.standards + counts.universals)
    guard let text = bytes.line() else { return nil }
    if !text.isEmpty {
      guard let rule = ZoneRule(text) else { return nil }
      self.rule = rule
    }
  }

  func localTime(_ name: String) -> LocalTime { LocalTime(name) { offset(at: $0.seconds) } }

  /// How many seconds clocks are ahead of universal time at a moment, in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    if let rule, seconds >= changes.last ?? .min { return rule.offset(at: seconds) }
    return offsets[changes.partitioningIndex { $0 > seconds }]
  }

  /// The numbers of a header.
  private struct Counts {
    let version: Int
    let universals: Int
    let standards: Int
    let leaps: Int
    let times: Int
    let types: Int
    let names: Int

    init?(_ bytes: inout ByteReader) {
      guard bytes.has(44), bytes.number(4) == 0x545A_6966 else { return nil }
      version = max(0, bytes.number(1) - 0x30)
      _ = bytes.skip(15)
      let counts = (0..<6).map { _ in bytes.number(4) & 0xFFFF_FFFF }
      (universals, standards, leaps) = (counts[0], counts[1], counts[2])
      (times, types, names) = (counts[3], counts[4], counts[5])
    }

    func size(width: Int) -> Int {
      times * (width + 1) + types * 6 + names + leaps * (width + 4) + standards + universals
    }
  }

  /// Big-endian numbers.
  private struct ByteReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func has(_ count: Int) -> Bool { bytes.count - place >= count }

    mutating func skip(_ count: Int) -> Bool {
      guard has(count) else { return false }
      place += count
      return true
    }

    /// A signed number of `width` bytes, which must be there.
    mutating func number(_ width: Int) -> Int {
      var number = Int(Int8(bitPattern: bytes[place]))
      for byte in bytes[place + 1..<place + width] { number = number << 8 | Int(byte) }
      place += width
      return number
    }

    /// The text between two line feeds.
    mutating func line() -> String? {
      guard has(2), bytes[place] == .newline,
        let end = bytes[(place + 1)...].firstIndex(of: .newline)
      else { return nil }
      return String(decoding: bytes[place + 1..<end], as: UTF8.self)
    }
  }
}

/// When clocks change in each year, as in `EST5EDT,M3.2.0,M11.1.0` (POSIX, with RFC 8536's hours).
struct ZoneRule {
  /// A day of each year, and a time on it.
  private enum Day {
    /// The day with this number, from 1, which leaves out 29 February.
    case withoutLeapDay(Int)
    /// The day with this number, from 0.
    case number(Int)
    /// A weekday, from Sunday as 0, in a week of a month; week 5 is the last.
    case weekday(Int, week: Int, month: Int)
  }

  private let standard: Int
  /// The offset of summer time, and when it begins and ends.
  private var summer: (offset: Int, start: Change, end: Change)?

  private struct Change {
    let day: Day
    /// Seconds after midnight, which may be on a day before or after.
    let time: Int

    /// Seconds since 1970 in a year from 0 to 9999, as clocks show them before the change.
    func seconds(in year: Int) -> Int64 {
      let days: Int
      switch day {
      case .withoutLeapDay(let number):
        let isLeap = CalendarDate.length(ofMonth: 2, year: year) == 29
        days = start(of: 1, year) + number - (isLeap && number >= 60 ? 0 : 1)
      case .number(let number): days = start(of: 1, year) + number
      case .weekday(let weekday, let week, let month):
        let start = start(of: month, year)
        let last = CalendarDate.length(ofMonth: month, year: year) - 1
        // Weeks begin on Sunday here, but on Monday in `CalendarDate`.
        let earliest = (weekday + 6 - CalendarDate(days: Int32(start)).weekday) % 7
        let day = earliest + 7 * (week - 1)
        days = start + (day > last ? day - 7 : day)
      }
      return Int64(days) * 86_400 + Int64(time)
    }

    /// The number of days from 1970-01-01 to the first day of a month.
    private func start(of month: Int, _ year: Int) -> Int {
      CalendarDate(year: year, month: month, day: 1).map { Int($0.days) } ?? 0
    }
  }

  /// Reads a rule; `nil` for a text that is none.
  init?(_ text: String) {
    var text = Text(rest: Substring(text))
    guard text.skipName(), let west = text.time(), abs(west) <= 86_400 else { return nil }
    standard = -west
    if text.rest.isEmpty { return }
    guard text.skipName() else { return nil }
    var offset = standard + 3600
    if text.rest.first != ",", !text.rest.isEmpty {
      guard let west = text.time() else { return nil }
      offset = -west
    }
    // Other programs also take the rule of the United States here.
    if text.rest.isEmpty { text.rest = ",M3.2.0,M11.1.0" }
    guard abs(offset) <= 86_400, let start = text.change(), let end = text.change(),
      text.rest.isEmpty
    else { return nil }
    summer = (offset, start, end)
  }

  /// How many seconds clocks are ahead of universal time at a moment, in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    let local = seconds + Int64(standard)
    let days = Timestamp.floorDivide(local, 86_400).quotient
    let year = min(max(CalendarDate(days: Int32(clamping: days)).components.year, 0), 9999)
    let start = summer.start.seconds(in: year) - Int64(standard)
    let end = summer.end.seconds(in: year) - Int64(summer.offset)
    let isSummer =
      start < end ? start <= seconds && seconds < end : seconds < end || start <= seconds
    return isSummer ? summer.offset : standard
  }

  private struct Text {
    var rest: Substring

    /// Skips a name of letters, or anything in angle brackets.
    mutating func skipName() -> Bool {
      if rest.first == "<" {
        guard let end = rest.firstIndex(of: ">") else { return false }
        rest = rest[rest.index(after: end)...]
        return true
      }
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest[name.endIndex...]
      return name.count >= 3
    }

    /// Reads hours, and minutes and seconds where there are any, as seconds.
    mutating func time() -> Int? {
      let isNegative = rest.first == "-"
      if isNegative || rest.first == "+" { rest.removeFirst() }
      guard let hours = number(upTo: 167) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where rest.first == ":" {
        rest.removeFirst()
        guard let number = number(upTo: 59) else { return nil }
        seconds += number * unit
      }
      return isNegative ? -seconds : seconds
    }

    /// Reads a comma, a day and a time; 02:00 where there is none.
    mutating func change() -> Change? {
      guard rest.first == "," else { return nil }
      rest.removeFirst()
      guard let day = day() else { return nil }
      guard rest.first == "/" else { return Change(day: day, time: 7200) }
      rest.removeFirst()
      return time().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Day? {
      switch rest.first {
      case "J":
        rest.removeFirst()
        return number(upTo: 365).flatMap { $0 > 0 ? .withoutLeapDay($0) : nil }
      case "M":
        rest.removeFirst()
        guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5),
          week > 0, skip("."), let weekday = number(upTo: 6)
        else { return nil }
        return .weekday(weekday, week: week, month: month)
      default: return number(upTo: 365).map { .number($0) }
      }
    }

    private mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func number(upTo limit: Int) -> Int? {
      let digits = rest.prefix { "0" <= $0 && $0 <= "9" }
      guard let number = Int(digits), number <= limit else { return nil }
      rest = rest[digits.endIndex...]
      return number
    }
  }
}

extension Timestamp {
  /// Whole seconds since 1970, counted down before it.
  fileprivate var seconds: Int64 { Self.floorDivide(microseconds, 1_000_000).quotient }
}
