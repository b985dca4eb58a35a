internal import CairnInterchange
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The question what the values of a column are.
enum ColumnTypes {
  /// A menu of all types.
  ///
  /// - Parameters:
  ///   - column: what the column is called.
  ///   - now: the type that it has.
  ///   - isAsked: whether a person said that.
  ///   - link: what follows where it is to be a link.
  ///   - choose: what follows, given the type; `nil` for what the values say.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType, isAsked: Bool, link: @escaping () -> [Effect],
    choose: @escaping (AttributeType?) -> [Effect]
  ) -> Menu {
    let types = AttributeType.allCases
    var items = self.items
    if let place = types.firstIndex(of: now) { items[place].detail += " · current" }
    items.append(Menu.Item("l", "link …", detail: "to existing records"))
    if isAsked { items.append(Menu.Item(nil, "Inferred from the values")) }
    return Menu("Type of \(column)", items, footer: .leaves) { index in
      index == types.count ? link() : choose(index < types.count ? types[index] : nil)
    }
  }

  /// The types by the letters of their keywords in a model, each with its keyword and purpose.
  static var items: [Menu.Item] {
    let types = AttributeType.allCases
    // The letter l belongs to the links.
    var items = Menu.lettered(types.map { $0 == .localtime ? "without" : $0.rawValue })
    for (place, type) in types.enumerated() {
      items[place].title = type.title
      // The name of long text in files, text, is the title of another type.
      let name = type == .text ? "" : " (\(type.rawValue))"
      items[place].detail = type.meaning + name
    }
    return items
  }

  /// The same for the values of an input, which are asked about further where numbers or dates can
  /// be read in several ways.
  ///
  /// - Parameters:
  ///   - column: what the column is called.
  ///   - now: the type that it has.
  ///   - isAsked: whether a person said that.
  ///   - forms: the ways in which they can be read.
  ///   - link: what follows where it is to be a link.
  ///   - choose: what follows, given the type, `nil` for what the values say, and their form.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType, isAsked: Bool, forms: [RegionalForm],
    link: @escaping () -> [Effect], choose: @escaping (AttributeType?, RegionalForm?) -> [Effect]
  ) -> Menu {
    menu(for: column, now: now, isAsked: isAsked, link: link) { type in
      let next = type.flatMap { type in
        menu(of: forms, for: column, as: type) { choose(type, $0) }
      }
      return next.map { [.present($0)] } ?? choose(type, nil)
    }
  }

  /// The questions to which records a column leads as a link, and which field of these has its
  /// values.
  ///
  /// - Parameters:
  ///   - column: what the column is called.
  ///   - entities: what it can lead to.
  ///   - choose: what follows, given the link.
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
      let fields = Menu("By which field", Menu.lettered(names), footer: .leaves) { place in
        choose(
          ImportOptions.Link(column: column, collection: goal.plural, field: names[place]))
      }
      return [.present(fields)]
    }
    return [.present(menu)]
  }

  /// The attributes that may name a record, the likeliest first.
  private static func keys(of entity: Entity) -> [String] {
    let names = entity.attributes.filter { !$0.isList }.map(\.name)
    let first = [entity.title, entity.handle].compactMap(\.self).filter(names.contains)
    return first + names.filter { !first.contains($0) }
  }

  /// The question how numbers or dates are written.
  ///
  /// - Parameters:
  ///   - forms: the ways in which they can be read.
  ///   - column: what the column is called.
  ///   - type: what they are to be read as.
  ///   - choose: what follows, given the form.
  /// - Returns: the menu; `nil` where there is no choice for that type.
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
  /// What it is for, in a few words.
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
    }
  }
}
