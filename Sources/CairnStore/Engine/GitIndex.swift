internal import CairnFiles

/// The links that git tracks in the repository that a store lies in: git made them, or would hand
/// them on.
///
/// Git's index is read rather than git asked, as a store opens without any other program.
struct GitIndex {
  /// The tracked links and submodules, as paths within the store; `nil` if the index can't be read.
  private var links: Set<String>?

  /// Whether git tracks a link, or may do so, as far as can be told.
  func holdsLink(_ path: String) -> Bool { links?.contains(path) ?? true }

  /// Reads the index of the repository around a store's folder; `nil` where there is none.
  init?(of store: String, in fileSystem: any FileSystem) {
    guard let (top, gitFolder) = Self.repository(around: store, fileSystem) else { return nil }
    links = []
    do throws(FileError) {
      let bytes = try fileSystem.read("\(gitFolder)/index")
      let settings = (try? fileSystem.read("\(gitFolder)/config")) ?? []
      let isLong = String(decoding: settings, as: UTF8.self).lowercased().contains("sha256")
      let prefix = store == top ? "" : store.dropFirst(top == "/" ? 1 : top.count + 1) + "/"
      links = Self.links(in: bytes, idLength: isLong ? 32 : 20).map { links in
        Set(links.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
      }
    } catch .notFound {
      // Nothing is tracked yet.
    } catch {
      links = nil
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

  /// The paths of links and submodules in an index of version 2, 3 or 4.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - idLength: how many bytes an object's name has.
  /// - Returns: the paths; `nil` if it is no such file.
  static func links(in bytes: [UInt8], idLength: Int) -> Set<String>? {
    func number(_ place: Int, _ size: Int) -> Int? {
      guard place + size <= bytes.count else { return nil }
      return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: Array("DIRC".utf8)), let version = number(4, 4),
      (2...4).contains(version), let count = number(8, 4)
    else { return nil }
    var links: Set<String> = []
    var name: [UInt8] = []
    var place = 12
    for _ in 0..<count {
      let flagsPlace = place + 40 + idLength
      guard let mode = number(place + 24, 4), let flags = number(flagsPlace, 2) else { return nil }
      var start = flagsPlace + (flags & 0x4000 != 0 ? 4 : 2)
      if version == 4 {
        // So many bytes of the name before are left out; then what stands in their place.
        var removed = -1
        var isMore = true
        while isMore {
          guard let byte = number(start, 1), removed < 1 << 30 else { return nil }
          start += 1
          removed = (removed + 1) << 7 | byte & 0x7F
          isMore = byte & 0x80 != 0
        }
        guard removed <= name.count else { return nil }
        name.removeLast(removed)
      } else {
        name = []
      }
      guard start <= bytes.count, let end = bytes[start...].firstIndex(of: 0) else { return nil }
      name += bytes[start..<end]
      // Entries begin at multiples of eight bytes from each other.
      place = version == 4 ? end + 1 : place + (end - place) / 8 * 8 + 8
      if mode & 0o170000 == 0o120000 || mode & 0o170000 == 0o160000 {
        links.insert(String(decoding: name, as: UTF8.self))
      }
    }
    return links
  }
}
