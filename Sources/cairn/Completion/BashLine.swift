internal import CairnStore

/// A line as bash has it while a word of it is completed.
///
/// Bash would cut URLs and assignments at their colons and equals signs, so that it is given whole
/// here, and gets back what belongs behind the last of these.
struct BashLine {
  /// The words behind the program's name, unquoted, the last up to the cursor.
  var arguments: [String] {
    // Variables may be set before the name.
    let program = words.firstIndex { !$0.contains("=") } ?? words.count - 1
    return Array(words[(program + 1)...])
  }

  private var words: [String] = []

  /// The quotation mark in which the line ends.
  private var quote: Character?
  /// How many characters of the last word bash leaves as they are.
  private var kept = 0

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line up to the cursor.
  ///   - breaks: the characters at which bash cuts words.
  init(_ line: String, breaks: String) {
    var word = ""
    // What was kept before the quotes that are open.
    var outer = 0
    var isWord = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if let open = quote {
        if character == open {
          (quote, kept) = (nil, outer)
        } else if character == "\\", open == "\"" {
          isEscaped = true
        } else {
          word.append(character)
        }
      } else {
        switch character {
        case " ", "\t", "\n":
          if isWord { words.append(word) }
          (word, isWord, kept) = ("", false, 0)
          continue
        case "\\": isEscaped = true
        case "'", "\"":
          quote = character
          (outer, kept) = (kept, word.count)
        case "|", ";", "&", "(":
          // Another command begins.
          (words, word, isWord, kept) = ([], "", false, 0)
          continue
        default:
          word.append(character)
          if breaks.contains(character) { kept = word.count }
        }
      }
      isWord = true
    }
    words.append(word)
  }

  /// A completion of the last word as bash puts it in its place.
  func spelled(_ text: String) -> String {
    let rest = text.dropFirst(kept)
    if quote == "'" { return String(rest).apostrophesEscaped }
    if quote != nil { return Self.escaped(rest, "\\\"$`") }
    return Self.escaped(rest, " \t\\'\"$`!&|;()<>*?[]{}~#")
  }

  /// Scalar by scalar: an accent after a special character makes one character of the two.
  private static func escaped(_ text: Substring, _ special: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
