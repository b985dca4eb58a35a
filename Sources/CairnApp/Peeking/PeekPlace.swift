internal import CairnNavigation
internal import CairnRecords

/// A place in files that are looked at, and its URL in the app.
///
///     cairn://~peek/guests/p3?file=guests.csv&type=Zip=integer&where=lyon
///                   └─ place in the files ─┘                    └─────┘
///
/// What the files are and how they are read stands in each of these URLs, so that any of them is
/// shown again by itself.
struct PeekPlace {
  /// The files and how they are read.
  var choices: ImportChoices
  /// Where in them one is, as a URL of the store that they make.
  var inner: ScreenURL

  /// The word that such URLs begin with.
  static let word = "~peek"

  /// A place in files.
  init(_ choices: ImportChoices, _ inner: ScreenURL) {
    (self.choices, self.inner) = (choices, inner)
  }

  /// The place at a URL of the app.
  ///
  /// - Throws: ``AppError/usage(_:)`` where the choices can't be read.
  init(_ url: ScreenURL) throws(AppError) {
    choices = try ImportChoices(url)
    inner = ScreenURL(
      Array(url.segments.dropFirst()),
      query: url.query.filter { !ImportChoices.words.contains($0.name) })
  }

  /// Whether a URL is one of such places.
  static func contains(_ url: ScreenURL) -> Bool { url.segments.first == word }

  /// The URL of the place in the app.
  var url: ScreenURL { outward(inner) }

  /// The app's URL of another place in the same files.
  func outward(_ inner: ScreenURL) -> ScreenURL {
    ScreenURL([Self.word] + inner.segments, query: choices.query + inner.query)
  }

  /// Where the records of the files are among the app's URLs.
  var mount: Mount { Mount(outward: outward) { inward($0) } }

  /// The place in the files that a URL of the app leads to; `nil` where that is none of theirs.
  func inward(_ url: ScreenURL?) -> ScreenURL? {
    guard let url, Self.contains(url), let place = try? PeekPlace(url) else { return nil }
    return place.choices.files == choices.files ? place.inner : nil
  }
}
