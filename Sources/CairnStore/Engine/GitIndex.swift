internal import CairnFiles

/// The links that git tracks in the repository that a store lies in: git made them, or would hand
/// them on.
///
/// Git's index is read rather than git asked, as a store opens without any other program.
struct GitIndex {
  /// What of the tracked files matters, by paths within the store.
  struct Contents: Equatable {
    /// Links and submodules.
    var links: Set<String> = []
    /// Whether anything is tracked where one machine keeps what is its alone.
    var holdsPrivateFiles = false
  }

  /// `nil` if the index can't be read.
  private var contents: Contents?

  /// Whether git tracks a link, or a submodule in which it lies, or may do so, as far as can be told.
  func holdsLink(_ path: String) -> Bool {
    guard let contents else { return true }
    var place = path[...]
    while true {
      if contents.links.contains(String(place)) { return true }
      guard let slash = place.lastIndex(of: "/") else { return false }
      place = place[..<slash]
    }
  }

  /// Whether git tracks anything where one machine keeps what is its alone, or may do so.
  var holdsPrivateFiles: Bool { contents?.holdsPrivateFiles ?? true }

  /// Reads the index of the repository around a store's folder; `nil` where there is none.
  init?(of path: String, in fileSystem: any FileSystem) {
    // However the store is named, git knows one path of it.
    let store = fileSystem.realPath(of: path)
    guard let (top, gitFolder) = Self.repository(around: store, fileSystem) else { return nil }
    contents = Contents()
    do throws(FileError) {
      let bytes = try fileSystem.read("\(gitFolder)/index")
      // A work tree beside its repository has the settings of that.
      let common = (try? fileSystem.read("\(gitFolder)/commondir")).map {
        String(decoding: $0, as: UTF8.self).prefix { !$0.isNewline }
      }
      let place = common.map { $0.hasPrefix("/") ? String($0) : "\(gitFolder)/\($0)" }
      let settings = (try? fileSystem.read("\(place ?? gitFolder)/config")) ?? []
      let isLong = String(decoding: settings, as: UTF8.self).lowercased()
        .split(whereSeparator: \.isNewline)
        .contains { $0.filter { !$0.isWhitespace } == "objectformat=sha256" }
      let prefix = store == top ? "" : store.dropFirst(top == "/" ? 1 : top.count + 1) + "/"
      contents = Self.contents(of: bytes, idLength: isLong ? 32 : 20, below: String(prefix))
    } catch .notFound {
      // Nothing is tracked yet.
    } catch {
      contents = nil
    }
  }

  private static func repository(
    around store: String, _ fileSystem: any FileSystem
  ) -> (top: String, gitFolder: String)? {
    var folder = store
    while true {
      let place = folder == "/" ? "/.git" : "\(folder)/.git"
      switch (try? fileSystem.status(of: place))??.kind {
      case .folder: return (folder, place)
      case .file:
        // A work tree beside its repository: gitdir: PATH
        let text = String(decoding: (try? fileSystem.read(place)) ?? [], as: UTF8.self)
        let path = text.drop { $0 != " " }.dropFirst().prefix { !$0.isNewline }
        return (folder, path.hasPrefix("/") ? String(path) : "\(folder)/\(path)")
      default: break
      }
      let parent = folder.parentFolder
      guard parent != folder, parent != "." else { return nil }
      folder = parent
    }
  }

  /// Reads an index of version 2, 3 or 4.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - idLength: how many bytes an object's name has.
  ///   - prefix: where the store lies in the repository, with a slash behind it; empty for its top.
  /// - Returns: what matters; `nil` if it is no such file, or has a part of its paths elsewhere.
  static func contents(of bytes: [UInt8], idLength: Int, below prefix: String) -> Contents? {
    func number(_ place: Int, _ size: Int) -> Int? {
      guard place + size <= bytes.count else { return nil }
      return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: Array("DIRC".utf8)), let version = number(4, 4),
      (2...4).contains(version), let count = number(8, 4)
    else { return nil }
    var contents = Contents()
    var name: [UInt8] = []
    let start = Array(prefix.utf8)
    let isOfMachine = start + Array(".local".utf8)
    var place = 12
    for _ in 0..<count {
      let flagsPlace = place + 40 + idLength
      guard let mode = number(place + 24, 4), let flags = number(flagsPlace, 2) else { return nil }
      var nameStart = flagsPlace + (flags & 0x4000 != 0 ? 4 : 2)
      if version == 4 {
        // So many bytes of the name before are left out; then what stands in their place.
        var removed = -1
        var isMore = true
        while isMore {
          guard let byte = number(nameStart, 1), removed < 1 << 30 else { return nil }
          nameStart += 1
          removed = (removed + 1) << 7 | byte & 0x7F
          isMore = byte & 0x80 != 0
        }
        guard removed <= name.count else { return nil }
        name.removeLast(removed)
      } else {
        name = []
      }
      guard nameStart <= bytes.count, let end = bytes[nameStart...].firstIndex(of: 0) else {
        return nil
      }
      name += bytes[nameStart..<end]
      // Entries begin at multiples of eight bytes from each other.
      place = version == 4 ? end + 1 : place + (end - place) / 8 * 8 + 8
      if name.starts(with: isOfMachine) { contents.holdsPrivateFiles = true }
      let kind = mode & 0o170000
      if kind == 0o120000 || kind == 0o160000, name.starts(with: start) {
        contents.links.insert(String(decoding: name.dropFirst(start.count), as: UTF8.self))
      }
    }
    // Behind the entries: of a split index the others are in another file, a sparse one has folders.
    while let size = number(place + 4, 4), place + 8 + size + idLength <= bytes.count {
      let kind = bytes[place..<place + 4]
      if kind.elementsEqual("link".utf8) || kind.elementsEqual("sdir".utf8) { return nil }
      place += 8 + size
    }
    return contents
  }
}
