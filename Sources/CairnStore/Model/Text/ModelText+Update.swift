// A model that the program changes keeps its comments, its order and its author's way of writing:
// only the statements about what changed are written anew.
extension ModelText {
  /// The text with `model` instead of what it says now.
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
    // From the end, and what replaces a line before what is put in front of it.
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

  /// Replaces the statements about what is not as `entity` has it.
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

  /// New properties go behind the others, other statements to the end of the entity.
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
