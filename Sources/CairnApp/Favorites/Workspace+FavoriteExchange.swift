internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The result of an import of favorites.
public struct FavoriteImportReport: Hashable, Sendable {
  /// The number of added favorites.
  public internal(set) var addedCount = 0
  /// Sentences about names and letters that other favorites already have.
  public internal(set) var notices: [String] = []
  /// Sentences about invalid items, each with its place.
  public internal(set) var badItems: [String] = []
}

/// Exports and imports favorites as a JSON document.
extension Workspace {
  /// Imports the favorites of a document, as one change.
  ///
  /// The document has the form of `favorites export`: an array of objects with `url`, and
  /// optionally `title`, `letter`, `name`, `section` and `glyph`. Existing favorites stay
  /// unchanged.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - place: the source of the document, for errors.
  ///   - isStrict: whether one invalid item stops the whole import.
  /// - Returns: the number of added favorites, and the invalid items.
  /// - Throws: ``AppError/failed(_:)`` when the document as a whole can't be read.
  public func importFavorites(
    _ bytes: [UInt8], from place: String, isStrict: Bool = false
  ) throws(AppError) -> FavoriteImportReport {
    var report = FavoriteImportReport()
    var plan = FavoriteImport(beside: try favorites())
    for (index, item) in try items(of: bytes, from: place).enumerated() {
      do throws(AppError) {
        var favorite = try NewFavorite(item)
        favorite.url = canonical(favorite.url)
        plan.add(favorite)
      } catch {
        report.badItems.append("\(place), item \(index + 1): \(error)")
      }
    }
    if isStrict, !report.badItems.isEmpty { return report }
    if !plan.new.isEmpty { try save(.add(plan.new)) }
    report.addedCount = plan.new.count
    report.notices = plan.notices
    return report
  }

  private func items(of bytes: [UInt8], from place: String) throws(AppError) -> [JSONValue] {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(reading: bytes)
    } catch {
      throw .failed("\(place): \(error)")
    }
    guard let items = document.array else {
      throw .failed("\(place) has no list of favorites; cairn favorites export writes one")
    }
    return items
  }

  /// Returns the URL by the record's key, if the store has the record.
  private func canonical(_ text: String) -> String {
    guard let url = try? ScreenURL(parsing: text) else { return text }
    return store.snapshot.canonical(url, at: clock).text
  }
}

/// The favorites of a document that are added to the existing ones.
private struct FavoriteImport {
  private(set) var new: [NewFavorite] = []
  private(set) var notices: [String] = []
  private var urls: Set<String>
  private var names: [String: String] = [:]

  init(beside kept: [KeptFavorite]) {
    urls = Set(kept.map(\.presentURL))
    for favorite in kept {
      for name in [favorite.name, favorite.letter.map(String.init)].compactMap(\.self) {
        names[name] = favorite.title
      }
    }
  }

  mutating func add(_ favorite: NewFavorite) {
    guard urls.insert(favorite.url).inserted else { return }
    var favorite = favorite
    if let letter = favorite.letter, !claim(String(letter), for: favorite) { favorite.letter = nil }
    if let name = favorite.name, !claim(name, for: favorite) { favorite.name = nil }
    new.append(favorite)
  }

  /// Assigns a name to a favorite unless another favorite has it.
  private mutating func claim(_ name: String, for favorite: NewFavorite) -> Bool {
    if let other = names[name] {
      notices.append("\(name) already belongs to \(other); \(favorite.title) is kept without it")
      return false
    }
    names[name] = favorite.title
    return true
  }
}

extension NewFavorite {
  /// Parses an item of a document.
  init(_ item: JSONValue) throws(AppError) {
    guard let url = item["url"]?.string else { throw .failed("it has no url") }
    guard case .url(let parsed) = try Address(url) else { throw .failed("\(url) is not a URL") }
    let letter = item["letter"]?.string
    if let letter, letter.count != 1 || letter.first.map(FavoriteLetters.isPossible) != true {
      throw .failed("\(letter) can't be a favorite's letter")
    }
    let glyph = try (item["glyph"]?.string).map(Character.init(readingGlyph:))
    if item["name"]?.string?.isEmpty == true { throw .failed("its name is empty") }
    self.init(
      url: parsed.text, title: item["title"]?.string ?? parsed.text, letter: letter?.first,
      name: item["name"]?.string, section: item["section"]?.string ?? "",
      glyph: glyph)
  }
}
