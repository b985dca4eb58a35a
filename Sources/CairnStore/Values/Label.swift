/// The word that tells one value of a field from its others: `Phone: +46 8 123 (home)`.
///
/// It stands in parentheses behind the value, and may have some itself as long as each that opens
/// closes: `+46 8 123 (shop (main))`. A value without a label that would read as one with,
/// such as `Dune (draft)`, has empty parentheses behind it.
public enum Label {
  /// Whether `label` can stand in parentheses.
  public static func isValid(_ label: String) -> Bool {
    var depth = 0
    for scalar in label.unicodeScalars {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      if depth < 0 || scalar.properties.generalCategory == .control { return false }
    }
    return depth == 0
  }

  /// The text and the label that `text` consists of; no label where no parentheses end it.
  public static func split(_ text: String) -> (text: String, label: String?) {
    let scalars = text.unicodeScalars
    guard scalars.last == ")" else { return (text, nil) }
    var depth = 0
    let start = scalars.lastIndex { scalar in
      if scalar == ")" { depth += 1 }
      if scalar == "(" { depth -= 1 }
      return depth == 0
    }
    guard let open = start, open != scalars.startIndex,
      scalars[scalars.index(before: open)] == " "
    else { return (text, nil) }
    let label = String(scalars[scalars.index(after: open)...].dropLast())
    guard isValid(label) else { return (text, nil) }
    return (String(scalars[..<scalars.index(before: open)]), label)
  }
}

extension Value {
  /// One value with a label, `nil` or empty for none; without one it is `value` itself, unless a
  /// label could be read into its text.
  public init(_ value: Value, label: String?) {
    let label = label ?? ""
    let needsParentheses = Label.split(value.storedTexts[0]).label != nil
    self = label.isEmpty && !needsParentheses ? value : .labeled(label, value)
  }

  /// The label, `nil` for none.
  public var label: String? {
    if case .labeled(let label, _) = self, !label.isEmpty { label } else { nil }
  }

  /// Whether text gives just this value back: with a label that can be one, or with none that is
  /// needed.
  var hasFormOfLabel: Bool {
    guard case .labeled(let label, let value) = self else { return false }
    return Label.isValid(label) && Value(value, label: label) == self
  }

  /// The value without its label.
  public var unlabeled: Value {
    if case .labeled(_, let value) = self { value } else { self }
  }
}
