extension Property {
  /// The value that `texts`, one for each field of the property's name, stand for.
  ///
  /// `nil` if one does not fit the property's type, or if there are several where one may be.
  func value(fromTexts texts: [String]) -> Value? {
    guard isList else { return texts.count == 1 ? element(fromText: texts[0]) : nil }
    var elements: [Value] = []
    for text in texts {
      guard let element = element(fromText: text) else { return nil }
      elements.append(element)
    }
    return Value(list: elements)
  }

  /// What the field holds of `texts`, and those that it cannot, in their order.
  func content(ofTexts texts: [String]) -> (value: Value?, others: [String]) {
    if let value = value(fromTexts: texts) { return (value, []) }
    var held: [String] = []
    var others: [String] = []
    for text in texts {
      let hasRoom = isList || held.isEmpty
      if hasRoom, value(fromTexts: [text]) != nil { held.append(text) } else { others.append(text) }
    }
    return (held.isEmpty ? nil : value(fromTexts: held), others)
  }

  /// One value of the property, or one element of its list.
  private func element(fromText text: String) -> Value? {
    switch self {
    case .attribute(let attribute): attribute.element(fromText: text)
    case .relationship: RecordKey(text).map(Value.link)
    }
  }

  /// `value` in the form in which the property stores it, `nil` if it does not fit.
  ///
  /// A value of another type is read again from its text, as it happens when a model changed.
  func conformed(_ value: Value) -> Value? {
    self.value(fromTexts: value.storedTexts)
  }
}
