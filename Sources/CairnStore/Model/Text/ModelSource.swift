/// A text that a model, or a part of one, is read from.
public struct ModelSource: Hashable, Sendable {
  /// Rec descriptors.
  public let text: String

  /// Where the text comes from, for errors; `nil` for text of no file.
  public let file: String?

  /// The descriptors in `text`, which come from `file`.
  public init(_ text: String, file: String? = nil) {
    self.text = text
    self.file = file
  }
}

extension ObjectModel {
  /// Reads a model that is spread over several texts, in their order.
  ///
  /// A relationship may lead into another text; an entity is declared in one of them only.
  ///
  /// - Throws: `StoreError.invalidModel` with every mistake, those between two texts included, each
  ///   with its file and its line.
  public init(merging sources: [ModelSource]) throws(StoreError) {
    var mistakes: [ModelMistake] = []
    var entities: [Entity] = []
    var places: [(file: String?, lines: [String?: Int])] = []
    for source in sources {
      let text = ModelText(source.text)
      var found = text.mistakes
      for block in text.blocks {
        var parser = EntityParser(block)
        let entity = parser.parse()
        found += parser.mistakes
        guard let entity else { continue }
        entities.append(entity)
        places.append((source.file, parser.lines))
      }
      mistakes += found.map {
        ModelMistake(file: source.file, line: $0.line, message: $0.message)
      }
    }
    entities = entities.linkedByPresentNames
    let check = ModelCheck(entities) { index, place in
      let (file, lines) = places[index]
      let field = place.map { String($0.split(separator: " ").last ?? "") }
      return (file, lines[place] ?? lines[field] ?? lines[nil] ?? 0)
    }
    mistakes += check.mistakes
    guard mistakes.isEmpty else { throw .invalidModel(Self.sorted(mistakes, as: sources)) }
    self.init(checked: entities)
  }

  /// The mistakes file by file and line by line.
  private static func sorted(
    _ mistakes: [ModelMistake], as sources: [ModelSource]
  ) -> [ModelMistake] {
    let files = sources.map(\.file)
    return mistakes.sorted { left, right in
      let (first, second) = (files.firstIndex(of: left.file), files.firstIndex(of: right.file))
      return (first ?? 0, left.line) < (second ?? 0, right.line)
    }
  }
}

/// One statement of a model's text: `%keyword: value`, with the lines that continue it.
struct ModelStatement {
  var keyword: String
  /// The text after the colon, its lines joined.
  var value: String
  /// The lines it stands on, from 0.
  var lines: Range<Int>

  /// The line for people, from 1.
  var line: Int { lines.lowerBound + 1 }

  /// The blank-separated words of the value.
  var words: [String] { value.words }

  /// The first word, and everything after it.
  var fieldAndRest: (field: String, rest: String) {
    let text = value.drop(while: \.isWhitespace)
    let field = text.prefix { !$0.isWhitespace }
    return (String(field), String(text.dropFirst(field.count).drop(while: \.isWhitespace)))
  }

  /// The lines of a statement as a model's text has it.
  static func text(_ keyword: String, _ value: String) -> [String] {
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    let first = value.isEmpty ? "%\(keyword):" : "%\(keyword): \(lines.first ?? "")"
    return [first] + lines.dropFirst().map { $0.isEmpty ? "+" : "+ \($0)" }
  }
}

/// The keywords of a model's text, which the article on the model file explains.
enum ModelKeyword: String, CaseIterable {
  case rec, doc, plural, formerly, title, handle, mandatory, singular, key, auto, type, attribute
  case length, choices, `default`, relationship, columns, sort, inferred, describe, renamed
  case show, color, due, `repeat`, label, caption, unit

  /// What recutils has besides, which a model leaves alone.
  case unique, allowed, prohibit, size, confidential, constraint

  /// Whether a statement is about the field that it names first, and stands once for each.
  var isAboutField: Bool {
    switch self {
    case .type, .attribute, .choices, .length, .relationship, .default, .describe, .renamed,
      .show, .color, .label, .unit:
      true
    default: false
    }
  }

  /// Whether a collection has one such statement at most.
  var isAboutEntity: Bool {
    switch self {
    case .plural, .title, .handle, .sort, .due, .repeat, .caption: true
    default: false
    }
  }
}
