import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The text of a value that a person is shown` {
  private static let zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"]

  /// Attributes of each type with one value, several values, and several labeled ones.
  private static func attributes() -> [Attribute] {
    AttributeType.allCases.flatMap { type in
      [(false, false), (true, false), (true, true)].compactMap { isMultiple, isLabeled in
        guard type != .tags || !isMultiple else { return nil }
        var attribute = Attribute(name: "Value", type: type)
        (attribute.isMultiple, attribute.isLabeled) = (isMultiple, isLabeled)
        if type == .choice { attribute.choices = ["soup", "main dish", "a, b", "\"x\""] }
        return attribute
      }
    }
  }

  /// A value that the attribute accepts.
  private func value(of attribute: Attribute, _ generator: inout SeededGenerator) -> Value {
    func element() -> Value {
      let value: Value =
        switch attribute.type {
        case .choice: .text(attribute.choices[generator.number(0...3)])
        case .uuid: .text("\(StoreID(using: &generator))")
        case .url: .text("https://example.org/\(generator.number(0...999)),a")
        case .email: .text("ann\(generator.number(0...999))@example.org")
        case .phone: .text("+33 (0)6, \(generator.number(0...999))")
        default: generator.value(of: attribute.type)
        }
      guard attribute.isLabeled, generator.number(0...2) > 0 else { return value }
      return .labeled(["work", "home, 2"][generator.number(0...1)], value)
    }
    if attribute.type == .tags { return generator.value(of: .tags) }
    guard attribute.isMultiple else { return element() }
    return .list((0...generator.number(0...3)).map { _ in element() })
  }

  @Test(arguments: zones)
  func `says the same when it is saved again`(zone: String) throws {
    let place = try ZoneFolder(in: RealFileSystem()).localTime(called: zone)
    let clock = WallClock(now: try #require(Timestamp("2026-11-27T04:06:00Z")), localTime: place)
    let attributes = Self.attributes()
    for seed in 1...150 {
      var generator = SeededGenerator(seed: UInt64(seed))
      for attribute in attributes {
        let value = value(of: attribute, &generator)
        guard value.elements.allSatisfy(attribute.accepts) else { continue }
        let text = ValueText.typed(value, at: clock)
        let found = try? ValueInput(clock: clock).value(of: text, for: attribute)
        expectEqual(found, value, "\(text.debugDescription) of \(attribute.type)")
      }
    }
  }

  /// Pieces of what people type for numbers, days, times and words.
  private static let pieces = [
    "1", "12", "2026", "0", "-", "+", ".", ",", ":", " ", "  ", "k", "M", "%", "e3", "T", "Z",
    "yes", "No", "TRUE", "today", "Tomorrow", "friday", "next friday", "in 3 days", "-7d", "+2w",
    "now", "in 2 hours", "2026-11-27", "2024-11-03 01:30", "2024-03-10 02:30", "10:00", "-05:00",
    "20141226T203354Z", "9999-12-31", "0001-01-01", "2016-12-31T23:59:60Z", "soup", "SOUP",
    "main dish", "\"a, b\"", "a", "(work)", "é", "https://example.org/a", "ann@example.org",
    "+33 6", "AQID", "B5E1B8F0-7C1E-4A53-9E0B-5D1D3A4E2F10",
  ]

  @Test(arguments: zones)
  func `is how a typed text was read, wherever that differs`(zone: String) throws {
    let place = try ZoneFolder(in: RealFileSystem()).localTime(called: zone)
    let clock = WallClock(now: try #require(Timestamp("2026-11-27T04:06:00Z")), localTime: place)
    let input = ValueInput(clock: clock)
    var (read, told) = (0, 0)
    for seed in 1...400 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let text = (0...generator.number(0...3)).map { _ in generator.element(of: Self.pieces) }
        .joined()
      for attribute in Self.attributes() {
        guard let value = try? input.value(of: text, for: attribute) else { continue }
        read += 1
        let label = "\(text.debugDescription) of \(attribute.type) is \(value)"
        guard let reading = ValueText.reading(of: text, as: value, at: clock) else {
          // The text is the value's own, as a form shows it or as other programs read it.
          let shown = ValueText.typed(value, at: clock)
          expectEqual(try? input.value(of: shown, for: attribute), value, label)
          expectTrue(text == shown || value.storedTexts.joined(separator: ",") == text, label)
          continue
        }
        told += 1
        // A day has its weekday before it.
        let words = reading.split(separator: " ")
        if case .date(let day) = value, words.count == 2 {
          expectEqual(String(words[1]), "\(day)", label)
          let name = day.weekdayName
          expectTrue(words[0] == name && name.hasSuffix("day"), label)
        } else {
          expectEqual(try? input.value(of: reading, for: attribute), value, label)
        }
      }
    }
    expectTrue(read > 5000 && told > 500, "\(read) texts were read, \(told) differently")
  }
}
