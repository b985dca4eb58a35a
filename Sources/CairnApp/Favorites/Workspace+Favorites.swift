internal import CairnNavigation
internal import CairnScreens
public import CairnRecords
internal import CairnStore

extension Workspace {
  /// Returns the favorites in the order of the launcher.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file of favorites can't be read.
  public func favorites() throws(AppError) -> [KeptFavorite] {
    do throws(StoreError) {
      return try store.snapshot.favorites()
    } catch {
      throw failure(error)
    }
  }

  /// Adds the view at an address as a favorite; an existing favorite stays unchanged.
  ///
  /// - Parameters:
  ///   - address: the view, by URL.
  ///   - title: the title; by default the title of the view's screen.
  ///   - name: the name in the shell, besides the letter. A single letter is also the letter.
  ///   - glyph: the glyph before the favorite on the launcher, one character.
  /// - Returns: whether the favorite is new, and the warnings about the URL.
  /// - Throws: ``AppError/failed(_:)`` when the address leads nowhere, the name is taken, or the
  ///   glyph is invalid.
  @discardableResult
  public func addFavorite(
    _ address: Address, title: String?, name: String?, glyph: String? = nil
  ) throws(AppError) -> (isNew: Bool, warnings: [String]) {
    let (url, warnings) = try canonicalURL(of: address)
    let sign = try glyph.map(Character.init(readingGlyph:))
    let kept = try favorites()
    if let name, let other = kept.first(where: { $0.isCalled(name) }), other.presentURL != url.text
    {
      throw .failed("\(name) already names the favorite \(other.title)")
    }
    let letter = name.flatMap { name in
      name.count == 1 ? name.first.flatMap { FavoriteLetters.isAllowed($0) ? $0 : nil } : nil
    }
    try save(
      .add([
        NewFavorite(
          url: url.text, title: title ?? self.title(of: url), letter: letter,
          name: letter == nil ? name : nil, glyph: sign)
      ]))
    return (!kept.contains { $0.presentURL == url.text }, warnings)
  }

  /// Removes the favorite of the view at an address.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the view is not a favorite.
  public func removeFavorite(_ address: Address) throws(AppError) {
    try save(.remove(url: try favorite(at: address).url))
  }

  /// Moves a favorite to another place on the launcher.
  ///
  /// - Parameters:
  ///   - address: the favorite's view, by URL or name.
  ///   - number: the new place among all favorites, from 1. A place beyond the favorite's section
  ///     means the section's end.
  /// - Throws: ``AppError/failed(_:)`` when the view is not a favorite.
  public func moveFavorite(_ address: Address, to number: Int) throws(AppError) {
    try save(.move(url: try favorite(at: address).url, to: number - 1))
  }

  private func favorite(at address: Address) throws(AppError) -> KeptFavorite {
    let favorites = try favorites()
    if case .favorite(let name) = address, let named = favorites.first(where: { $0.isCalled(name) })
    {
      return named
    }
    let given = try url(of: address)
    let routed = try routed(given)
    let spellings = [given.text, routed.text, store.snapshot.canonical(routed, at: clock).text]
    guard
      let favorite = favorites.first(where: {
        spellings.contains($0.url) || spellings.contains($0.presentURL)
      })
    else {
      let name = given.segments.joined(separator: "/")
      let hint = favorites.contains { $0.isCalled(name) } ? "; did you mean @\(name)?" : ""
      throw .failed("\(given.text) is not a favorite\(hint)")
    }
    return favorite
  }

  /// Returns the URL in the form of favorites, and the warnings about it.
  ///
  /// The URL of a screen of the app itself stays unchanged.
  private func canonicalURL(
    of address: Address
  ) throws(AppError) -> (url: ScreenURL, warnings: [String]) {
    let url = try routed(try url(of: address))
    if url.pageTitle != nil {
      guard try hasScreen(url) else { throw .failed("no screen has the URL \(url.text)") }
      return (url.tidy, [])
    }
    let snapshot = store.snapshot
    // A view that can't be shown can't be a favorite.
    let warnings =
      try isList(address)
      ? try list(at: address, adding: try ListClauses(), limit: 1).warnings : []
    return (snapshot.canonical(url, at: clock), warnings)
  }

  private func title(of url: ScreenURL) -> String {
    guard let place = try? StoreAddress(url, in: store.snapshot, at: clock) else {
      return url.pageTitle ?? url.text
    }
    switch place {
    case .list(let entity, let origin):
      let list = title(ofList: entity, origin, at: url)
      let conditions = url.query.compactMap { item in
        ["sort", "group", "columns", "totals", "view"].contains(item.name)
          ? nil : item.name == "where" ? item.value : "\(item.name)=\(item.value ?? "")"
      }
      return ([list] + conditions).joined(separator: " · ")
    case .record(let id), .edit(let id): return store.snapshot.title(of: id)
    case .merge(let id): return "Merge into \(store.snapshot.title(of: id))"
    case .new(let entity): return "New \(entity.lowercased())"
    }
  }

  private func title(
    ofList name: String, _ origin: FetchRequest.Origin?, at url: ScreenURL
  ) -> String {
    let snapshot = store.snapshot
    guard let entity = snapshot.model[name] else { return name }
    let query = try? RecordQuery(url, for: entity, in: snapshot.model, origin: origin)
    return snapshot.title(
      ofList: entity, origin: origin, by: query?.viewedField, measure: query?.measure)
  }

  func save(_ change: FavoriteChange) throws(AppError) {
    do throws(StoreError) {
      try store.commit(title: change.title) { (draft) throws(StoreError) in
        try change.apply(to: &draft)
      }
    } catch {
      throw failure(error)
    }
  }
}

extension Character {
  /// Parses the glyph of a favorite.
  init(readingGlyph text: String) throws(AppError) {
    guard let sign = Character(glyph: text) else {
      throw .failed("\(text) can't be a favorite's glyph, which is one character")
    }
    self = sign
  }
}
