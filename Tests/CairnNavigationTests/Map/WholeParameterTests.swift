@testable import CairnNavigation
import TestSupport
import Testing

@Suite struct `A parameter that a look-up doesn't try` {
  @Test(arguments: SeededGenerator.seeds(200))
  func `takes what its capture's type accepts, and nothing else`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let texts = [
      generator.hostileText(), "\(generator.number(-99...99))", "18446744073709551616",
      "-9223372036854775808", "1e\(generator.number(0...400))", "1.5", "yes", "true", "NaN", "+1",
      PortableID(uri: generator.hostileText())?.text ?? "eA", "\(generator.number(0...9))x",
    ]
    for text in texts {
      check(text, String.self)
      check(text, Int.self)
      check(text, UInt.self)
      check(text, Double.self)
      check(text, Bool.self)
      check(text, PortableID.self)
    }
  }

  private func check<Value: WholeParameter & CaptureValue>(_ text: String, _ type: Value.Type) {
    guard !text.isEmpty else { return }
    expectEqual(type.captureType.accepts(text), (Value(.text(text)) != nil), "\(type): \(text)")
    expectTrue(Value?(.absent) != nil)
  }

  @Test func `lets the others refuse, so that the next pattern has its turn`() throws {
    let map = try URLMap<String>(home: "cairn://home") {
      Route("cairn://(meal)") { (meal: Meal) in "a \(meal.rawValue)" }
      Route("cairn://(rest:path)") { (rest: [String]) in "\(rest)" }
    }
    try expectEqual(map.screen("tea"), "a tea")
    try expectEqual(map.screen("stew"), #"["stew"]"#)
    expectEqual(
      map.candidates(for: "cairn://stew").map(\.description),
      [
        "cairn://(meal): parameter 1 of its closure doesn't take the text",
        "cairn://(rest:path): matches",
      ])
  }
}

/// A type that doesn't tell its words, so that only it knows which texts it takes.
private enum Meal: String, CaptureValue {
  case tea
}
