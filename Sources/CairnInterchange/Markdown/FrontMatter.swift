internal import CairnStore

/// The fields above a text, as people write them.
///
/// 1. Valid YAML means what YAML says, with two exceptions. A value or an element that begins with
///    `#` and a letter is a tag and not a comment, and `[[Name]]` is a text and not a list.
/// 2. A value that is not valid YAML is kept as text. Each field is read on its own, so one odd
///    value costs nothing else.
/// 3. The tags of a note may stand between blanks or commas, with `#` or without it.
struct FrontMatter {
  /// A line that was not read as YAML.
  struct Remark {
    var line: Int
    var reason: String
    /// Whether the line has no place in the record.
    var isLoss = false
  }

  private(set) var fields: [YAMLValue.Field] = []
  private(set) var remarks: [Remark] = []
  /// Whether some line is a field; a text between two rules is no front matter.
  private(set) var hasFields = false

  private let text: [UInt8]
  private let firstLine: Int

  /// Reads YAML between fences.
  ///
  /// - Parameters:
  ///   - text: The lines, valid UTF-8.
  ///   - firstLine: The number of the first line.
  init(_ text: [UInt8], firstLine: Int) {
    (self.text, self.firstLine) = (text, firstLine)
    let lines = Lines(text, firstLine: firstLine)
    if !lines.haveOddMarks, let whole = try? Self.strict(text, firstLine: firstLine) {
      (fields, hasFields) = (whole, true)
    } else {
      for part in lines.parts { read(part) }
    }
    for place in fields.indices where Self.tagNames.contains(fields[place].name.lowercased()) {
      fields[place].value = Self.tags(fields[place].value)
    }
  }

  private static func strict(
    _ text: [UInt8], firstLine: Int
  ) throws(YAMLError) -> [YAMLValue.Field] {
    var reader = YAMLReader(text, firstLine: firstLine)
    return try reader.document()
  }

  // MARK: - Parts

  private mutating func read(_ part: Lines.Part) {
    guard let (name, rest) = part.field else {
      remarks.append(
        .init(line: part.line, reason: "\(part.shown) is no field and was left out", isLoss: true))
      return
    }
    hasFields = true
    let value = value(of: part, rest)
    guard !fields.contains(where: { $0.name == name }) else {
      remarks.append(
        .init(
          line: part.line, reason: "\(name) is repeated, so \(part.shown) was left out",
          isLoss: true))
      return
    }
    fields.append(.init(name: name, value: value))
  }

  private mutating func value(of part: Lines.Part, _ rest: String) -> YAMLValue {
    if part.others.isEmpty, let odd = Self.oddText(rest) { return .text(odd) }
    if rest.isEmpty, let elements = part.elements { return list(elements) }
    var text = Array("x: \(rest)\n".utf8)
    for line in part.others { text += Array("\(line)\n".utf8) }
    do throws(YAMLError) {
      let fields = try Self.strict(text, firstLine: part.line)
      if fields.count == 1 { return fields[0].value }
      remarks.append(.init(line: part.line, reason: Self.kept("it has lines of other fields")))
    } catch {
      remarks.append(.init(line: error.line, reason: Self.kept(error.reason)))
    }
    return .text(([rest] + part.others.map { $0.trimmingBlanks() }).joined(separator: "\n"))
  }

  private mutating func list(_ elements: [(text: String, line: Int)]) -> YAMLValue {
    var values: [YAMLValue] = []
    for element in elements { values.append(self.element(element)) }
    return .list(values)
  }

  private mutating func element(_ element: (text: String, line: Int)) -> YAMLValue {
    if let odd = Self.oddText(element.text) { return .text(odd) }
    do throws(YAMLError) {
      let fields = try Self.strict(Array("x: \(element.text)\n".utf8), firstLine: element.line)
      return fields.first?.value ?? .null
    } catch {
      remarks.append(.init(line: error.line, reason: Self.kept(error.reason)))
      return .text(element.text)
    }
  }

