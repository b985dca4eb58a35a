internal import CairnStore

/// A command line in bash, with the word to complete at its end.
///
/// Bash splits words at colons and equals signs, which URLs and assignments have. So this reads the
/// whole line, and returns only the part after the last of these signs.
struct BashLine {
  /// The words after the program's name, without quotes; the last one ends at the cursor.
  var arguments: [String] {
    // Assignments of variables may precede the name.
    let program = words.firstIndex { !$0.contains("=") } ?? words.count - 1
    return Array(words[(program + 1)...])
  }

  private var words: [String] = []

  /// The open quotation mark at the end of the line.
  private var quote: Character?
  /// The number of characters of the last word that bash keeps.
  private var kept = 0

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line up to the cursor.
  ///   - breaks: the characters at which bash splits words.
  init(_ line: String, breaks: String) {
    var word = ""
    // The number of kept characters before the open quotes.
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

  /// Returns a completion of the last word in the form that bash inserts.
  func spelled(_ text: String) -> String {
    let rest = text.dropFirst(kept)
    if quote == "'" { return String(rest).apostrophesEscaped }
    if quote != nil { return Self.escaped(rest, "\\\"$`") }
    return Self.escaped(rest, " \t\\'\"$`!&|;()<>*?[]{}~#")
  }

  /// It works on scalars, since an accent after a special character would join it.
  private static func escaped(_ text: Substring, _ special: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
