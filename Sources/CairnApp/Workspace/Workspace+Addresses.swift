public import CairnNavigation
internal import CairnRecords
public import CairnStore

/// What a person types where a URL goes.
///
/// Read before the store is opened, so that what is malformed is told apart from what isn't there.
public enum Address: Hashable, Sendable {
  /// A URL, absolute, with or without its scheme.
  case url(ScreenURL)

  /// `@name`: the URL of the favorite called so, by its name or its letter, else of the alias.
  case favorite(String)

  /// Reads what was typed.
  ///
  /// - Throws: ``AppError/usage(_:)`` for a malformed URL.
  public init(_ text: String) throws(AppError) {
    if text.hasPrefix("@") {
      guard text.count > 1 else { throw .usage("@ needs a favorite's name behind it") }
      self = .favorite(String(text.dropFirst()))
      return
    }
    let url: ScreenURL
    do throws(NavigationError) {
      url = try ScreenURL(parsing: text)
    } catch {
      throw .usage(error.description)
    }
    guard url.scheme == ScreenURL.defaultScheme else {
      throw .usage("\(text) is not a URL of Cairn; such URLs begin with cairn://")
    }
    try Self.checkClauses(of: url)
    self = .url(url)
  }

  /// Whether it is the screen of an import, which needs no store but makes the first one.
  public var isImport: Bool {
    guard case .url(let url) = self else { return false }
    return url.segments == ImportScreens.url.segments
  }

  /// Refuses a list's clauses that can't be read; a form's query holds values of fields.
  private static func checkClauses(of url: ScreenURL) throws(AppError) {
    guard url.segments.last != "~new" else { return }
    for item in url.query {
      let value = item.value
      switch item.name {
      case "where": _ = try ListClauses(filter: value)
      case "sort": _ = try ListClauses(sort: value)
      case "group": _ = try ListClauses(group: value)
      default: break
      }
    }
  }
}

extension Workspace {
  /// What the person's clock shows.
  var clock: WallClock { environment.wallClock }

  /// The URL that was typed, or that of the favorite or alias it names.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none called so.
  public func url(of address: Address) throws(AppError) -> ScreenURL {
    try url(of: address) { () throws(AppError) in try settings.aliases }
  }

  /// The URL that was typed, or that of the favorite or of one of these aliases.
  func url(
    of address: Address, aliases: () throws(AppError) -> [String: ScreenURL]
  ) throws(AppError) -> ScreenURL {
    switch address {
    case .url(let url): return url
    case .favorite(let name):
      let favorites = try self.favorites()
      guard let favorite = favorites.first(where: { $0.isCalled(name) }) else {
        let aliases = try aliases()
        if let url = aliases[name] { return url }
        let names = favorites.compactMap { $0.name ?? $0.letter.map(String.init) } + aliases.keys
        let nearest = NearestNames.nearest(to: name, among: names, limit: 1)
        let hint = nearest.first.map { "; did you mean @\($0)?" } ?? ""
        throw .failed("no favorite is called \(name)\(hint)")
      }
      do throws(NavigationError) {
        return try ScreenURL(parsing: favorite.presentURL)
      } catch {
        throw .failed(error.description)
      }
    }
  }

  /// Whether an address leads to a list of records.
  ///
  /// - Throws: ``AppError/failed(_:)`` when nothing is there.
  public func isList(_ address: Address) throws(AppError) -> Bool {
    if case (.list, _) = try place(at: address) { true } else { false }
  }

  /// The record at an address.
  ///
  /// - Parameters:
  ///   - address: the record's.
  ///   - snapshot: the content that it is looked for in; `nil` for the newest.
  /// - Returns: the record's identity.
  /// - Throws: ``AppError/failed(_:)`` when nothing is there, or something else than a record.
  public func record(
    at address: Address, in snapshot: Snapshot? = nil
  ) throws(AppError) -> ObjectID {
    switch try place(at: address, in: snapshot) {
    case (.record(let id), _): return id
    case (.list, let url):
      throw .failed(
        "\(url.text) is a list, not a record; in cairn set and remove, --all takes each of its records"
      )
    case (_, let url): throw .failed("\(url.text) is a form; a record's URL is needed")
    }
  }

  /// The collection that a person names, in the plural or singular.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none, with the nearest name.
  public func collection(_ name: String) throws(AppError) -> Entity {
    guard !store.snapshot.model.entities.isEmpty else {
      throw .failed(
        "no collection called \(name), nor any other; cairn import FILE makes one")
    }
    do throws(AddressProblem) {
      let place = try StoreAddress(ScreenURL([name]), in: store.snapshot, at: clock)
      if case .list(let entity, nil) = place, let definition = store.snapshot.model[entity] {
        return definition
      }
    } catch {
      throw .failed(error.description)
    }
    throw .failed("no collection called \(name)")
  }
}