  private static func kept(_ reason: String) -> String {
    "the value was kept as text, because \(reason)"
  }

  /// The text of a value that YAML would read as a comment or as a list of a list.
  private static func oddText(_ text: String) -> String? {
    isTag(text) || isWikiLink(text) ? text : nil
  }

  fileprivate static func isTag(_ text: some StringProtocol) -> Bool {
    guard text.first == "#", let next = text.dropFirst().first else { return false }
    return next.isLetter || next.isNumber
  }

  fileprivate static func isWikiLink(_ text: some StringProtocol) -> Bool {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.count > 4 else { return false }
    return !text.dropFirst(2).dropLast(2).contains { "[]".contains($0) }
  }

  // MARK: - Tags

  private static let tagNames: Set<String> = ["tags", "tag", "keywords"]

  private static func tags(_ value: YAMLValue) -> YAMLValue {
    switch value {
    case .null, .fields: return value
    case .list(let elements):
      return .list(
        elements.map { element in
          guard case .text(let text) = element, isTag(text) else { return element }
          return .text(String(text.dropFirst()))
        })
    case .plain(let text), .text(let text):
      let hasCommas = text.contains(",")
      let words = text.split { hasCommas ? $0 == "," : $0.isWhitespace }
        .map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
      return .list(words.map { .text(isTag($0) ? String($0.dropFirst()) : $0) })
    }
  }
}

/// The lines of front matter, each field with the lines that belong to it.
private struct Lines {
  struct Part {
    var line: Int
    var first: String
    /// The lines after the first one.
    var others: [String] = []

    /// The first line in a message.
    var shown: String { "\"\(first.shortened(to: 40))\"" }

    /// The name and the rest of the first line; `nil` if it is no field.
    var field: (name: String, rest: String)? {
      let colons = first.indices.filter { first[$0] == ":" }
      // A colon before a blank ends the name, else the first colon.
      let end = colons.first { place in
        let next = first.index(after: place)
        return next == first.endIndex || first[next].isWhitespace
      }
      guard let end = end ?? colons.first else { return nil }
      let name = first[..<end].trimmingBlanks()
      let plain =
        name.count > 1 && name.first == name.last && "\"'".contains(name.prefix(1))
        ? String(name.dropFirst().dropLast()) : name
      guard !plain.isEmpty else { return nil }
      return (plain, first[first.index(after: end)...].trimmingBlanks())
    }

    /// The elements of the list below the first line; `nil` if other lines are there.
    var elements: [(text: String, line: Int)]? {
      var elements: [(text: String, line: Int)] = []
      for (offset, other) in others.enumerated() {
        let text = other.trimmingBlanks()
        if text.isEmpty { continue }
        guard text == "-" || text.hasPrefix("- ") else { return nil }
        elements.append((text.dropFirst(1).trimmingBlanks(), line + offset + 1))
      }
      return elements.isEmpty ? nil : elements
    }
  }

  private(set) var parts: [Part] = []

  init(_ text: [UInt8], firstLine: Int) {
    let lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (offset, line) in lines.enumerated() {
      let starts = line.first.map { !$0.isWhitespace && $0 != "#" && $0 != "-" } ?? false
      if starts {
        parts.append(Part(line: firstLine + offset, first: String(line)))
      } else if !parts.isEmpty {
        parts[parts.count - 1].others.append(String(line))
      } else if !line.trimmingBlanks().isEmpty, line.first != "#" {
        parts.append(Part(line: firstLine + offset, first: String(line)))
      }
    }
    for place in parts.indices {
      while parts[place].others.last?.trimmingBlanks().isEmpty == true {
        parts[place].others.removeLast()
      }
    }
  }

  /// Whether a value is a tag that YAML reads as a comment, or a link that it reads as a list.
  var haveOddMarks: Bool {
    parts.contains { part in
      let values = [part.field?.rest ?? ""] + (part.elements ?? []).map(\.text)
      return values.contains { FrontMatter.isTag($0) || FrontMatter.isWikiLink($0) }
    }
  }
}
