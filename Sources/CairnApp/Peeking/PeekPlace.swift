internal import CairnNavigation
internal import CairnRecords

/// A place in previewed files, and its URL in the app.
///
///     cairn://~peek/guests/p3?file=guests.csv&type=Zip=integer&where=lyon
///                   └─ place in the files ─┘                    └─────┘
///
/// Each of these URLs contains the files and the choices for reading them, so it can be opened on
/// its own.
struct PeekPlace {
  /// The files and the choices for reading them.
  var choices: ImportChoices
  /// The place, as a URL in the store made from the files.
  var inner: ScreenURL

  /// The first word of such URLs.
  static let word = "~peek"

  /// Creates a place in files.
  init(_ choices: ImportChoices, _ inner: ScreenURL) {
    (self.choices, self.inner) = (choices, inner)
  }

  /// Creates the place at a URL of the app.
  ///
  /// - Throws: ``AppError/usage(_:)`` if the choices can't be read.
  init(_ url: ScreenURL) throws(AppError) {
    choices = try ImportChoices(url)
    inner = ScreenURL(
      Array(url.segments.dropFirst()),
      query: url.query.filter { !ImportChoices.words.contains($0.name) })
  }

  /// Returns whether a URL is a place in previewed files.
  static func contains(_ url: ScreenURL) -> Bool { url.segments.first == word }

  /// The URL of the place in the app.
  var url: ScreenURL { outward(inner) }

  /// Returns the app's URL of another place in the same files.
  func outward(_ inner: ScreenURL) -> ScreenURL {
    ScreenURL([Self.word] + inner.segments, query: choices.query + inner.query)
  }

  /// The mount point of the files' records among the app's URLs.
  var mount: Mount { Mount(outward: outward) { inward($0) } }

  /// Returns the place in these files that a URL of the app leads to; `nil` for any other URL.
  func inward(_ url: ScreenURL?) -> ScreenURL? {
    guard let url, Self.contains(url), let place = try? PeekPlace(url) else { return nil }
    return place.choices.files == choices.files ? place.inner : nil
  }
}
