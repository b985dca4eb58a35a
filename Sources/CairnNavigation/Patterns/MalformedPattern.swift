/// A mistake in a pattern, with its position.
public struct MalformedPattern: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Problem: Hashable, Sendable {
    /// The pattern has more bytes than a URL may have.
    case tooLong
    /// The pattern does not begin with a scheme and `://`.
    case missingScheme
    /// Nothing follows the scheme.
    case noSegments
    /// Two slashes follow each other.
    case emptySegment
    /// The path has more segments than a URL may have.
    case tooManySegments
    /// A segment is `.` or `..`, which no URL has.
    case dotSegment
    /// An opening parenthesis has no closing one.
    case unclosedCapture
    /// A closing parenthesis has no opening one.
    case strayParenthesis
    /// A segment has two captures.
    case secondCapture
    /// This text cannot name a capture.
    case badName(String)
    /// Two captures have this name.
    case repeatedName(String)
    /// The words of an `enum` are missing or equal.
    case badChoice
    /// A segment follows a capture that takes the rest of the path.
    case pathNotLast
    /// A query or a fragment has a capture of the type `path`.
    case pathOutsidePath
    /// Text stands beside a capture in the query's value.
    case textAroundQueryCapture
    /// This key of the query has neither a text nor a capture.
    case queryWithoutValue(String)
    /// The query has this key twice.
    case repeatedKey(String)
    /// The text is not valid in a URL, for this reason.
    case brokenText(MalformedURL.Problem)
  }

  /// The whole pattern.
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

  /// A sentence that names the pattern, the position and the mistake.
  public var description: String {
    "the pattern \(ControlPictures.text(of: text)) is wrong at character \(column): \(reason)"
  }

  /// The mistake without the text and its position.
  public var reason: String {
    switch problem {
    case .tooLong: "it is longer than \(ScreenURL.maximumLength) bytes"
    case .missingScheme: "it must start with a scheme and ://, or be *"
    case .noSegments: "it needs a segment after ://"
    case .emptySegment: "a segment is empty"
    case .tooManySegments: "it has more than \(ScreenURL.maximumSegments) segments"
    case .dotSegment: "no URL has a segment . or .."
    case .unclosedCapture: "the parenthesis is never closed; write a plain one as \\("
    case .strayParenthesis: "no capture is open; write a plain parenthesis as \\)"
    case .secondCapture: "a segment has at most one capture"
    case .badName(let name):
      "\(name) is not a name; a name is a letter, then letters, digits, _ or -"
    case .repeatedName(let name): "the name \(name) appears twice"
    case .badChoice: "enum needs different words, separated by commas"
    case .pathNotLast: "a path stands alone in the last segment"
    case .pathOutsidePath: "only the last segment can be a path"
    case .textAroundQueryCapture: "a query's capture stands alone, or with ! after it"
    case .queryWithoutValue(let key): "the key \(key) needs = and a text or a capture"
    case .repeatedKey(let key): "the key \(key) appears twice"
    case .brokenText(let problem): Self.reason(problem)
    }
  }

  private static func reason(_ problem: MalformedURL.Problem) -> String {
    switch problem {
    case .control: "a control character"
    case .notUTF8: "the escapes are not UTF-8"
    default: "% must be followed by two hexadecimal digits"
    }
  }
}
