public import CairnInterface

/// Words that name keys by action, so that each person reads their own keys:
/// `"\(key: .accept) takes it · \(key: .leave) leaves"`.
///
/// The parts are separated by ` · `. A part that names an action without a key is left out.
public struct KeyWords: Hashable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Piece: Hashable, Sendable {
    case text(String)
    case key(ActionName)
  }

  fileprivate static let separator = " · "

  private var parts: [[Piece]] = [[]]

  /// Creates words that are shown unchanged.
  public init(_ text: String) { parts = text.isEmpty ? [] : [[.text(text)]] }

  /// Creates words without keys, part by part.
  public init(stringLiteral text: String) {
    var words = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    words.appendLiteral(text)
    self.init(stringInterpolation: words)
  }

  /// Creates words with keys.
  public init(stringInterpolation words: StringInterpolation) {
    parts = words.parts.filter { !$0.isEmpty }
  }

  /// Whether there are no words.
  public var isEmpty: Bool { parts.isEmpty }

  /// The words with the keys of `keymap` in `contexts`, innermost first.
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

  /// The words with the keys of `table`, in any context, for the actions that the app has.
  public func text(
    _ table: ActionTable, where has: (ActionName) -> Bool = { _ in true }
  ) -> String {
    text { has($0) ? table[$0]?.keys.first : nil }
  }

  /// The words with the default keys.
  public var usual: String { text(.standard) }

  /// The pieces of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [[Piece]] = [[]]

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text, which may start new parts.
    public mutating func appendLiteral(_ literal: String) {
      let texts = literal.split(separator: separator, omittingEmptySubsequences: false)
      for (place, text) in texts.enumerated() {
        if place > 0 { parts.append([]) }
        if !text.isEmpty { add(.text(String(text))) }
      }
    }

    /// Appends words that are shown unchanged.
    public mutating func appendInterpolation(_ text: String) {
      if !text.isEmpty { add(.text(text)) }
    }

    /// Appends words that may name keys.
    public mutating func appendInterpolation(_ words: KeyWords) {
      for (place, part) in words.parts.enumerated() {
        if place > 0 { parts.append([]) }
        parts[parts.count - 1] += part
      }
    }

    /// Appends the key of an action.
    public mutating func appendInterpolation(key action: ActionName) { add(.key(action)) }

    private mutating func add(_ piece: Piece) { parts[parts.count - 1].append(piece) }
  }
}

extension KeyWords {
  /// The key that leaves a menu or a prompt.
  public static let leaves: KeyWords = "\(key: .leave) leaves"
  /// The key that answers no to a question.
  public static let stays: KeyWords = "\(key: .leave) stays"

  /// The key that redoes an undone change.
  public static let redo: KeyWords = "\(key: .redo) redoes it"
  /// The place of changes from before the start.
  public static let olderChanges: KeyWords =
    "\(key: .actions) in \(key: .changes) undoes older changes"
  /// The key that shows the job under way.
  public static let jobs: KeyWords = "\(key: .jobs) shows it"

  /// The key that undoes the change.
  public static func undo(_ what: String = "undoes it") -> KeyWords {
    "\(key: .undo) \(what)"
  }

  /// The keys of a text prompt: `Enter opens · Esc leaves`.
  ///
  /// - Parameter what: the effect of Enter.
  /// - Returns: the words.
  public static func taking(_ what: String) -> KeyWords {
    "\(key: .accept) \(what) · \(leaves)"
  }
}
