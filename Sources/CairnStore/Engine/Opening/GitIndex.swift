internal import CairnFiles

/// The part of git's index that decides which links of a store are safe.
///
/// Git creates the links that it tracks, and sends them to other machines. Cairn reads the index
/// file itself, because a store opens without any other program.
struct GitIndex: Equatable {
  /// The paths of tracked links and submodules within the store.
  var links: Set<String> = []
  /// Whether git tracks a file in the store's folder `.local`.
  var holdsPrivateFiles = false

  /// The index of the repository around a store, read when it is first needed.
  final class Reference {
    private let path: String
    private let fileSystem: any FileSystem
    private lazy var state = State(around: path, fileSystem)

    init(_ path: String, _ fileSystem: any FileSystem) {
      (self.path, self.fileSystem) = (path, fileSystem)
    }

    /// Whether git tracks the link at `path`, or a submodule that contains it; `true` if the index
    /// can't be read.
    func holdsLink(_ path: String) -> Bool {
      guard case .index(let index) = state else { return state == .unreadable }
      var place = path[...]
      while !index.links.contains(String(place)) {
        guard let slash = place.lastIndex(of: "/") else { return false }
        place = place[..<slash]
      }
      return true
    }

    /// Whether git tracks a file in `.local`; `true` if the index can't be read.
    var holdsPrivateFiles: Bool {
      guard case .index(let index) = state else { return state == .unreadable }
      return index.holdsPrivateFiles
    }
  }

  private enum State: Equatable {
    case noRepository
    case unreadable
    case index(GitIndex)

    init(around path: String, _ fileSystem: any FileSystem) {
      // Git knows one path of the store, however the caller wrote it.
      let store = fileSystem.realPath(of: path)
      guard let (top, gitFolder) = GitIndex.repository(around: store, fileSystem) else {
        self = .noRepository
        return
      }
      do throws(FileError) {
        let bytes = try fileSystem.read("\(gitFolder)/index")
        let prefix = store == top ? "" : store.dropFirst(top == "/" ? 1 : top.count + 1) + "/"
        let length = GitIndex.idLength(of: gitFolder, fileSystem)
        self =
          GitIndex(bytes, idLength: length, below: String(prefix)).map(State.index) ?? .unreadable
      } catch .notFound {
        // A new repository tracks no file.
        self = .index(GitIndex())
      } catch {
        self = .unreadable
      }
    }
  }

  /// Finds the repository that contains a folder.
  private static func repository(
    around store: String, _ fileSystem: any FileSystem
  ) -> (top: String, gitFolder: String)? {
    var folder = store
    while true {
      let place = folder == "/" ? "/.git" : "\(folder)/.git"
      switch (try? fileSystem.status(of: place))??.kind {
      case .folder: return (folder, place)
      case .file:
        // A linked work tree has a file instead: gitdir: PATH
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

  /// The length of an object id in bytes: 32 for SHA-256, otherwise 20.
  private static func idLength(of gitFolder: String, _ fileSystem: any FileSystem) -> Int {
    func text(_ path: String) -> String {
      String(decoding: (try? fileSystem.read(path)) ?? [], as: UTF8.self)
    }
    // A linked work tree shares the configuration of its repository.
    let shared = text("\(gitFolder)/commondir").prefix { !$0.isNewline }
    let folder =
      shared.isEmpty ? gitFolder : shared.hasPrefix("/") ? String(shared) : "\(gitFolder)/\(shared)"
    let isLong = text("\(folder)/config").lowercased().split(whereSeparator: \.isNewline)
      .contains { $0.filter { !$0.isWhitespace } == "objectformat=sha256" }
    return isLong ? 32 : 20
  }

  private init() {}

  /// Reads an index file of version 2, 3 or 4.
  ///
  /// The result is `nil` for any other file, and for a split or sparse index, which lacks some
  /// paths.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - idLength: the length of an object id in bytes.
  ///   - prefix: the store's path within the repository, with a slash at its end; empty for the
  ///     top.
  init?(_ bytes: [UInt8], idLength: Int, below prefix: String) {
    func number(_ place: Int, _ size: Int) -> Int? {
      guard place + size <= bytes.count else { return nil }
      return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: Array("DIRC".utf8)), let version = number(4, 4),
      (2...4).contains(version), let count = number(8, 4)
    else { return nil }
    var name: [UInt8] = []
    let start = Array(prefix.utf8)
    let privateFolder = start + Array(".local".utf8)
    var place = 12
    for _ in 0..<count {
      let flagsPlace = place + 40 + idLength
      guard let mode = number(place + 24, 4), let flags = number(flagsPlace, 2) else { return nil }
      var nameStart = flagsPlace + (flags & 0x4000 != 0 ? 4 : 2)
      if version == 4 {
        // Version 4 stores how many bytes to cut from the previous name, then the bytes to append.
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
      // Before version 4, each entry is padded to a multiple of eight bytes.
      place = version == 4 ? end + 1 : place + (end - place) / 8 * 8 + 8
      if name.starts(with: privateFolder) { holdsPrivateFiles = true }
      let kind = mode & 0o170000
      if kind == 0o120000 || kind == 0o160000, name.starts(with: start) {
        links.insert(String(decoding: name.dropFirst(start.count), as: UTF8.self))
      }
    }
    // The extensions "link" (split index) and "sdir" (sparse index) mean that paths are missing.
    while let size = number(place + 4, 4), place + 8 + size + idLength <= bytes.count {
      let kind = bytes[place..<place + 4]
      if kind.elementsEqual("link".utf8) || kind.elementsEqual("sdir".utf8) { return nil }
      place += 8 + size
    }
  }
}
