internal import CairnInterchange
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
  ///   - choose: what follows, given the type; `nil` for what the values say.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType, isAsked: Bool,
    choose: @escaping (AttributeType?) -> [Effect]
  ) -> Menu {
    let types = AttributeType.allCases
    var items = Menu.lettered(types.map(\.rawValue))
    if let place = types.firstIndex(of: now) { items[place].detail = "now" }
    if isAsked { items.append(Menu.Item(nil, "What its values say")) }
    return Menu("Type of \(column)", items, footer: .leaves) { index in
      choose(index < types.count ? types[index] : nil)
    }
  }

  /// The same for the values of an input, which are asked about further where numbers or dates can
  /// be read in several ways.
  ///
  /// - Parameters:
  ///   - column: what the column is called.
  ///   - now: the type that it has.
  ///   - isAsked: whether a person said that.
  ///   - forms: the ways in which they can be read.
  ///   - choose: what follows, given the type, `nil` for what the values say, and their form.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType, isAsked: Bool, forms: [RegionalForm],
    choose: @escaping (AttributeType?, RegionalForm?) -> [Effect]
  ) -> Menu {
    menu(for: column, now: now, isAsked: isAsked) { type in
      let next = type.flatMap { type in
        menu(of: forms, for: column, as: type) { choose(type, $0) }
      }
      return next.map { [.present($0)] } ?? choose(type, nil)
    }
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
    return Menu("How \(column) is written", items, footer: .leaves) { choose(choices[$0]) }
  }
}

extension RegionalForm {
  fileprivate var title: String {
    switch self {
    case .decimalComma: "decimal comma"
    case .groupedThousands: "decimal point, thousands apart"
    case .dayFirst: "day first"
    case .monthFirst: "month first"
    case .yearFirst: "year first"
    }
  }
}
