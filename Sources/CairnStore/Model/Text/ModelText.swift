/// A model as a person writes it: rec descriptors, one for each entity, with comments.
///
/// | keyword | value | meaning |
/// |---|---|---|
/// | `%rec` | Name | starts an entity |
/// | `%doc` | text | what its records are |
/// | `%plural` | word | its name in addresses; default: the English plural |
/// | `%title` | field | names a record to people |
/// | `%handle` | field | names a record in an address |
/// | `%mandatory` | fields | must have a value or a link |
/// | `%singular` | fields | no two records have the same value |
/// | `%key` | field | `%mandatory` and `%singular` at once |
/// | `%type` | fields type | `int`, `range MIN MAX`, `real`, `bool`, `date`, `line`, `email`, `uuid`, `enum A B`, `regexp /…/`, `rec Entity` |
/// | `%attribute` | field type `multiple`? `labeled`? | a type by its own name; may have several values, each with a label |
/// | `%length` | field MIN MAX | how many characters a text has |
/// | `%choices` | field a \| b | a choice of these |
/// | `%default` | field text | what a new record starts with |
/// | `%relationship` | field `to-one`/`to-many` Entity options | `inverse=F`, `ordered`, `required`, `delete=nullify/cascade/deny/none`, `export=follow/reference/skip` |
/// | `%columns` | fields | what a list shows |
/// | `%sort` | fields, `-` before one for descending | a list's order |
/// | `%inferred` | fields, or nothing for the entity | guessed from data |
/// | `%describe` | field text | what a field means |
/// | `%renamed` | field former names | what it was called; text that has it so is still read |
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
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
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
      return fail(index, "a line starts with %keyword: or with # for a comment")
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
