internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The menus and prompts for the choices of an import.
struct ImportSheets {
  let review: ImportReview

  /// Creates the menus of a review.
  init(_ review: ImportReview) {
    self.review = review
  }

  /// Returns the effects of an action on a column.
  func effects(of action: ActionName, on column: ImportColumn) -> [Effect] {
    switch action {
    case .columnType: types(of: column)
    case .columnField: fields(for: column)
    case .columnMatch: match(by: column)
    case .columnOmit: omit(column)
    default: sheet(of: column)
    }
  }

  // MARK: A column

  /// Returns the menu of all choices about a column.
  private func sheet(of column: ImportColumn) -> [Effect] {
    func choice(
      _ letter: Character, _ title: String, detail: String = "", _ action: ActionName
    ) -> Menu.Choice {
      Menu.Choice(letter, title, detail: detail) { effects(of: action, on: column) }
    }
    var choices = [
      choice("t", "Type", detail: column.field?.type.title ?? "", .columnType),
      choice("e", "Field", detail: column.field?.name ?? "", .columnField),
      choice("m", column.isMatch ? "Don't match" : "Match by the column", .columnMatch),
      choice("d", isLeftOut(column) ? "Include it" : "Omit it", .columnOmit),
    ]
    if let field = column.field {
      choices.append(
        Menu.Choice("i", "Invalid values", detail: misfits(of: column).title) {
          invalidValues(of: column, field)
        })
    }
    return [
      .present(Menu("Column \(column.column.name)", choices: choices, footer: .leaves))
    ]
  }

  private func misfits(of column: ImportColumn) -> ImportOptions.Misfits {
    review.asked.options.misfits[column.column.name] ?? .refuse
  }

  /// Returns the menu of what happens to values that do not fit the field.
  private func invalidValues(of column: ImportColumn, _ field: Attribute) -> [Effect] {
    let name = column.column.name
    func choice(_ letter: Character, _ misfits: ImportOptions.Misfits) -> Menu.Choice {
      Menu.Choice(letter, misfits.title) {
        review.decide { $0.options.setMisfits(of: name, misfits) }
      }
    }
    var choices = [
      choice("r", .refuse), choice("e", .empty),
      Menu.Choice("m", "move them to another field …") { otherField(for: column, field) },
    ]
    if column.isNew { choices.append(choice("t", .text)) }
    return [.present(Menu("Invalid values of \(name)", choices: choices, footer: .leaves))]
  }

  /// Asks for the field that gets the values that do not fit.
  private func otherField(for column: ImportColumn, _ field: Attribute) -> [Effect] {
    let known = review.place.records.snapshot.model[column.entity.name]?.attributes ?? []
    return choose(
      "Move invalid values of \(column.column.name) to",
      among: known.filter { $0.name != field.name && [.string, .text].contains($0.type) }
        .map(\.name),
      or: "", nothing: "refuses the rows",
      check: { $0.isEmpty ? nil : ModelChanges.mistake(inFieldName: $0) }
    ) { name in
      review.decide { choices in
        choices.options.setMisfits(
          of: column.column.name, name.isEmpty ? .refuse : .move(to: name))
      }
    }
  }

  /// Returns the menu of the forms of values for an existing field, if they can be read in several
  /// ways.
  func forms(of column: ImportColumn, _ field: String) -> Menu? {
    let name = column.column.name
    let entity = review.place.records.snapshot.model[column.entity.name]
    return entity?.attribute(field).flatMap { known in
      ColumnTypes.menu(of: column.column.formChoices, for: name, as: known.type) { form in
        review.decide { $0.options.setType(of: name, known.type, as: form) }
      }
    }
  }

  private func match(by column: ImportColumn) -> [Effect] {
    guard let field = column.field else { return refuse("\(column.column.name) is not a field") }
    guard !column.isMember else {
      return refuse("\(column.column.name) is part of a column, and rows match by a whole column")
    }
    return review.decide { $0.options.match = column.isMatch ? nil : field.name }
  }

  private func isLeftOut(_ column: ImportColumn) -> Bool {
    review.asked.options.mapping[column.column.name] == ""
  }

  private func omit(_ column: ImportColumn) -> [Effect] {
    let name = column.column.name
    return review.decide { choices in
      if isLeftOut(column) {
        choices.options.mapping[name] = nil
        return
      }
      choices.options.mapping[name] = ""
      // A column that is left out has no other choices.
      choices.options.setType(of: name, nil)
      choices.options.setLink(nil, of: name)
      choices.options.setMisfits(of: name, .refuse)
      if column.isMatch { choices.options.match = nil }
    }
  }

