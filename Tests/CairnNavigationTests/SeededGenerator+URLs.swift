import CairnNavigation
import TestSupport

extension SeededGenerator {
  /// Texts that would change a URL's shape if they weren't encoded.
  private static let delimiters = [
    "/", "//", "?", "#", "&", "=", "%", "%2F", "%zz", "+", " ", ".", "..", "./..", "~", "(", ")",
    "\\", ":", ";", ",", "cairn://", "!", "\"", "'", "*", "<", ">", "[", "]", "@",
  ]

  /// A text with delimiters of URLs among scripts, marks and controls; perhaps very long.
  mutating func hostileText() -> String {
    var text = ""
    for _ in 0..<number(0...5) {
      text += number(0...1) == 0 ? element(of: Self.delimiters) : self.text(atMost: 3)
    }
    return number(0...40) == 0 ? String(repeating: text, count: 20) : text
  }

  /// The same, but never empty.
  mutating func hostileName() -> String {
    let text = hostileText()
    return text.isEmpty ? "x" : text
  }

  /// The same, short enough for several in one URL.
  private mutating func shortName() -> String { String(hostileName().prefix(12)) }

  /// Some element of an array that isn't empty.
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// A URL of any shape.
  mutating func url() -> ScreenURL {
    ScreenURL(
      scheme: element(of: ["cairn", "tt", "x-cairn"]),
      (0..<number(0...5)).map { _ in hostileName() },
      query: (0..<number(0...4)).map { _ in
        QueryItem(hostileText(), number(0...3) == 0 ? nil : hostileText())
      },
      fragment: number(0...2) == 0 ? hostileText() : nil)
  }

  /// A pattern of any shape, and values for its named captures.
  mutating func pattern() -> (text: String, arguments: [RouteArgument]) {
    var arguments: [RouteArgument] = []
    var segments = (0..<number(1...5)).map { index in
      number(0...1) == 0 ? plainText() : piece("s\(index)", &arguments)
    }
    if number(0...4) == 0 {
      segments.append("(rest:path)")
      arguments.append(.path((0..<number(1...4)).map { _ in shortName() }))
    }
    let query = (0..<number(0...3)).map { index in
      let key = "\(plainText())\(index)"
      guard number(0...2) > 0 else { return "\(key)=\(plainText())" }
      let isRequired = number(0...1) == 0
      let capture = capture("q\(index)", &arguments)
      if !isRequired, number(0...1) == 0 { arguments[arguments.count - 1] = .absent }
      return "\(key)=\(capture)\(isRequired ? "!" : "")"
    }
    let fragment = number(0...2) == 0 ? "#" + piece("f", &arguments) : ""
    let path = segments.joined(separator: "/")
    return (
      "tt://\(path)\(query.isEmpty ? "" : "?" + query.joined(separator: "&"))\(fragment)", arguments
    )
  }

  /// A hostile text as a pattern spells it, as query key too.
  private mutating func plainText() -> String {
    let url = ScreenURL(["x\(hostileText().prefix(12))"])
    return String(url.text.dropFirst("cairn://".count).replacing("=", with: "%3D"))
  }

  /// A capture, perhaps with text around it.
  private mutating func piece(_ name: String, _ arguments: inout [RouteArgument]) -> String {
    let hasAffixes = number(0...2) == 0
    let before = hasAffixes ? plainText() : ""
    let capture = capture(name, &arguments)
    return before + capture + (hasAffixes ? plainText() : "")
  }

  private mutating func capture(_ name: String, _ arguments: inout [RouteArgument]) -> String {
    let (type, value) = element(of: [
      ("", shortName()), (":int", String(number(-99...99))), (":uint", String(number(0...99))),
      (":double", "-2.5e-9"), (":bool", "no"), (":date", "2024-02-29"), (":enum(a,b)", "b"),
      (":uuid", "123e4567-e89b-12d3-a456-426614174000"), (":object", "eC1j"), (":", shortName()),
    ])
    arguments.append(.text(value))
    return "(\(name)\(type))"
  }
}
