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
}
