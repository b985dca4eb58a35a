/// A type as recutils writes it after `%type`.
enum RecutilsType {
  case plain(AttributeType)
  case range(ClosedRange<Int64>)
  case choice([String])
  case pattern(String)

  /// Reads the text after the field's name.
  init?(_ text: String) {
    let words = text.words
    switch words.first {
    case "int": self = .plain(.integer)
    case "real": self = .plain(.double)
    case "bool": self = .plain(.boolean)
    case "date": self = .plain(.date)
    case "line", "field", "size": self = .plain(.string)
    case "email": self = .plain(.email)
    case "uuid": self = .plain(.uuid)
    case "regexp":
      let rest = text.dropFirst(6).drop(while: \.isWhitespace)
      guard let pattern = PatternText.parse(rest) else { return nil }
      self = .pattern(pattern)
    case "range":
      guard let range = Self.range(words.dropFirst()) else { return nil }
      self = .range(range)
    case "enum":
      guard words.count > 1 else { return nil }
      self = .choice(Array(words.dropFirst()))
    default: return nil
    }
  }

  private static func range(_ words: ArraySlice<String>) -> ClosedRange<Int64>? {
    let bounds = words.map { word -> Int64? in
      switch word {
      case "MIN": .min
      case "MAX": .max
      default: Int64(word)
      }
    }
    switch bounds.count {
    case 1: return bounds[0].flatMap { $0 >= 0 ? 0...$0 : nil }
    case 2:
      guard let low = bounds[0], let high = bounds[1], low <= high else { return nil }
      return low...high
    default: return nil
    }
  }

  /// Gives an attribute the type, unless `%attribute` gave it a closer one that it fits.
  func apply(to attribute: inout Attribute) {
    switch self {
    case .plain(let type): if attribute.type == .string { attribute.type = type }
    case .range(let range):
      if attribute.type == .string { attribute.type = .integer }
      attribute.range = range
    case .choice(let choices):
      if attribute.type == .string { attribute.type = .choice }
      attribute.choices = choices
    case .pattern(let pattern): attribute.pattern = pattern
    }
  }
}

extension AttributeType {
  /// The type by a word that a model has after `%type`, such as `int`.
  package init?(recutilsWord word: String) {
    guard word.words.count == 1, case .plain(let type)? = RecutilsType(word) else { return nil }
    self = type
  }
}
