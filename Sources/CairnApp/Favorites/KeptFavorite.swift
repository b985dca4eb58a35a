public import CairnStore

/// A view that a person keeps, as the store has it.
public struct KeptFavorite: Hashable, Sendable {
  /// The record that holds it.
  public let key: RecordKey

  /// Where it leads, as it stands in the store; a favorite outlives the routes it was made with.
  public let url: String

  /// What it is called.
  public var title: String

  /// The letter that opens it from the launcher.
  public var letter: Character?

  /// What the shell calls it besides its letter: `@name`.
  public var name: String?

  /// The section of the launcher that it stands in; empty for the first.
  public var section: String

  /// Its place among the others of its section, the smallest first.
  public var position: Double

  init(_ row: Row) {
    func text(_ field: String) -> String? {
      if case .text(let text)? = row[field] { text } else { nil }
    }
    key = row.key
    url = text("Url") ?? ""
    title = text("Title") ?? url
    letter = text("Letter")?.first
    name = text("Name")
    section = text("Section") ?? ""
    position = if case .double(let place)? = row["Position"] { place } else { .infinity }
  }

  /// Whether `@word` in the shell means this one.
  func isCalled(_ word: String) -> Bool {
    name == word || letter.map(String.init) == word
  }
}

extension Snapshot {
  /// The favorites in the order of the launcher, section by section.
  ///
  /// The nameless section is the first; the others stand as the first favorite of each does.
  ///
  /// - Throws: what reading the favorites' file throws.
  public func favorites() throws(StoreError) -> [KeptFavorite] {
    let favorites = try load(Entity.favorite.name).rows.map(KeptFavorite.init)
      .sorted { ($0.position, $0.key) < ($1.position, $1.key) }
    var sections = [""]
    for favorite in favorites where !sections.contains(favorite.section) {
      sections.append(favorite.section)
    }
    return sections.flatMap { section in favorites.filter { $0.section == section } }
  }
}
