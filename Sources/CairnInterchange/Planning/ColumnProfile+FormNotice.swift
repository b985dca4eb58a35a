internal import CairnStore

extension ColumnProfile {
  /// Returns a notice about the form in which numbers or dates are read for an attribute, or why
  /// they can't be read; `nil` without anything to say.
  ///
  /// - Parameters:
  ///   - attribute: the attribute for the values.
  ///   - known: the attribute before the import, if it existed.
  ///   - path: the column's name in options.
  ///   - wording: the readers of the notice.
  /// - Returns: the text after the field's name and a colon.
  func formNotice(
    for attribute: Attribute, was known: Attribute?, at path: String, _ wording: ImportWording
  ) -> String? {
    if let notice = dressNotice(for: attribute) { return notice }
    if let (form, _, example) = regionalForm, form.applies(to: attribute.type) {
      let words =
        readsAsWritten ? "with points between thousands, \(thousandsReason)" : form.words
      return "read \(words), \"\(example.text)\" as \(example.plain)"
    }
    if attribute.type == .decimal, known?.type != .decimal, let example = thousandsDoubt {
      let option = ImportChoice.type(column: path, .integer, .decimalComma).text(wording)
      return "\"\(example.text)\" is read with a decimal point; if its point separates thousands, "
        + option + " says so"
    }
    if let notice = dateNotice(for: attribute, was: known, at: path, wording) { return notice }
    guard let ambiguity else { return nil }
    let type: AttributeType
    let start: String
    if isAmbiguous(as: attribute.type) {
      (type, start) = (attribute.type, "")
    } else if let known {
      // A field that has always been text needs no notice.
      guard isAmbiguous(as: known.type) else { return nil }
      (type, start) = (known.type, "becomes text, since ")
    } else {
      guard attribute.isInferred else { return nil }
      (type, start) = (ambiguity.type, "stays text, since ")
    }
    let readings = ambiguity.readings.map { "\($0.plain) \($0.form.words)" }
    let fitting = ambiguity.readings.first { type != .integer || !$0.plain.contains(".") }
    let option = fitting.map {
      "; an option such as \(ImportChoice.type(column: path, type, $0.form).text(wording)) says which"
    }
    return "\(start)\"\(ambiguity.text)\" is \(readings.joined(separator: ", and "))\(option ?? "")"
  }

  /// Returns a notice about texts that may be dates; `nil` without any.
  private func dateNotice(
    for attribute: Attribute, was known: Attribute?, at path: String, _ wording: ImportWording
  ) -> String? {
    guard known == nil, attribute.isInferred, !attribute.type.isTime,
      let (form, example) = dateDoubt
    else { return nil }
    let hasTime = !Shapes(of: Array(example.plain.utf8)[...]).contains(.date)
    let option = ImportChoice.type(column: path, hasTime ? .localtime : .date, form).text(wording)
    return "stays text, since \"\(example.text)\" may be no date; \(option) reads it as "
      + example.plain
  }

  /// Returns a notice about numbers with a unit or in parentheses, about words such as `n/a`, or
  /// about texts that are written as formulas; `nil` without any of them.
  private func dressNotice(for attribute: Attribute) -> String? {
    var parts: [String] = []
    if attribute.type.isNumber, let (text, digits) = dressedExample {
      let plain = form?.reading(of: Array(digits.utf8)[...])?.plain
      let number = plain.map { String(decoding: $0, as: UTF8.self) } ?? digits
      let unit = attribute.unit.map { " in \($0)" } ?? ""
      parts.append("read as numbers\(unit), \"\(text)\" as \(number)")
    }
    if attribute.type.isNumber, let (count, first) = emptyWords {
      parts.append("left empty for \(counted(count, "cell")) such as \"\(first)\"")
    }
    if dress.hasFormulaTexts {
      parts.append("texts in formulas such as =\"0374\" are read as text")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns a notice about a text column with mostly numbers or dates, and how to read them; `nil`
  /// for any other column.
  ///
  /// - Parameters:
  ///   - attribute: the attribute for the values.
  ///   - known: the attribute before the import, if it existed.
  ///   - path: the column's name in options.
  ///   - wording: the readers of the notice.
  /// - Returns: the text after the field's name and a colon.
  func majorityNotice(
    for attribute: Attribute, was known: Attribute?, at path: String, _ wording: ImportWording
  ) -> String? {
    guard let majority, attribute.isInferred,
      [.string, .text, .choice].contains(attribute.type), known?.type != attribute.type
    else { return nil }
    let isOfNumbers = majority.type == .integer || majority.type == .decimal
    let option = ImportChoice.type(column: path, majority.type, majority.form).text(wording)
    let share = "\(counted(majority.strayCount, "value")) of \(valueCount)"
    return "is text, since \"\(majority.stray)\" is not a \(isOfNumbers ? "number" : "date") "
      + "(\(share)); \(option) reads the other values, and refuses these rows"
  }

  private var thousandsReason: String {
    isFormAsked ? "as asked" : formReason ?? "as other columns have a decimal comma"
  }
}

extension RegionalProfile.Ambiguity {
  /// The type of the value in each of its readings.
  fileprivate var type: AttributeType {
    guard let reading = readings.first, !reading.form.isOfNumbers else { return .decimal }
    return Shapes(of: Array(reading.plain.utf8)[...]).contains(.date) ? .date : .localtime
  }
}
