import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The local time of a zone` {
  private static let system = ZoneFolder(in: RealFileSystem())

  /// Moments around what zones have: rules of the future, changes, the first years.
  private static func moments(_ generator: inout SeededGenerator) -> [Int64] {
    let bounds: [Int64] = [-62_135_596_800, 253_402_300_799, -2_208_988_800, 0, 2_145_916_800]
    let near = bounds.flatMap { bound in [bound - 1, bound, bound + 1] }
    let others = (0..<300).map { _ in Int64(generator.number(-3_000_000_000...8_000_000_000)) }
    return near.filter { (bounds[0]...bounds[1]).contains($0) } + others
  }

  @Test(arguments: [
    "UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Europe/Dublin", "Africa/Casablanca",
    "Australia/Lord_Howe", "America/Nuuk", "Antarctica/Troll", "Asia/Gaza", "Etc/GMT+5",
    "EST5EDT,M3.2.0,M11.1.0", "<+03>-3", "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "IST-1GMT0,M10.5.0,M3.5.0/1", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EST5EDT", "AAA1BBB,J60,300/0",
  ])
  func `is the system's own`(zone: String) throws {
    guard let env = Program("env") else { return }
    let time = try Self.system.localTime(variable: zone)
    var generator = SeededGenerator(seed: 7)
    var moments = Self.moments(&generator)
    // Before 1970, glibc knows no summer time of a rule.
    if zone.contains(",") { moments.removeAll { $0 < 0 } }
    let folder = try TemporaryFolder()
    let list = folder.path + "/moments"
    let file = try RealFileSystem().open(list, .create)
    try file.write(Array(moments.map { "@\($0)\n" }.joined().utf8), at: 0)
    let offsets = try env.run(["TZ=\(zone)", "date", "-f", list, "+%::z"]).output
      .split(separator: "\n")
    expectEqual(offsets.count, moments.count)
    for (moment, text) in zip(moments, offsets) {
      let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
      let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
      let offset = time.offset(at: Timestamp(microseconds: moment * 1_000_000))
      expectEqual(offset, text.hasPrefix("-") ? -seconds : seconds, "\(zone) at \(moment)")
    }
  }

  @Test func `may have summer time in the whole year`() throws {
    var generator = SeededGenerator(seed: 8)
    // RFC 8536 has this rule as an example, with a name for the time that is never shown.
    let rule = try #require(ZoneRule("<-03>3EDT4,0/0,J365/23"))
    for moment in Self.moments(&generator) { expectEqual(rule.offset(at: moment), -14_400) }
  }

  @Test(arguments: [
    ("UTC", 0), ("GMT", 0), ("+02:00", 7200), ("-0330", -12_600), ("+2", 7200), ("-11", -39_600),
  ])
  func `is there without files`(name: String, offset: Int) throws {
    let zones = ZoneFolder(in: MemoryFileSystem())
    expectEqual(try zones.localTime(called: name).offset(at: Timestamp(microseconds: 0)), offset)
  }

  @Test(arguments: [
    "", "Nowhere/Town", "../etc/passwd", "America", "/usr/share/zoneinfo/UTC", "EST5", "+24:00",
    "+1:75", "+", "+12:3", "+1:2", "+05:3", "+1:2:3", "++2", "+ 2", "+2:", "a\0b", "Europe/Paris/x",
    "europe//Paris", ".", "+123456",
  ])
  func `is refused by a name that no zone has`(name: String) throws {
    #expect(throws: ZoneError.self) { try Self.system.localTime(called: name) }
  }

  @Test(arguments: [
    "Nowhere/Town", "EST", "X5", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.2.0", "EST5EDT,J0,J1",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST25", "EST5EDT,M3.2.0,M11.1.0x",
    "<+03-3", "EST5:60", "EST5EDT,M3.2.0/168,M11.1.0", "/nowhere", "/dev/zero", "EST-",
    "EST99999999999999999999",
  ])
  func `is refused for a variable that names none`(variable: String) throws {
    let zones = ZoneFolder("/nowhere", in: RealFileSystem())
    #expect(throws: ZoneError.self) { try zones.localTime(variable: variable) }
  }

  @Test(arguments: [nil, "", ":", ":UTC"] as [String?])
  func `is universal where nothing else is said`(variable: String?) throws {
    let zones = ZoneFolder(in: MemoryFileSystem())
    expectEqual(try zones.localTime(variable: variable).offset(at: Timestamp(microseconds: 0)), 0)
  }

  @Test func `says that the files are missing`() throws {
    #expect {
      try ZoneFolder(in: MemoryFileSystem()).localTime(called: "Europe/Paris")
    } throws: { "\($0)".contains("install the package tzdata") }
  }

  @Test func `is read from whole files only`() throws {
    let whole = try Self.bytes()
    expectEqual(ZoneFile(whole)?.offset(at: 0), 3600)
    expectEqual(ZoneFile(whole)?.offset(at: 4_102_444_800), 3600)
    expectEqual(ZoneFile(whole)?.offset(at: 4_118_083_200), 7200)
    for count in 0..<whole.count {
      expectTrue(ZoneFile(Array(whole[..<count])) == nil, "the first \(count) bytes")
    }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...generator.number(0...3) {
        bytes[generator.number(0...bytes.count - 1)] = UInt8(generator.number(0...255))
      }
      guard let zone = ZoneFile(bytes) else { continue }
      for seconds: Int64 in [-62_135_596_800, 0, 253_402_300_799] {
        expectTrue((-86_400...86_400).contains(zone.offset(at: seconds)))
      }
    }
  }

  /// A file with a change each year from 1970 on, and the rule of Paris after it.
  private static func bytes() throws -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }
    let header =
      Array("TZif2".utf8) + Array(repeating: 0, count: 15)
      + [0, 0, 0, 30, 2, 4].flatMap { number($0, 4) }
    let types = number(3600, 4) + [0, 0] + number(7200, 4) + [1, 0] + Array("CET\0".utf8)
    let kinds = (0..<30).map { UInt8(1 - $0 % 2) }
    return header + (0..<30).flatMap { number(($0 + 1) * 15_000_000, 4) } + kinds + types
      + header + (0..<30).flatMap { number(($0 + 1) * 15_000_000, 8) } + kinds + types
      + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
  }

  @Test func `is refused from a file that is too large, or no file`() throws {
    let files = MemoryFileSystem()
    try files.makeFolder("/zones")
    try files.makeFolder("/zones/Folder")
    for (name, size) in [("Large", 1 << 21), ("Empty", 0)] {
      let file = try files.open("/zones/" + name, .create)
      try file.write(Array(repeating: 0, count: size), at: 0)
    }
    for name in ["Large", "Empty", "Folder", "None"] {
      #expect(throws: ZoneError.self) {
        try ZoneFolder("/zones", in: files).localTime(called: name)
      }
    }
  }
}
