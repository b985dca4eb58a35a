public import CairnFiles
public import CairnScreens
internal import CairnInterface
internal import FoundationEssentials

/// Favorites in a file of their own, for an app without a store.
///
///     let favorites = FavoritesFile(ProgramFolders("procs").data + "/favorites.json")
///     let map = try URLMap<any Screen>(home: "procs://~launcher") {
///       Route("procs://~launcher", .shared) { (_: ScreenURL) in LauncherScreen(favorites) }
///     }
///     var app = Application(map)
///     app.favorites = favorites
///     app.perform = { action, _ in favorites.perform(action) }
///
/// The file is JSON: a list of objects with `url`, `title`, and possibly `letter`, `name`,
/// `section` and `glyph`. It is replaced as a whole at each change. A file that can't be read is
/// never replaced, and the launcher says why.
public final class FavoritesFile: LauncherSource {
  /// A favorite in the file.
  fileprivate struct Line: Codable, Hashable {
    var url: String
    var title: String
    var letter: String?
    var name: String?
    var section: String?
    var glyph: String?
  }

  /// The path of the file, which may be missing.
  public let path: String
  private let fileSystem: any FileSystem
  private var lines: [Line] = []
  private var earlier: [[Line]] = []
  private var later: [[Line]] = []
  private var problem: String?

  /// The lists below the favorites, with the number of their rows.
  public var lists: () -> [LauncherCollection] = { [] }

  /// Opens the favorites of a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file; it and its folder are made at the first change.
  ///   - fileSystem: the file system of the file.
  public init(_ path: String, fileSystem: any FileSystem = RealFileSystem()) {
    self.path = path
    self.fileSystem = fileSystem
    read()
  }

  private func read() {
    problem = nil
    do {
      guard try fileSystem.exists(path) else { return lines = [] }
      lines = try JSONDecoder().decode([Line].self, from: Data(try fileSystem.read(path)))
    } catch let error as FileError {
      problem = error.description
    } catch {
      problem = "\(path) is no list of favorites"
    }
  }

  /// The favorites, section by section.
  public var favorites: [Favorite] {
    var sections = [""]
    for line in lines where !sections.contains(line.section ?? "") {
      sections.append(line.section ?? "")
    }
    return sections.flatMap { section in
      lines.filter { ($0.section ?? "") == section }.map(Favorite.init)
    }
  }

  /// Whether favorites can't be changed, as the file can't be read.
  public var isReadOnly: Bool { problem != nil }
  /// The lists that `lists` names.
  public var collections: [LauncherCollection] { lists() }
  /// The number of favorites, or the problem with the file.
  public var summary: String { problem ?? Count.text(lines.count, "favorite") }

  /// Reads the file again, which another process may have changed.
  public func refresh() -> [Effect] {
    read()
    return []
  }

  /// Adds a view, unless it is a favorite already.
  public func addFavorite(_ favorite: Favorite) -> [Effect] {
    change { lines in
      if !lines.contains(where: { $0.url == favorite.url }) { lines.append(Line(favorite)) }
    }
  }

  /// Changes the title, letter, section or sign of a favorite.
  public func updateFavorite(_ favorite: Favorite) -> [Effect] {
    change { lines in
      for place in lines.indices where lines[place].url == favorite.id {
        lines[place] = Line(favorite)
      }
    }
  }

  /// Moves a favorite within its section.
  public func moveFavorite(_ id: String, by offset: Int) -> [Effect] {
    change { lines in
      guard let place = lines.firstIndex(where: { $0.url == id }) else { return }
      let section = lines.indices.filter { lines[$0].section == lines[place].section }
      guard let old = section.firstIndex(of: place), section.indices.contains(old + offset) else {
        return
      }
      let line = lines.remove(at: place)
      lines.insert(line, at: section[old + offset])
    }
  }

  /// Removes a favorite.
  public func removeFavorite(_ id: String) -> [Effect] {
    change { $0.removeAll { $0.url == id } }
  }

  /// Performs `undo` and `redo` of changes of the favorites; `nil` if there is nothing to undo, and
  /// for other actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    switch action {
    case .undo:
      guard let last = earlier.last else { return nil }
      return write(last, "undone") { [self] before in
        earlier.removeLast()
        later.append(before)
      }
    case .redo:
      guard let next = later.last else { return nil }
      return write(next, "redone") { [self] before in
        later.removeLast()
        earlier.append(before)
      }
    default: return nil
    }
  }

  private func change(_ body: (inout [Line]) -> Void) -> [Effect] {
    // What another process wrote in the meantime stays.
    read()
    var changed = lines
    body(&changed)
    guard changed != lines else { return [] }
    return write(changed, nil) { [self] before in
      earlier.append(before)
      later = []
    }
  }

  /// Writes the file, then keeps the lines before it with `note`.
  private func write(
    _ new: [Line], _ done: String?, then note: @escaping ([Line]) -> Void
  ) -> [Effect] {
    if let problem { return [.say(Message(problem, tone: .bad))] }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.replace(path, with: [UInt8](try encoder.encode(new)))
    } catch {
      return [.say(Message("the favorites can't be saved: \(error)", tone: .bad))]
    }
    note(lines)
    lines = new
    return [.refresh] + (done.map { [.say(Message($0, tone: .good))] } ?? [])
  }
}

extension Favorite {
  fileprivate init(_ line: FavoritesFile.Line) {
    self.init(
      id: line.url, url: line.url, title: line.title, letter: line.letter?.first, name: line.name,
      section: line.section ?? "", glyph: line.glyph.flatMap(Character.init(glyph:)))
  }
}

extension FavoritesFile.Line {
  fileprivate init(_ favorite: Favorite) {
    self.init(
      url: favorite.url, title: favorite.title, letter: favorite.letter.map(String.init),
      name: favorite.name, section: favorite.section.isEmpty ? nil : favorite.section,
      glyph: favorite.glyph.map(String.init))
  }
}
