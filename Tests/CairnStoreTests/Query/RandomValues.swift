import CairnStore
import TestSupport

/// Values of every type, from few enough that they meet.
enum RandomValues {
  static let words = [
    "Lyon", "lyon", "LYÓN", "Paris", "p9", "p10", "straße", "Strasse", "", "soup", "main dish",
    "e\u{301}t\u{E9}", "été", "a, b", "x\"y\\", "日本", "10", "9",
  ]

  static func value(of attribute: Attribute, _ generator: inout SeededGenerator) -> Value? {
    if generator.number(0...5) == 0 { return nil }
    guard attribute.isList else { return element(of: attribute, &generator) }
    var elements: [Value] = []
    for _ in 0...generator.number(0...2) {
      let value = element(of: attribute, &generator)
      if !elements.contains(value) { elements.append(value) }
    }
    return Value(list: elements)
  }

  private static func element(
    of attribute: Attribute, _ generator: inout SeededGenerator
  ) -> Value {
    switch attribute.type {
    case .integer: .integer(Int64(generator.number(-3...5)))
    case .decimal: .decimal(decimal(&generator))
    case .double: .double(Double(generator.number(-6...6)) / 2)
    case .boolean: .boolean(generator.number(0...1) == 0)
    case .date: .date(CalendarDate(days: Int32(generator.number(20_500...20_620))))
    case .datetime: .datetime(time(&generator))
    case .localtime: .localtime(time(&generator))
    case .data: .data((0..<generator.number(0...3)).map { UInt8($0) })
    case .choice: .text(attribute.choices[generator.number(0...attribute.choices.count - 1)])
    default: .text(words[generator.number(0...words.count - 1)])
    }
  }

  private static func time(_ generator: inout SeededGenerator) -> Timestamp {
    Timestamp(
      microseconds: Int64(generator.number(20_500...20_503)) * Timestamp.day
        + Int64(generator.number(0...86_399)) * 1_000_000)
  }

  private static func decimal(_ generator: inout SeededGenerator) -> DecimalNumber {
    let digits = [
      "0", "0.0", "-0", "1", "1.0", "1.50", "1.5", "-2.25", "10", "9.99", "-10", "0.001",
    ]
    return DecimalNumber(digits[generator.number(0...11)]) ?? DecimalNumber(0)
  }

  /// A store of books by writers, on shelves, with chapters, all at random.
  static func library(_ generator: inout SeededGenerator, books: Int) throws -> ObjectStore {
    let store = try Library.emptyStore()
    let names = (0..<6).map { _ in words[generator.number(0...words.count - 1)] }
    let writers = try Library.insert(
      "Writer",
      names.map { ["Name": .text($0), "Born": .integer(Int64(generator.number(1900...1905)))] },
      into: store)
    let shelves = try Library.insert(
      "Shelf", words.prefix(4).map { ["Name": .text($0)] }, into: store)
    let records = (0..<books).map { _ in
      book(&generator, writers: writers.map(\.key), shelves: shelves.map(\.key))
    }
    try Library.insert("Book", records, into: store)
    return store
  }

  static func book(
    _ generator: inout SeededGenerator, writers: [RecordKey], shelves: [RecordKey]
  ) -> [String: Value] {
    var fields: [String: Value] = [:]
    for attribute in Library.book.attributes where attribute.name != "Slug" {
      fields[attribute.name] = value(of: attribute, &generator)
    }
    if generator.number(0...3) > 0 {
      // One key leads nowhere, as after a merge of texts.
      let keys = writers + [RecordKey(sequence: 999)]
      fields["Author"] = .link(keys[generator.number(0...keys.count - 1)])
    }
    let placed = shelves.filter { _ in generator.number(0...2) == 0 }
    fields["Shelves"] = Value(list: placed.map(Value.link))
    return fields
  }
}
