internal import CairnInterchange
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// Menus for the type of a column.
enum ColumnTypes {
  /// Returns a menu of all types.
  ///
  /// - Parameters:
  ///   - column: the column's name.
  ///   - now: the current type.
  ///   - isAsked: whether a person chose that type.
  ///   - names: the choice that makes each value a record; `nil` leaves it out.
  ///   - link: the effects that follow if the column becomes a link.
  ///   - choose: the effects that follow, given the type; `nil` for the inferred type.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType?, isAsked: Bool, names: Menu.Choice? = nil,
    link: @escaping () -> [Effect], choose: @escaping (AttributeType?) -> [Effect]
  ) -> Menu {
    let types = AttributeType.allCases
    var choices = zip(types, items).map { type, item in
      var item = item
      if type == now { item.detail += " · current" }
      return Menu.Choice(item) { choose(type) }
    }
    if let names { choices.append(names) }
    choices.append(Menu.Choice("l", "link …", detail: "to existing records", effects: link))
    if isAsked {
      choices.append(Menu.Choice(nil, "Inferred from the values") { choose(nil) })
    }
    return Menu("Type of \(column)", choices: choices, footer: .leaves)
  }

  /// Returns the choice that makes each value of a column a record of a collection.
  ///
  /// - Parameters:
  ///   - goal: the collection.
  ///   - isNew: whether the collection is added.
  ///   - counts: the number of different values, and of the records that are created for them.
  ///   - choose: the effects that follow.
  /// - Returns: the choice.
  static func names(
    in goal: Entity, isNew: Bool, _ counts: (values: Int, created: Int),
    choose: @escaping () -> [Effect]
  ) -> Menu.Choice {
    let values = Count.text(counts.values, "value")
    guard !isNew else {
      let these = counts.values == 1 ? "this value" : "these \(values)"
      return Menu.Choice(
        "n", "new collection", detail: "from \(these) · \(goal.plural)", effects: choose)
    }
    let matches = counts.values - counts.created
    let detail =
      "\(Count.text(matches)) of \(values) \(matches == 1 ? "matches" : "match")"
      + (counts.created > 0 ? ", \(goal.counted(counts.created)) created" : "")
    return Menu.Choice("n", "link to \(goal.plural)", detail: detail, effects: choose)
  }

  /// The types by the letters of their model keywords, each with its keyword and purpose.
  static var items: [Menu.Item] {
    let types = AttributeType.allCases
    // The letter l is used for links.
    var items = Menu.lettered(types.map { $0 == .localtime ? "without" : $0.rawValue })
    for (place, type) in types.enumerated() {
      items[place].title = type.title
      // The model's keyword for long text, `text`, is the screens' title of another type.
      let name = type == .text ? "" : " (\(type.rawValue))"
      items[place].detail = type.meaning + name
    }
    return items
  }

  /// Returns a menu of all types for a column of an input.
  ///
  /// If numbers or dates can be read in several ways, the form is asked next.
  ///
  /// - Parameters:
  ///   - column: the column's name.
  ///   - now: the current type.
  ///   - isAsked: whether a person chose that type.
  ///   - forms: the forms in which the values can be read.
  ///   - names: the choice that makes each value a record; `nil` leaves it out.
  ///   - link: the effects that follow if the column becomes a link.
  ///   - choose: the effects that follow, given the type and form; the type is `nil` for the
  ///     inferred one.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType?, isAsked: Bool, forms: [RegionalForm],
    names: Menu.Choice? = nil, link: @escaping () -> [Effect],
    choose: @escaping (AttributeType?, RegionalForm?) -> [Effect]
  ) -> Menu {
    menu(for: column, now: now, isAsked: isAsked, names: names, link: link) { type in
      let next = type.flatMap { type in
        menu(of: forms, for: column, as: type) { choose(type, $0) }
      }
      return next.map { [.present($0)] } ?? choose(type, nil)
    }
  }

  /// Asks for the collection that a column links to, and then for the field with the column's
  /// values.
  ///
  /// - Parameters:
  ///   - column: the column's name.
  ///   - entities: the possible destinations.
  ///   - choose: the effects that follow, given the link.
  /// - Returns: the effects that ask.
  static func askForLink(
    of column: String, among entities: [Entity],
    choose: @escaping (ImportOptions.Link) -> [Effect]
  ) -> [Effect] {
    let goals = entities.filter { !keys(of: $0).isEmpty }
    guard !goals.isEmpty else {
      return [.say(Message("no collection has records for \(column)", tone: .warning))]
    }
    let title = "Link \(column) to"
    let menu = Menu(title, Menu.lettered(goals.map(\.plural)), footer: .leaves) { place in
      let goal = goals[place]
      let names = keys(of: goal)
      var items = Menu.lettered(["replace the column"] + names)
      items[0].detail = "values that match no title become records"
      let fields = Menu("By which field", items, footer: .leaves) { place in
        choose(
          ImportOptions.Link(
            column: column, collection: goal.plural, field: place == 0 ? nil : names[place - 1]))
      }
      return [.present(fields)]
    }
    return [.present(menu)]
  }

  /// Returns the attributes that may identify a record, the likeliest first.
  private static func keys(of entity: Entity) -> [String] {
    let names = entity.attributes.filter { !$0.isList }.map(\.name)
    let first = [entity.title, entity.handle].compactMap(\.self).filter(names.contains)
    return first + names.filter { !first.contains($0) }
  }

  /// Returns a menu of the forms of numbers or dates.
  ///
  /// - Parameters:
  ///   - forms: the forms in which the values can be read.
  ///   - column: the column's name.
  ///   - type: the type of the values.
  ///   - choose: the effects that follow, given the form.
  /// - Returns: the menu; `nil` if the type leaves no choice.
  static func menu(
    of forms: [RegionalForm], for column: String, as type: AttributeType,
    choose: @escaping (RegionalForm) -> [Effect]
  ) -> Menu? {
    let choices = RegionalForm.all(of: type).filter(forms.contains)
    guard !choices.isEmpty else { return nil }
    var items = Menu.lettered(choices.map(\.title))
    for (place, form) in choices.enumerated() { items[place].detail = form.example }
    return Menu("Format of \(column)", items, footer: .leaves) { choose(choices[$0]) }
  }
}

extension AttributeType {
  /// The purpose of the type, in a few words.
  fileprivate var meaning: String {
    switch self {
    case .string: "a single line"
    case .text: "several lines, Markdown"
    case .integer: "whole number"
    case .decimal: "exact, such as money"
    case .double: "for measurements"
    case .boolean: "yes or no"
    case .date: "day"
    case .datetime: "the same moment everywhere"
    case .localtime: "day and time, as clocks show them"
    case .choice: "one of a few words"
    case .uuid: "unique id"
    case .url: "web address"
    case .email: "mail address"
    case .phone: "phone number"
    case .file: "path of a file"
    case .data: "bytes"
    case .tags: "words"
    }
  }
}

extension RegionalForm {
  fileprivate var title: String {
    switch self {
    case .decimalComma: "decimal comma"
    case .groupedThousands: "decimal point, thousands separated"
    case .dayFirst: "day first"
    case .monthFirst: "month first"
    case .yearFirst: "year first"
    case .monthName: "month as a word"
    }
  }
}
