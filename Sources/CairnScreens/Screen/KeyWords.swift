public import CairnInterface

/// Words that name keys by what they do, so that each person reads the keys that they have:
/// `"\(key: .accept) takes it · \(key: .leave) leaves"`.
///
/// Of the parts between ` · `, those that name an action without a key are left out.
public struct KeyWords: Hashable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Piece: Hashable, Sendable {
    case text(String)
    case key(ActionName)
  }

  fileprivate static let separator = " · "

  private var parts: [[Piece]] = [[]]

  /// Words that are shown as they are.
  public init(_ text: String) { parts = text.isEmpty ? [] : [[.text(text)]] }

  /// Words without keys, part by part.
  public init(stringLiteral text: String) {
    var words = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    words.appendLiteral(text)
    self.init(stringInterpolation: words)
  }

  /// Words with keys.
  public init(stringInterpolation words: StringInterpolation) {
    parts = words.parts.filter { !$0.isEmpty }
  }

  /// Whether nothing is said.
  public var isEmpty: Bool { parts.isEmpty }

  /// The words for who has the keys of `keymap` and is in `contexts`, innermost first.
  public func text(_ keymap: Keymap, in contexts: [ActionContext]) -> String {
    text { keymap.key(for: $0, in: contexts, whileTyping: contexts.areForTyping) }
  }

  private func text(_ key: (ActionName) -> KeySequence?) -> String {
    let texts = parts.compactMap { part -> String? in
      var text = ""
      for piece in part {
        switch piece {
        case .text(let words): text += words
        case .key(let action):
          guard let keys = key(action) else { return nil }
          text += keys.label
        }
      }
      return text
    }
    return texts.joined(separator: Self.separator)
  }

  /// The words for who has the keys of `table`, wherever they do something.
  public func text(_ table: ActionTable) -> String { text { table[$0]?.keys.first } }

  /// The words for who has changed no key.
  public var usual: String { text(.standard) }

  /// Pieces of words as a literal has them.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [[Piece]] = [[]]

    /// Nothing yet.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of the literal, which may begin further parts.
    public mutating func appendLiteral(_ literal: String) {
      let texts = literal.split(separator: separator, omittingEmptySubsequences: false)
      for (place, text) in texts.enumerated() {
        if place > 0 { parts.append([]) }
        if !text.isEmpty { add(.text(String(text))) }
      }
    }

    /// Adds words that are shown as they are.
    public mutating func appendInterpolation(_ text: String) {
      if !text.isEmpty { add(.text(text)) }
    }

    /// Adds words that may name keys.
    public mutating func appendInterpolation(_ words: KeyWords) {
      for (place, part) in words.parts.enumerated() {
        if place > 0 { parts.append([]) }
        parts[parts.count - 1] += part
      }
    }

    /// Names the key of an action.
    public mutating func appendInterpolation(key action: ActionName) { add(.key(action)) }

    private mutating func add(_ piece: Piece) { parts[parts.count - 1].append(piece) }
  }
}

extension KeyWords {
  /// What gets one out of a menu or a prompt.
  public static let leaves: KeyWords = "\(key: .leave) leaves"
  /// The same for who was asked whether to go on.
  public static let stays: KeyWords = "\(key: .leave) stays"

  /// What does again what was taken back.
  public static let redo: KeyWords = "\(key: .redo) redoes it"
  /// Where changes are that were made before the start.
  public static let olderChanges: KeyWords =
    "\(key: .actions) in \(key: .changes) undoes older changes"
  /// Where work is that is under way.
  public static let jobs: KeyWords = "\(key: .jobs) shows it"

  /// How what was done is taken back.
  public static func undo(_ what: String = "undoes it") -> KeyWords {
    "\(key: .undo) \(what)"
  }

  /// How a text that is typed is taken: `Enter opens · Esc leaves`.
  ///
  /// - Parameter what: what taking it does.
  /// - Returns: the words.
  public static func taking(_ what: String) -> KeyWords {
    "\(key: .accept) \(what) · \(leaves)"
  }
}
