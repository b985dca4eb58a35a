/// The form in which values are compared for likeness: without case, accents, punctuation and
/// repeated blanks.
///
///     Likeness.text("Café  Müller, Lyon")   // "cafe muller lyon"
///     Likeness.text("O’Neill")              // "oneill"
///
/// 1. Quotation marks, apostrophes and invisible characters disappear. Other punctuation is a
///    blank.
/// 2. `#`, `%`, `&`, `*` and `@` stay, since `C#` is not `C`.
/// 3. A text of punctuation alone keeps it.
/// 4. A phone number is its digits. An address on the web has no scheme and no `www.`.
/// 5. Values that are no texts are alike only if they are equal.
enum Likeness {
  /// Returns the form of a value; two values are alike if their forms are equal.
  static func form(of value: Value, as type: AttributeType?) -> String {
    let value = value.unlabeled
    guard case .text(let written) = value else {
      if case .decimal(let number) = value { return number.shortest }
      return value.storedTexts.first ?? ""
    }
    let text = written.withoutInvisibles
    switch type {
    case .phone:
      let digits = text.filter(\.isNumber)
      return digits.isEmpty ? self.text(text) : digits
    case .url: return self.text(text.withoutScheme)
    default: return self.text(text)
    }
  }

  /// Returns the form of a text.
  static func text(_ text: String) -> String {
    let folded = SearchFold.fold(text.withoutInvisibles)
    var form = ""
    var isBlank = false
    for scalar in folded.unicodeScalars {
      switch LikenessRole(scalar) {
      case .none: continue
      case .blank: isBlank = true
      case .sign:
        if isBlank, !form.isEmpty { form.append(" ") }
        isBlank = false
        form.unicodeScalars.append(scalar)
      }
    }
    return form.isEmpty ? folded.trimmingBlanks() : form
  }
}

/// The role of a character in a comparison for likeness.
private enum LikenessRole {
  /// It counts.
  case sign
  /// It separates words.
  case blank
  /// It is left out.
  case none

  init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII, ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
      self = .sign
      return
    }
    switch scalar {
    case "'", "\"", "`", "´", "ʼ", "„", "‚": self = .none
    case "#", "%", "&", "*", "@": self = .sign
    default:
      switch scalar.properties.generalCategory {
      case .initialPunctuation, .finalPunctuation: self = .none
      case .dashPunctuation, .openPunctuation, .closePunctuation, .connectorPunctuation,
        .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
        self = .blank
      default: self = .sign
      }
    }
  }
}

extension String {
  /// The text without characters that no screen shows, such as soft hyphens and marks of direction.
  ///
  /// Copied text often has such characters.
  fileprivate var withoutInvisibles: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var text = UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.filter { $0.properties.generalCategory != .format })
    return String(text)
  }

  /// An address on the web without its scheme and without `www.`.
  fileprivate var withoutScheme: String {
    var rest = Substring(lowercased())
    for start in ["https://", "http://", "www."] where rest.hasPrefix(start) {
      rest = rest.dropFirst(start.count)
    }
    return String(rest)
  }
}
