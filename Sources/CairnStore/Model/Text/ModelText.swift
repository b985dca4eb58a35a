/// A model as a person writes it: rec descriptors, one for each entity, with comments.
///
/// The article on the model file says what each keyword takes.
///
/// A file of records gets a field's new name when it is next written; `cairn store compact` writes
/// all of them, and then the line may go.
///
/// Properties stand in the order in which the statements first name them. The other keywords of
/// recutils are left alone.
struct ModelText {
  private(set) var lines: [String]
  private(set) var statements: [ModelStatement] = []
  private(set) var mistakes: [ModelMistake] = []

  init(_ text: String) {
    lines = text.utf8.split(separator: .newline, omittingEmptySubsequences: false)
      .map { String(decoding: $0.last == .carriageReturn ? $0.dropLast() : $0, as: UTF8.self) }
    for (index, line) in lines.enumerated() { add(line, at: index) }
  }

  private mutating func add(_ line: String, at index: Int) {
    if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { return }
    if line.hasPrefix("+"), let last = statements.indices.last,
      statements[last].lines.upperBound == index
    {
      let text = line.dropFirst()
      statements[last].value += "\n" + (text.first == " " ? text.dropFirst() : text)
      statements[last].lines = statements[last].lines.lowerBound..<index + 1
      return
    }
    guard line.hasPrefix("%"), let colon = line.firstIndex(of: ":") else {
      let bytes = Array(line.utf8)
      let isMark = ConflictMarks.Mark(on: bytes.span, at: 0) != nil
      return fail(
        index,
        isMark
          ? "a merge conflict; keep the right lines and remove those with <<<<<<<, ======= and "
            + ">>>>>>>"
          : "a line starts with %keyword: or with # for a comment")
    }
    let keyword = line[line.index(after: line.startIndex)..<colon]
    let value = line[line.index(after: colon)...].trimmingBlanks()
    statements.append(
      ModelStatement(
        keyword: String(keyword), value: value, lines: index..<index + 1))
  }

  private mutating func fail(_ index: Int, _ message: String) {
    mistakes.append(ModelMistake(line: index + 1, message: message))
  }

  /// The statements entity by entity; what stands before the first `%rec` belongs to none.
  var blocks: [[ModelStatement]] {
    statements.reduce(into: []) { blocks, statement in
      if statement.keyword == "rec" || blocks.isEmpty {
        blocks.append([statement])
      } else {
        blocks[blocks.count - 1].append(statement)
      }
    }
  }
}

extension ObjectModel {
  /// Reads the text of a model.
  ///
  /// - Parameters:
  ///   - text: rec descriptors.
  ///   - file: where the text comes from, for errors.
  /// - Throws: `StoreError.invalidModel` with every mistake, its file and its line.
  public init(parsing text: String, file: String? = nil) throws(StoreError) {
    try self.init(merging: [ModelSource(text, file: file)])
  }
}
