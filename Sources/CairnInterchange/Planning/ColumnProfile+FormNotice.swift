internal import CairnStore

extension ColumnProfile {
  /// How numbers or dates are read for an attribute that the store writes otherwise, or why they
  /// can't be; `nil` where there is nothing to say.
  ///
  /// - Parameters:
  ///   - attribute: what the values are to be of.
  ///   - path: what options call the column.
  /// - Returns: what follows the field's name and a colon.
  func formNotice(for attribute: Attribute, at path: String) -> String? {
    if let (form, _, example) = regionalForm, form.applies(to: attribute.type) {
      let words =
        readsAsWritten ? "with points between thousands, \(thousandsReason)" : form.words
      return "read \(words), \"\(example.text)\" as \(example.plain)"
    }
    guard let ambiguity else { return nil }
    let isOfType = isAmbiguous(as: attribute.type)
    guard isOfType || attribute.isInferred else { return nil }
    let readings = ambiguity.readings.map { "\($0.plain) \($0.form.words)" }
    let type = isOfType ? attribute.type : ambiguity.type
    let option = ambiguity.readings.first.map { reading in
      "--type \(path)=\(type.rawValue):\(reading.form.rawValue)"
    }
    return (isOfType ? "" : "stays text, since ")
      + "\"\(ambiguity.text)\" is \(readings.joined(separator: ", and "))"
      + (option.map { "; an option such as \($0) says which" } ?? "")
  }

  private var thousandsReason: String {
    isFormAsked ? "as asked" : "as other columns have a decimal comma"
  }
}

extension RegionalProfile.Ambiguity {
  /// The type that the value has, whichever way it is read.
  fileprivate var type: AttributeType {
    guard let reading = readings.first, !reading.form.isOfNumbers else { return .decimal }
    return Shapes(of: Array(reading.plain.utf8)[...]).contains(.date) ? .date : .datetime
  }
}
