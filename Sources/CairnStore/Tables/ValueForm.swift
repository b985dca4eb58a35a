/// The form of a property's values, reduced to the parts that check thousands of values.
struct ValueForm {
  /// The type of the values; `nil` for links.
  let type: AttributeType?
  let isList: Bool
  let isLabeled: Bool

  /// Whether `value` has the form in which the property stores its values.
  func accepts(_ value: Value) -> Bool {
    if case .list(let elements) = value {
      return isList && !elements.isEmpty && elements.allSatisfy(acceptsElement)
    }
    return !isList && acceptsElement(value)
  }

  private func acceptsElement(_ value: Value) -> Bool {
    switch value {
    case .text: type?.isTextual == true
    case .integer: type == .integer
    case .decimal: type == .decimal
    case .double(let number): type == .double && number.isFinite
    case .boolean: type == .boolean
    case .date: type == .date
    case .datetime: type == .datetime
    case .localtime: type == .localtime
    case .data: type == .data
    case .link: type == nil
    case .labeled:
      isLabeled && value.hasFormOfLabel && acceptsElement(value.unlabeled)
    case .list: false
    }
  }
}

extension Property {
  /// The form of the property's values.
  var form: ValueForm {
    switch self {
    case .attribute(let attribute):
      ValueForm(
        type: attribute.type, isList: attribute.isList, isLabeled: attribute.isLabeled)
    case .relationship(let relationship):
      ValueForm(type: nil, isList: relationship.isToMany, isLabeled: false)
    }
  }

  /// Whether `value` has the form in which the property stores its values.
  func accepts(_ value: Value) -> Bool { form.accepts(value) }

  /// Throws if the property can't store a value.
  func check(_ value: Value, of id: ObjectID) throws(StoreError) {
    guard accepts(value) else {
      throw .unfitValue(id, field: name, reason: "cannot hold a value of this type")
    }
    guard !value.hasZero else {
      throw .unfitValue(id, field: name, reason: "cannot hold the character U+0000")
    }
  }
}

extension Value {
  /// Whether the value consists only of text, as in a file.
  var isText: Bool {
    switch self {
    case .text: true
    case .list(let elements): elements.allSatisfy(\.isText)
    default: false
    }
  }

  /// Whether a text in the value has the character U+0000, which no file of records can hold.
  var hasZero: Bool {
    switch self {
    case .text(let text):
      let bytes = text.utf8Span.span
      // Without an early end, the processor compares many bytes at once.
      var least: UInt8 = 255
      for index in bytes.indices { least = min(least, bytes[index]) }
      return least == 0
    case .list(let elements): return elements.contains(where: \.hasZero)
    case .labeled(let label, let value): return Value.text(label).hasZero || value.hasZero
    default: return false
    }
  }
}
