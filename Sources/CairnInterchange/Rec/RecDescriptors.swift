internal import CairnStore

/// The descriptors of a file of recutils as the text of a model.
///
/// Types that the file defines (`%typedef`) take the place of their names. A line that the model's
/// language does not have is left out and reported; the other lines still apply.
struct RecDescriptors {
  /// A line of a descriptor, and the lines of the model's text that it makes.
  private struct Statement {
    var keyword: String
    var text: String
    var lines = 0..<0
    var isDescriptorStart: Bool { keyword == "%rec" }

    /// The line in a message.
    var shown: String { "\(keyword): \(text)".shortened(to: 60) }
  }

  private let name: String
  private var statements: [Statement] = []
  private(set) var notices: [String] = []

  /// Statements of recutils that are read but not enforced.
  private static let unenforced: Set<String> = [
    "%allowed", "%prohibit", "%size", "%confidential", "%constraint",
  ]
  private static let deepestAlias = 16

  /// Takes the descriptors of the file `name`, in order.
  init(_ descriptors: [[RecRecord.Field]], name: String) {
    self.name = name
    for descriptor in descriptors {
      let all = descriptor.map { field in
        Statement(keyword: field.name, text: String(decoding: field.text, as: UTF8.self))
      }
      let types = Self.types(in: all)
      for statement in all where statement.keyword != "%typedef" {
        statements.append(Self.resolved(statement, types))
        if Self.unenforced.contains(statement.keyword) {
          notices.append("\(name): \(statement.shown) is not enforced")
        }
      }
    }
  }

  /// Returns the model; `nil` if the descriptors describe no field, or none can be read.
  mutating func model() -> ObjectModel? {
    while !statements.isEmpty {
      let text = text()
      do throws(StoreError) {
        return try ObjectModel(parsing: text, file: name)
      } catch {
        guard case .invalidModel(let mistakes) = error, leaveOut(mistakes) else {
          notices.append("the descriptor of \(name) was ignored: \(error)")
          return nil
        }
      }
    }
    return nil
  }

  /// Leaves out the lines with mistakes.
  ///
  /// - Returns: whether there were any; a mistake may be in no line, or in the name of a record.
  private mutating func leaveOut(_ mistakes: [ModelMistake]) -> Bool {
    var odd: Set<Int> = []
    for mistake in mistakes {
      guard let place = statements.firstIndex(where: { $0.lines.contains(mistake.line) }),
        !statements[place].isDescriptorStart
      else { continue }
      guard odd.insert(place).inserted else { continue }
      notices.append("\(name): \(statements[place].shown) was left out: \(mistake.message)")
    }
    statements = statements.enumerated().filter { !odd.contains($0.offset) }.map(\.element)
    return !odd.isEmpty
  }

  private mutating func text() -> String {
    var text: [UInt8] = []
    var line = 1
    for place in statements.indices {
      if statements[place].isDescriptorStart, !text.isEmpty {
        text.append(Byte.lineFeed)
        line += 1
      }
      let start = text.count
      RecText.append(statements[place].keyword, statements[place].text, to: &text)
      let end = line + text[start...].count { $0 == Byte.lineFeed }
      statements[place].lines = line..<end
      line = end
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: - Types

  private static func types(in statements: [Statement]) -> [String: String] {
    var types: [String: String] = [:]
    for statement in statements where statement.keyword == "%typedef" {
      let (name, type) = split(statement.text)
      if types[name] == nil { types[name] = type }
    }
    return types
  }

  private static func resolved(_ statement: Statement, _ types: [String: String]) -> Statement {
    guard statement.keyword == "%type", !types.isEmpty else { return statement }
    let (fields, type) = split(statement.text)
    var resolved = type
    var steps = 0
    // A type may be another name of a type; a circle of names ends as an unknown type.
    while let next = types[resolved], steps < deepestAlias { (resolved, steps) = (next, steps + 1) }
    var statement = statement
    statement.text = "\(fields) \(resolved)"
    return statement
  }

  private static func split(_ text: String) -> (first: String, rest: String) {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    return (words.first.map(String.init) ?? "", words.count > 1 ? words[1].trimmingBlanks() : "")
  }
}
