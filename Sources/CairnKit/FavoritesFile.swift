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
/// `section` and `glyph`; other members are dropped. It is replaced as a whole at each change. A
/// file that can't be read is never replaced, and the launcher says why.
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
  private var done: [Change] = []
  private var undone: [Change] = []
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
  ///
  /// What another process changed in the meantime stays.
  public func perform(_ action: ActionName) -> [Effect]? {
    switch action {
    case .undo:
      guard let last = done.last else { return nil }
      return write("undone", { last.reversed.apply(to: &$0) }) { [self] _ in
        undone.append(done.removeLast())
      }
    case .redo:
      guard let next = undone.last else { return nil }
      return write("redone", { next.apply(to: &$0) }) { [self] _ in
        done.append(undone.removeLast())
      }
    default: return nil
    }
  }

  private func change(_ body: (inout [Line]) -> Void) -> [Effect] {
    write(nil, body) { [self] change in
      done.append(change)
      undone = []
    }
  }

  /// Reads the file, changes its lines, writes it, and passes the change to `note`.
  ///
  /// A lock keeps other processes from changing the file in between.
  private func write(
    _ words: String?, _ body: (inout [Line]) -> Void, then note: (Change) -> Void
  ) -> [Effect] {
    do {
      try fileSystem.makeFolder(path.parentFolder)
      let lock = try fileSystem.lock("\(path).lock", byte: 0, exclusive: true, wait: .seconds(2))
      defer { lock.release() }
      read()
      if let problem { return [.say(Message(problem, tone: .bad))] }
      let old = lines
      var new = lines
      body(&new)
      guard new != old else { return [] }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try fileSystem.replace(path, with: [UInt8](try encoder.encode(new)))
      lines = new
      note(Change(old: old, new: new))
    } catch {
      return [.say(Message("the favorites can't be saved: \(error)", tone: .bad))]
    }
    return [.refresh] + (words.map { [.say(Message($0, tone: .good))] } ?? [])
  }
}

extension FavoritesFile {
  /// A change of the lines, which is applied to what the file has then.
  private struct Change {
    var old: [Line]
    var new: [Line]

    var reversed: Change { Change(old: new, new: old) }

    /// Adds, removes and changes the same favorites, and puts them into the new order.
    func apply(to lines: inout [Line]) {
      if lines == old { return lines = new }
      let (before, after) = (old.map(\.url), new.map(\.url))
      lines.removeAll { before.contains($0.url) && !after.contains($0.url) }
      for line in new where old.first(where: { $0.url == line.url }) != line {
        if let place = lines.firstIndex(where: { $0.url == line.url }) {
          lines[place] = line
        } else {
          lines.append(line)
        }
      }
      let known = lines.indices.filter { after.contains(lines[$0].url) }
      let sorted = known.map { lines[$0] }.sorted { one, other in
        (after.firstIndex(of: one.url) ?? 0) < (after.firstIndex(of: other.url) ?? 0)
      }
      for (place, line) in zip(known, sorted) { lines[place] = line }
    }
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
