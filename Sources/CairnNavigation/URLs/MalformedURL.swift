/// A mistake in a URL of a screen, with its position.
public struct MalformedURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Problem: Hashable, Sendable {
    /// The text has more bytes than a URL may.
    case tooLong
    /// The path has more segments than a URL may.
    case tooManySegments
    /// The text has a control character, with this Unicode scalar value.
    case control(UInt32)
    /// A `%` isn't followed by two hexadecimal digits.
    case brokenEscape
    /// The escapes are not UTF-8.
    case notUTF8
    /// A scheme isn't followed by `//`.
    case schemeWithoutSlashes(String)
    /// The text before `://` is not a valid scheme.
    case notScheme
    /// A segment is `.` or `..`, which is allowed only in a link inside a screen.
    case dotSegment
    /// The text has a second `#`.
    case secondFragment
    /// A segment that code put into the path is empty, so a value is missing.
    case emptySegment
  }

  /// The whole text.
  public let text: String

  /// The position of the mistake in characters, from 1.
  public let column: Int

  /// The kind of mistake.
  public let problem: Problem

  init(_ problem: Problem, in bytes: [UInt8], at offset: Int) {
    text = String(decoding: bytes, as: UTF8.self)
    column = String(decoding: bytes[..<offset], as: UTF8.self).count + 1
    self.problem = problem
  }

  /// A sentence that names the text, the position and the mistake.
  public var description: String {
    "the URL \(ControlPictures.text(of: shortened)) is malformed at character \(column): \(reason)"
  }

  /// The mistake without the text and its position.
  public var reason: String {
    switch problem {
    case .tooLong: "it is longer than \(ScreenURL.maximumLength) bytes"
    case .tooManySegments: "it has more than \(ScreenURL.maximumSegments) segments"
    case .control(let scalar): "a control character (U+\(codePoint(scalar)))"
    case .brokenEscape: "% must be followed by two hexadecimal digits; a percent sign is %25"
    case .notUTF8: "the escapes are not UTF-8"
    case .schemeWithoutSlashes(let scheme): "\(scheme): must be followed by //"
    case .notScheme: "the text before :// is not a scheme"
    case .dotSegment: "a segment . or .. is allowed only in links; as a value, write %2E or %2E%2E"
    case .secondFragment: "a second #; in a value, write %23"
    case .emptySegment: "a value is missing between two slashes or at the end"
    }
  }

  private func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private var shortened: String {
    text.utf8.count > 200 ? "\(text.prefix(80))…" : text
  }
}

/// Foreign text with visible control characters.
///
/// A foreign URL could move the cursor or erase a line when an error or a question shows it.
/// Unicode's control pictures show its control characters instead.
enum ControlPictures {
  static func text(of text: String) -> String {
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      visible.append(picture(of: scalar) ?? scalar)
    }
    return String(visible)
  }

  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: nil
    }
  }
}

extension String {
  /// The first control character, with the offset of its first byte; URLs and patterns must not
  /// have one.
  var firstControl: (scalar: Unicode.Scalar, offset: Int)? {
    var offset = 0
    for scalar in unicodeScalars {
      if scalar.properties.generalCategory == .control { return (scalar, offset) }
      offset += UTF8.width(scalar)
    }
    return nil
  }
}
