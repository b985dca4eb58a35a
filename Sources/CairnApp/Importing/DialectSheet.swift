internal import CairnInterchange
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The menu of the parts of a dialect, each with a prompt.
///
/// A choice reads the files again, so its effect is visible at once.
struct DialectSheet {
  private let review: ImportReview

  /// Creates the menu of a review.
  init(_ review: ImportReview) {
    self.review = review
  }

  private var given: Dialect { review.asked.options.dialect }

  /// The dialect in which the first table was read; empty if it could not be read.
  private var found: Dialect { review.preview?.tables.first?.form.dialect ?? Dialect() }

  /// Opens the menu.
  var menu: [Effect] {
    let choices = Dialect.Part.allCases.map { part in
      Menu.Choice(part.letter, part.title, detail: detail(of: part)) { ask(for: part) }
    }
    return [.present(Menu("How the file is read", choices: choices, footer: .leaves))]
  }

  private func detail(of part: Dialect.Part) -> String {
    let words = given.words(of: part)
    if !words.isEmpty { return words.joined(separator: ", ") }
    let detected = found.words(of: part)
    return detected.isEmpty ? part.absence : detected.joined(separator: ", ") + " · detected"
  }

  /// Asks for the words of a part.
  private func ask(for part: Dialect.Part) -> [Effect] {
    let words = given.words(of: part)
    let text = (words.isEmpty ? found.words(of: part) : words).joined(separator: ", ")
    return [
      .present(
        TextPrompt(
          part.title, text: text, isSelected: true, footer: "nothing detects it · \(.leaves)",
          check: { problem(of: part, $0) }, hint: { _ in part.hint }
        ) { text in
          (try? dialect(part, text)).map { review.read(as: $0) } ?? []
        })
    ]
  }

  private func problem(of part: Dialect.Part, _ text: String) -> String? {
    do throws(Dialect.Mistake) {
      return try dialect(part, text).contradiction
    } catch {
      return "\(part.title) \(error)"
    }
  }

  /// Returns the given dialect with another word for a part; of texts, commas separate several.
  private func dialect(
    _ part: Dialect.Part, _ text: String
  ) throws(Dialect.Mistake) -> Dialect {
    var dialect = given
    dialect.forget(part)
    guard part == .null else {
      try dialect.set(part, to: text)
      return dialect
    }
    for word in text.split(separator: ",") {
      try dialect.set(part, to: String(word).trimmingBlanks())
    }
    return dialect
  }
}

extension Dialect.Part {
  /// The key of the part in the menu.
  fileprivate var letter: Character {
    switch self {
    case .encoding: "e"
    case .delimiter: "d"
    case .quote: "q"
    case .escape: "s"
    case .header: "h"
    case .skip: "k"
    case .comment: "c"
    case .null: "n"
    case .zone: "z"
    }
  }

  fileprivate var title: String {
    switch self {
    case .encoding: "Encoding"
    case .delimiter: "Delimiter"
    case .quote: "Quote"
    case .escape: "Escape"
    case .header: "Header"
    case .skip: "Skipped lines"
    case .comment: "Comment"
    case .null: "Texts without a value"
    case .zone: "Time zone"
    }
  }

  /// What the part is if it is neither given nor detected.
  fileprivate var absence: String {
    switch self {
    case .zone: "the store's"
    case .skip: "none"
    case .encoding, .delimiter, .quote, .header: ""
    case .escape, .comment, .null: "none"
    }
  }
}

extension ImportReview {
  /// Returns the explanation of files that can't be read or imported, with the ways to go on.
  func explained(_ error: AppError) -> Explanation {
    Explanation(
      "This can't be imported", subject: asked.files.joined(separator: ", "),
      reason: error.description,
      ways: error.remedies.enumerated().map { place, remedy in
        .init(
          Character("\(place + 1)"), "\(remedy.part.rawValue) \(remedy.word)",
          detail: remedy.sample, effects: [.replace(url(with: remedy))])
      } + [
        .init("o", "Change how the file is read", effects: DialectSheet(self).menu),
        .init("r", "Read it again", effects: [.perform(.reload)]),
        .init("f", "Choose another file", effects: [.replace(ImportScreens.url)]),
        .init(nil, "Go back", effects: [.back]),
      ])
  }

  /// Returns the URL of this import with a way to read its files.
  private func url(with remedy: DialectRemedy) -> ScreenURL {
    var choices = asked
    // The words of a remedy always fit.
    try? choices.options.dialect.set(remedy.part, to: remedy.word)
    return choices.url
  }
}
