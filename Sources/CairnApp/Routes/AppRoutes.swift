internal import CairnKit
internal import CairnNavigation
internal import CairnRecords

/// A screen of the app itself, rather than a place in the store.
enum AppPage: Hashable, Sendable {
  case launcher
  /// The routes; with a URL, also why each route matches it or doesn't.
  case routes(explaining: String?)
  /// The search for words in the records of all collections.
  case find
  case recents
  case messages
  case settings
  /// The collections, or the fields of one.
  case model(collection: String?)
  case jobs
  case job(Int)
  /// The list of saved changes, or the screen of one change.
  case changes
  case change(UInt64)
  /// The open conflicts between two machines.
  case conflicts
  /// The versions of a record, or the version after one change.
  case history(version: UInt64?)
  /// The preview of an import, or the choice of a file to import.
  case `import`
  /// The preview of files without importing them.
  case peek
  /// The list of the guide's pages, or one page.
  case guide(page: String?)
}

extension AppPage {
  /// The URL of the launcher.
  static let launcherURL = ScreenURL(["~launcher"])
  /// Returns whether a URL is the launcher.
  static func isLauncher(_ url: ScreenURL) -> Bool {
    url.segments.isEmpty || url.segments == launcherURL.segments
  }

  /// The URL of the search.
  static let findURL = FindListSource.url

  /// Returns whether a URL is the search, with any words.
  static func isFind(_ url: ScreenURL) -> Bool { url.segments == findURL.segments }

  /// The URL of the recent screens.
  static let recentsURL = ScreenURL(["~recents"])
  /// The URL of the messages.
  static let messagesURL = ScreenURL(["~messages"])

  /// The pages that a person may want to go to by name.
  static var places: [Place] {
    CaptureConverters.bareWords[0].map { word in
      let url = ScreenURL(["~" + word])
      return Place(
        url.pageTitle ?? word, kind: "screen", url: url, synonyms: synonyms[word] ?? [])
    }
  }

  /// Other words with which people may search for a page.
  private static let synonyms: [String: [String]] = [
    "launcher": ["home", "start"], "find": ["search", "grep"], "recents": ["history"],
    "changes": ["history", "log", "undo"], "jobs": ["tasks", "background"],
    "messages": ["log", "errors"], "model": ["schema", "types", "fields", "tables"],
    "settings": ["config", "preferences", "options", "theme", "colors"],
    "routes": ["explain", "map", "urls"], "peek": ["preview", "look"],
    "guide": ["manual", "documentation", "tutorial", "help"],
  ]
}

/// All URLs of the app in one place, for the map of screens and for code that only needs the
/// destination of a URL.
///
/// The app's own words begin with `~`, so that no collection or link can ever clash with them.
struct AppRoutes<Destination> {
  /// The capture types of the app.
  let converters: [CaptureConverter]
  /// The person's own URLs.
  let redirects: [Configuration.Route]

  /// Returns a screen of the app, for a URL that begins with its word.
  let page: (AppPage, ScreenURL) throws -> Destination
  /// Returns a place in the store.
  let place: (ScreenURL) throws -> Destination
  let unmatched: (UnmatchedURL) -> Destination

  /// Returns the map of all routes.
  ///
  /// - Throws: `NavigationError.registration` when the person's routes contradict the app's routes.
  func map() throws(NavigationError) -> URLMap<Destination> {
    try URLMap(converters: converters) {
      Route("cairn://~launcher", .shared) { (url: ScreenURL) in try page(.launcher, url) }
      Route("cairn://~routes?explain=(url)") { (explained: String?, url: ScreenURL) in
        try page(.routes(explaining: explained), url)
      }
      Route("cairn://~find") { (url: ScreenURL) in try page(.find, url) }
      Route("cairn://~recents", .shared) { (url: ScreenURL) in try page(.recents, url) }
      Route("cairn://~messages", .shared) { (url: ScreenURL) in try page(.messages, url) }
      Route("cairn://~settings", .shared) { (url: ScreenURL) in try page(.settings, url) }
      Route("cairn://~model", .shared) { (url: ScreenURL) in
        try page(.model(collection: nil), url)
      }
      Route("cairn://~model/(collection)", parent: "cairn://~model") {
        (collection: CollectionCapture, url: ScreenURL) in
        try page(.model(collection: collection.captureText), url)
      }
      Route("cairn://~jobs", .shared) { (url: ScreenURL) in try page(.jobs, url) }
      Route("cairn://~jobs/(number:int)", parent: "cairn://~jobs") {
        (number: Int, url: ScreenURL) in try page(.job(number), url)
      }
      Route("cairn://~changes", .shared) { (url: ScreenURL) in try page(.changes, url) }
      Route("cairn://~changes/(number:int)", parent: "cairn://~changes") {
        (number: Int, url: ScreenURL) in try page(.change(UInt64(clamping: number)), url)
      }
      Route("cairn://~conflicts", .shared) { (url: ScreenURL) in try page(.conflicts, url) }
      Route("cairn://~import") { (url: ScreenURL) in try page(.import, url) }
      Route("cairn://~peek") { (url: ScreenURL) in try page(.peek, url) }
      Route("cairn://~peek/(place:path)", inheriting: ImportChoices.words) {
        (place: [String], url: ScreenURL) in try page(.peek, url)
      }
      Route("cairn://~guide", .shared) { (url: ScreenURL) in try page(.guide(page: nil), url) }
      Route("cairn://~guide/(name)", parent: "cairn://~guide") { (name: String, url: ScreenURL) in
        try page(.guide(page: name), url)
      }
      Redirect("cairn://(word:word0)", to: "cairn://~(word)")
      RecordRoutes.items(scheme: ScreenURL.defaultScheme, place: place)
      Redirect("cairn://(collection:collection)/(word:word1)", to: "cairn://(collection)/~(word)")
      Route(
        "cairn://(collection)/(record)/~history", parent: "cairn://(collection)/(record)"
      ) {
        (name: CollectionCapture, record: RecordCapture, url: ScreenURL) in
        try page(.history(version: nil), url)
      }
      Route(
        "cairn://(collection)/(record)/~history/(number:int)",
        parent: "cairn://(collection)/(record)/~history"
      ) {
        (name: CollectionCapture, record: RecordCapture, number: Int, url: ScreenURL) in
        try page(.history(version: UInt64(clamping: number)), url)
      }
      Redirect(
        "cairn://(collection:collection)/(record:record)/(word:word2)",
        to: "cairn://(collection)/(record)/~(word)")
      Redirect(
        "cairn://(collection:collection)/(record:record)/history/(number:int)",
        to: "cairn://(collection)/(record)/~history/(number)")
      // The person's routes must hide nothing of the store or the app.
      for route in redirects { Redirect(route.pattern, to: route.target, isFallback: true) }
      Route("*") { (missed: UnmatchedURL) in unmatched(missed) }
    }
  }
}

extension AppRoutes where Destination == Void {
  /// Creates the routes without any screens.
  init(_ converters: [CaptureConverter], redirects: [Configuration.Route]) {
    self.init(
      converters: converters, redirects: redirects, page: { _, _ in }, place: { _ in },
      unmatched: { _ in })
  }
}
