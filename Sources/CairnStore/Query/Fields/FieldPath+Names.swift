extension FieldPath {
  /// Returns the path with other names, also in its conditions and its calculations.
  ///
  /// - Parameters:
  ///   - entity: the entity at which the path starts; `nil` if the model lacks it.
  ///   - model: the model.
  ///   - rename: returns the name to write for a name in the text, given the entity whose field it
  ///     may be.
  /// - Returns: the path; the same text if no name changes.
  func mapNames(
    from entity: Entity?, in model: ObjectModel, _ rename: (String, Entity?) -> String
  ) -> FieldPath {
    var place = entity
    let names = names.map { text in
      if let formula = Formula(text), case .calculation = formula {
        let mapped = formula.map { $0.mapNames(from: place, in: model, rename) }
        return mapped.fields == formula.fields ? text : mapped.text(isInner: text.isEnclosed)
      }
      let (name, condition) = Self.parts(of: text)
      let new = rename(name, place)
      place = place?.property(matching: name)?.destination.flatMap { model[$0] }
      guard let condition else { return new }
      guard let filter = try? RecordPredicate.parse(condition) else {
        return "\(new)[\(condition)]"
      }
      let mapped = filter.mapFields { $0.mapNames(from: place, in: model, rename) }
      return "\(new)[\(mapped == filter ? condition : mapped.description)]"
    }
    return FieldPath(names, position: position)
  }
}

extension Formula<FieldPath> {
  /// Returns the text, without blanks.
  ///
  /// - Parameter isInner: whether parentheses enclose it.
  /// - Returns: the text.
  func text(isInner: Bool) -> String {
    switch self {
    case .number(let number): return ValueText.export(number)
    case .today: return "today"
    case .field(let path): return path.description
    case .calculation(let left, let sign, let right):
      let text =
        left.text(isInner: left.isWeaker(than: sign, isRight: false)) + String(sign.rawValue)
        + right.text(isInner: right.isWeaker(than: sign, isRight: true))
      return isInner ? "(\(text))" : text
    }
  }

  /// Whether the formula needs parentheses beside a sign.
  private func isWeaker(than sign: FormulaSign, isRight: Bool) -> Bool {
    guard case .calculation(_, let own, _) = self else { return false }
    return own.rank < sign.rank || isRight && own.rank == sign.rank
  }
}

extension FormulaSign {
  /// A greater rank is calculated first.
  fileprivate var rank: Int {
    switch self {
    case .plus, .minus: 0
    case .times, .divided: 1
    }
  }
}

extension String {
  /// Whether one pair of parentheses encloses the whole text.
  var isEnclosed: Bool {
    var depth = 0
    for (place, byte) in utf8.enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return place == utf8.count - 1 && place > 0 }
    }
    return false
  }
}
