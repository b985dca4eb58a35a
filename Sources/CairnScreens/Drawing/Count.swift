/// Numbers of things, in words.
package enum Count {
  /// `number` with a blank between groups of three digits: "1 214".
  package static func text(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += " " }
      text.append(digit)
    }
    return text
  }

  /// `number` with the word for one or for several: "1 change", "2 changes".
  package static func text(_ number: Int, _ one: String, _ several: String? = nil) -> String {
    "\(text(number)) \(number == 1 ? one : several ?? one + "s")"
  }
}