  // MARK: All rows

  /// Returns a menu about new records that equal existing ones; `nil` if there are none.
  func equalRecords(in report: ImportReport) -> [Effect]? {
    let (equal, new) = report.collections.reduce((0, 0)) { ($0.0 + $1.equal, $0.1 + $1.inserted) }
    guard equal > 0 else { return nil }
    let choices = [
      Menu.Choice("s", "Skip them", detail: "the preview then shows the rest") {
        review.decide { $0.options.match = ImportOptions.matchesAll }
      },
      Menu.Choice("a", "Add them again", detail: "each of them will exist twice") {
        review.startImport()
      },
    ]
    let verb = equal == 1 ? "equals a record that is" : "equal records that are"
    return [
      .present(
        Menu(
          "\(Count.text(equal)) of \(Count.text(new, "new record")) \(verb) already here",
          choices: choices, footer: .leaves))
    ]
  }

  // MARK: Names

  /// Asks for the field of a column: an existing field, or a new name.
  private func fields(for column: ImportColumn) -> [Effect] {
    choose(
      "Field for \(column.column.name)",
      among: review.place.records.snapshot.model[column.entity.name]?.attributes.map(\.name) ?? [],
      or: column.field?.name ?? column.column.ownName, nothing: "omits it",
      check: { $0.isEmpty ? nil : ModelChanges.mistake(inFieldName: $0) }
    ) { go(column, into: $0) }
  }

  private func go(_ column: ImportColumn, into field: String) -> [Effect] {
    review.decide { choices in
      let name = column.column.name
      choices.options.mapping[name] = !column.isMember && field == name ? nil : field
      if column.isMatch { choices.options.match = field.isEmpty ? nil : field }
    }
  }

  /// Asks for the collection: an existing one, or a new name.
  var collections: [Effect] {
    choose(
      "Import into",
      among: review.place.records.snapshot.model.entities.map(\.plural),
      or: review.preview?.tables.first?.entity.plural ?? "", nothing: "uses the file's name",
      then: review.earlier.map { origin in
        Menu.Choice("0", "Begin without the choices", detail: "of \(origin)") {
          review.beginAgain()
        }
      }
    ) { go(into: $0) }
  }

  private func go(into name: String) -> [Effect] {
    review.decide { choices in
      choices.options.collection = name.isEmpty ? nil : name
      // Another collection has other fields.
      choices.options.match = nil
    }
  }

  /// Asks for a name: one from a list, or a new one.
  ///
  /// - Parameters:
  ///   - title: the title of the menu.
  ///   - known: the existing names.
  ///   - proposal: the initial text of the prompt for a new name.
  ///   - nothing: the effect of an empty name, for the prompt.
  ///   - last: a further choice of the menu.
  ///   - check: returns why a new name is invalid; `nil` if it is valid.
  ///   - go: receives the name.
  /// - Returns: the effects that ask.
  private func choose(
    _ title: String, among known: [String], or proposal: String, nothing: String,
    then last: Menu.Choice? = nil, check: @escaping (String) -> String? = { _ in nil },
    _ go: @escaping (String) -> [Effect]
  ) -> [Effect] {
    let other = Effect.present(
      TextPrompt(
        title, text: proposal, isSelected: true, footer: "nothing \(nothing) · \(.leaves)",
        check: check, finish: go))
    guard !known.isEmpty || last != nil else { return [other] }
    var choices = zip(Menu.lettered(known, besides: ["0"]), known).map { item, name in
      Menu.Choice(item) { go(name) }
    }
    choices.append(Menu.Choice(nil, "Another name …") { [other] })
    if let last { choices.append(last) }
    return [.present(Menu(title, choices: choices, footer: .leaves))]
  }

  func refuse(_ reason: String, advice: KeyWords = "") -> [Effect] {
    [.say(Message(reason, tone: .warning, advice: advice))]
  }
}

extension ImportOptions.Misfits {
  /// The choice in a menu.
  fileprivate var title: String {
    switch self {
    case .refuse: "refuse the rows"
    case .empty: "leave them empty"
    case .text: "make the column text"
    case .move(let field): "move them to \(field)"
    }
  }
}
