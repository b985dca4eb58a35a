/// The unit of a field's numbers: a sign of a currency, a percent sign, or a word such as `kg`.
///
/// Records have the bare number. People see the unit beside it, and may type it or leave it out.
public enum NumberUnit {
  /// Returns whether a text can be a unit: one word of at most 12 characters, without digits and
  /// without the signs that belong to numbers.
  public static func isValid(_ unit: String) -> Bool {
    !unit.isEmpty && unit.count <= longest
      && unit.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.numericType != .decimal
          && scalar.properties.generalCategory != .control
          && !"+-−.,'()\"|".unicodeScalars.contains(scalar)
      }
  }

  private static let longest = 12

  /// Returns a number with its unit, as people read it: `$82.10`, `32%`, `1 kg`, `5.00 €`.
  public static func text(_ number: String, _ unit: String?) -> String {
    guard let unit, !number.isEmpty else { return number }
    if unit == "%" || unit == "‰" || unit == "°" { return number + unit }
    guard standsBefore(unit) else { return "\(number) \(unit)" }
    return number.first == "-" ? "-" + unit + number.dropFirst() : unit + number
  }

  /// Returns whether a unit precedes its number, as the signs of most currencies do.
  private static func standsBefore(_ unit: String) -> Bool {
    unit != "€" && unit != "₽" && unit.unicodeScalars.count == 1
      && unit.unicodeScalars.first?.properties.generalCategory == .currencySymbol
  }

  /// Returns a typed number without its unit; the same text if it has none.
  ///
  /// The unit may stand at either end, with a blank or without, and after a minus sign.
  static func removing(_ unit: String?, from text: String) -> String {
    guard let unit else { return text }
    let text = text.trimmingBlanks()
    if text.hasSuffix(unit) { return String(text.dropLast(unit.count)).trimmingBlanks() }
    if text.hasPrefix(unit) { return String(text.dropFirst(unit.count)).trimmingBlanks() }
    for sign in ["-", "−", "+"] where text.hasPrefix(sign) {
      let rest = text.dropFirst().trimmingBlanks()
      if rest.hasPrefix(unit) { return sign + rest.dropFirst(unit.count).trimmingBlanks() }
    }
    return text
  }
}

extension Attribute {
  /// Returns a value of the field as people read it, with the unit of numbers.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - clock: the clock for days and times.
  ///   - isExact: whether no part of a time is left out.
  /// - Returns: the text.
  public func display(_ value: Value, at clock: WallClock = .current, isExact: Bool = false)
    -> String
  {
    NumberUnit.text(ValueText.display(value, at: clock, isExact: isExact), unit)
  }
}
