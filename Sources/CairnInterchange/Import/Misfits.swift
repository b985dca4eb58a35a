internal import CairnStore

extension ImportOptions {
  /// What an import does with the values of a column that do not fit its field.
  public enum Misfits: Hashable, Sendable {
    /// The rows of these values are refused.
    case refuse
    /// The field stays empty.
    case empty
    /// The values go into another field, which is added if the collection lacks it.
    case move(to: String)
    /// A new field of the column is text if a value does not fit the type that a person wants.
    case text

    /// Creates the choice that a word names; any other word is the name of a field.
    ///
    /// A field with the name of a choice is written in capital letters, since the case of a field's
    /// name does not matter.
    public init(_ word: String) {
      switch word {
      case "refuse": self = .refuse
      case "empty": self = .empty
      case "text": self = .text
      default: self = .move(to: word)
      }
    }

    /// The word that names the choice.
    public var word: String {
      switch self {
      case .refuse: "refuse"
      case .empty: "empty"
      case .text: "text"
      case .move(let field): Self.words.contains(field) ? field.uppercased() : field
      }
    }

    private static let words = ["refuse", "empty", "text"]
  }

  /// Returns the type that a person wants for a new field of a column; `nil` for the inferred one.
  func askedType(of column: Columns.Column) -> AttributeType? {
    let type = types[column.path]
    guard misfits[column.path] == .text else { return type }
    if let type, column.profile.fits(type) { return type }
    return column.profile.fits(.string) ? .string : .text
  }
}

/// What a reader does with values that do not fit its field, with the place of another field.
enum MisfitPlan: Sendable {
  case empty
  case move(Attribute, place: Int)
}

extension ImportReport {
  /// The values of a column that did not fit their field, in rows that were imported.
  public struct Misfits: Sendable {
    /// The plural name of the collection.
    public let collection: String
    /// The field that stays empty.
    public let field: String
    /// The field that has the values; `nil` for none.
    public let target: String?
    /// The number of values.
    public internal(set) var count: Int
    /// The first of them.
    public let first: BadRow

    /// The values in words.
    var notice: String {
      let verb = count == 1 ? "was" : "were"
      let deed = target.map { "moved to \(first.captions[$0] ?? $0)" } ?? "left empty"
      return
        "\(collection).\(first.captions[field] ?? field): \(counted(count, "value")) that \(count == 1 ? "does" : "do") "
        + "not fit \(verb) \(deed), the first \(first)"
    }
  }

  /// Adds a value that did not fit its field.
  mutating func note(_ misfit: RecordDraft.Misfit, of entity: Entity, _ row: WaitingLink.Origin) {
    let (field, target) = (misfit.problem.field ?? "", misfit.target?.name)
    let place = misfits.firstIndex {
      $0.collection == entity.plural && $0.field == field && $0.target == target
    }
    if let place { return misfits[place].count += 1 }
    misfits.append(
      Misfits(
        collection: entity.plural, field: field, target: target, count: 1,
        first: badRow(misfit.problem, of: row)))
  }
}

extension RecordDraft {
  /// A value that does not fit its field, and so stays out or goes into another field.
  struct Misfit: Sendable {
    let problem: RowProblem
    /// The other field, with its place among the stored properties.
    var target: Attribute?
    var place: Int?
  }

  /// Sets the value of a column, or does with a misfit what a person chose.
  mutating func set(
    _ place: Int, to value: Value?, or problem: RowProblem?, _ plan: MisfitPlan
  ) {
    guard let problem else { return set(place, value) }
    set(place, nil)
    switch plan {
    case .empty: misfits.append(Misfit(problem: problem))
    case .move(let target, let other):
      misfits.append(Misfit(problem: problem, target: target, place: other))
    }
  }

  /// Moves the misfits into their other fields, behind the values that these have.
  ///
  /// All columns are read before, because the other field may have a later column of its own.
  mutating func moveMisfits() {
    for misfit in misfits {
      guard let place = misfit.place, let target = misfit.target, let text = misfit.problem.value
      else { continue }
      set(place, target.joined(values[place], text))
      if let value = values[place], !target.accepts(value) {
        let problem = RowProblem.value(
          field: target.name, text: text, expected: target.expectation)
        breaches.append(Breach(place: place, problem: problem))
      }
    }
  }

  /// Puts the moved misfits behind the values of the stored record, unless the row has a value or
  /// the record has the misfits already.
  mutating func keepValues(of row: Row) {
    for (place, moved) in Dictionary(grouping: misfits, by: \.place) {
      guard let place, let target = moved.first?.target, let old = row[target.name] else {
        continue
      }
      let texts = moved.compactMap(\.problem.value)
      guard values[place] == texts.reduce(nil, { target.joined($0, $1) }) else { continue }
      let known = old.elements.flatMap(\.storedTexts)
        .flatMap { [$0] + $0.split(whereSeparator: \.isNewline).map(String.init) }
      set(place, texts.filter { !known.contains($0) }.reduce(old) { target.joined($0, $1) })
    }
  }
}

extension Attribute {
  /// Whether the attribute can have any text.
  var takesMisfits: Bool { (type == .string || type == .text) && !isLabeled }

  /// Returns a value with a text behind it: in a list, on a new line, or after a semicolon.
  fileprivate func joined(_ value: Value?, _ text: String) -> Value {
    let texts = (value?.elements ?? []).flatMap(\.storedTexts).filter { !$0.isEmpty }
    if isList { return .list((texts + [text]).map(Value.text)) }
    return .text((texts + [text]).joined(separator: type == .text ? "\n" : "; "))
  }
}
