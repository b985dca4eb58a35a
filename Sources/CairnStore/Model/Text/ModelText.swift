/// A model as a person writes it: rec descriptors, one for each entity, with comments.
///
/// The article on the model file lists the arguments of each keyword.
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

  /// The statements, entity by entity; those before the first `%rec` belong to no entity.
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

// A model that the program changes keeps its comments, its order and its author's way of writing:
// only the statements about what changed are written anew.
extension ModelText {
  /// The text, changed so that it describes `model`.
  func updated(to model: ObjectModel) -> String {
    let current = try? ObjectModel(parsing: lines.joined(separator: "\n"))
    let patched = text(for: model) { block, entity in patches(for: block, entity, current) }
    if (try? ObjectModel(parsing: patched)) == model { return patched }
    let rewritten = text(for: model) { block, entity in rewriting(block, entity) }
    if (try? ObjectModel(parsing: rewritten)) == model { return rewritten }
    let comments = lines.filter { $0.hasPrefix("#") }
    return (comments + (comments.isEmpty ? [] : [""])).map { $0 + "\n" }.joined() + model.text
  }

  /// New lines for the statements that stand on some lines of the text.
  private struct Patch {
    var lines: Range<Int>
    var replacement: [String]
  }

  private func text(
    for model: ObjectModel, _ patches: ([ModelStatement], Entity) -> [Patch]
  ) -> String {
    var all: [Patch] = []
    var known: Set<String> = []
    for block in blocks {
      guard let name = block.first?.words.first,
        let entity = model[name] ?? model[model.currentName(of: name)]
      else {
        all += block.map { Patch(lines: $0.lines, replacement: []) }
        continue
      }
      known.insert(entity.name)
      all += patches(block, entity)
    }
    var result = lines
    while result.last?.isEmpty == true { result.removeLast() }
    // From the end; at one line, the replacement comes before the insertion.
    let places = { (patch: Patch) in (patch.lines.lowerBound, patch.lines.upperBound) }
    for patch in all.sorted(by: { places($0) > places($1) }) {
      result.replaceSubrange(patch.lines, with: patch.replacement)
    }
    for entity in model.entities where !known.contains(entity.name) {
      if !result.isEmpty { result.append("") }
      result += ["%rec: \(entity.name)"] + ModelPrinter.parts(of: entity).flatMap(\.lines)
    }
    return result.map { $0 + "\n" }.joined()
  }

  /// Replaces all statements of an entity at once.
  private func rewriting(_ block: [ModelStatement], _ entity: Entity) -> [Patch] {
    let parts = ModelPrinter.parts(of: entity).flatMap(\.lines)
    return block.enumerated().map { index, statement in
      Patch(
        lines: statement.lines, replacement: index == 0 ? ["%rec: \(entity.name)"] + parts : [])
    }
  }

  /// Replaces the statements that differ from `entity`.
  private func patches(
    for block: [ModelStatement], _ entity: Entity, _ current: ObjectModel?
  ) -> [Patch] {
    var parser = EntityParser(block)
    let parsed = parser.parse()
    // As `entity` is, with inverses completed: what its author left out is no change.
    let known = parsed.flatMap { current?[$0.name] } ?? parsed
    let old = known.map(ModelPrinter.parts(of:)) ?? []
    let oldLines = Dictionary(old.map { ($0.subject, $0.lines) }) { first, _ in first }
    let new = ModelPrinter.parts(of: entity)
    var patches: [Patch] = []
    var unsaid: Set<ModelPrinter.Subject> = []
    if let first = block.first, first.words.first != entity.name {
      // A plural that followed from the old name does not follow from the new one.
      if entity.plural != Plural.of(entity.name) { unsaid = [.entity(keyword: "plural")] }
      let words = ["%rec:", entity.name] + first.words.dropFirst()
      patches.append(Patch(lines: first.lines, replacement: [words.joined(separator: " ")]))
    }
    let kept = Set(new.map(\.subject))
    for subject in old.map(\.subject) where !kept.contains(subject) {
      patches += statements(about: subject, in: block).map {
        Patch(lines: $0.lines, replacement: [])
      }
    }
    for part in new where oldLines[part.subject] != part.lines || unsaid.contains(part.subject) {
      let found = statements(about: part.subject, in: block)
      for (index, statement) in found.enumerated() {
        patches.append(
          Patch(lines: statement.lines, replacement: index == 0 ? part.lines : []))
      }
      if found.isEmpty {
        let place = insertionPoint(for: part.subject, in: block)
        patches.append(Patch(lines: place..<place, replacement: part.lines))
      }
    }
    return Self.merged(patches)
  }

  private func statements(
    about subject: ModelPrinter.Subject, in block: [ModelStatement]
  ) -> [ModelStatement] {
    block.filter { statement in
      switch subject {
      case .entity(let keyword): statement.keyword == keyword
      case .property(let name):
        ["type", "attribute", "choices", "length", "relationship"].contains(statement.keyword)
          && statement.fieldAndRest.field == name
      case .note(let keyword, let name):
        statement.keyword == keyword && statement.fieldAndRest.field == name
      }
    }
  }

  /// New properties follow the last property; other statements end the entity.
  private func insertionPoint(
    for subject: ModelPrinter.Subject, in block: [ModelStatement]
  ) -> Int {
    let end = block.last?.lines.upperBound ?? lines.count
    guard case .property = subject else { return end }
    let declarations: Set = ["type", "attribute", "choices", "length", "relationship"]
    return block.last { declarations.contains($0.keyword) }?.lines.upperBound ?? end
  }

  /// The patches with several insertions at one place joined in their order.
  private static func merged(_ patches: [Patch]) -> [Patch] {
    patches.reduce(into: []) { merged, patch in
      if patch.lines.isEmpty,
        let place = merged.firstIndex(where: { $0.lines == patch.lines })
      {
        merged[place].replacement += patch.replacement
      } else {
        merged.append(patch)
      }
    }
  }
}
