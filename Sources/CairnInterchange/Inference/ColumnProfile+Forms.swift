internal import CairnStore

/// The regional forms of a column's numbers and dates.
extension ColumnProfile {
  /// The regional form of all values: the one a person asked for, else the one that was inferred.
  var form: RegionalForm? { regional.asked ?? regionalForm?.form }

  /// The inferred form, with the types that the values have in it and one of those types.
  var regionalForm: RegionalProfile.Conclusion? {
    if isOfSeveral { return nil }
    return readsAsWritten ? source.regional.thousandsConclusion : source.regional.conclusion
  }

  /// The first number or date that can be read in two ways.
  var ambiguity: RegionalProfile.Ambiguity? {
    isOfSeveral || readsAsWritten ? nil : source.regional.ambiguity
  }

  /// Whether a person chose the form of the values.
  var isFormAsked: Bool { regional.asked != nil }

  /// The forms that a person can choose from to read the values as numbers or dates.
  ///
  /// Empty if the values need no form, or only one form fits.
  var formChoices: [RegionalForm] { isOfSeveral || readsAsWritten ? [] : source.regional.choices }

  /// Returns whether the values could be of `type`, once a person chooses their form.
  func isAmbiguous(as type: AttributeType) -> Bool {
    ambiguity?.readings.contains { $0.form.applies(to: type) } ?? false
  }

  /// The first number whose point may separate thousands; `nil` if a number shows what points mean.
  var thousandsDoubt: RegionalProfile.Example? {
    readsAsWritten && regionalForm == nil ? source.regional.thousandsDoubt : nil
  }

  /// The form and the first value of dates that may also be other texts.
  var dateDoubt: (form: RegionalForm, example: RegionalProfile.Example)? {
    isOfSeveral || readsAsWritten ? nil : source.regional.dateDoubt
  }

  /// Whether the values are days with points, as in countries with a decimal comma.
  var hasPointedDays: Bool {
    guard let (form, _, example) = regionalForm else { return false }
    return form == .dayFirst && example.text.contains(".")
  }

  /// Whether some value is a number with a point before its decimals.
  var hasDecimalPoint: Bool { readsAsWritten && source.regional.hasDecimalPoint }

  /// The type of nearly all values, if only a few placeholder words differ and make the column
  /// text; `nil` otherwise.
  var majority: MajorityType.Conclusion? {
    isOfSeveral || readsAsWritten || regionalForm != nil || dressed.digits != nil
      ? nil : majorityType.conclusion(of: valueCount)
  }
}
