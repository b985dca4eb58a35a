public import CairnFiles

/// The symbolic links in a store's folder that may be followed: those that a person made here.
///
/// A link can come with other people's files, from git say, and lead to any file of this machine.
/// So a link is followed only if `.local/links`, which no other machine writes, has its path and
/// what it holds. The file is made when the store is opened here for the first time: it names the
/// links that are there then, but for those that git brought. Later ones are added by
/// ``ObjectStore/allowLink(_:in:on:)``.
///
///     data/Recipe/0000.rec <TAB> /home/ann/Documents/recipes.rec
struct StoreLinks {
  /// What each link holds, by its path within the store.
  private(set) var targets: [String: String] = [:]

  private static let name = ".local/links"

  /// Reads the file; what can't be read allows nothing.
  init(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { targets[String(parts[0])] = String(parts[1]) }
    }
  }

  private var text: String {
    targets.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }.joined()
  }

  /// The files of a store, which no other link leads out of.
  ///
  /// - Parameters:
  ///   - path: the store's folder.
  ///   - fileSystem: where it is.
  /// - Returns: the files as far as they lie in the store.
  static func files(of path: String, in fileSystem: any FileSystem) -> any FileSystem {
    guard let bare = fileSystem.confined(to: path, following: [:]) else { return fileSystem }
    var links = StoreLinks([])
    var reading = bare
    if let (place, target) = privateFolderLink(of: path, in: fileSystem) {
      links.targets[place] = target
      reading = fileSystem.confined(to: path, following: links.targets) ?? bare
    }
    do throws(FileError) {
      let noted = StoreLinks(try reading.read("\(path)/\(name)")).targets
      // A list that came with other people's files allows nothing.
      if !noted.isEmpty, GitIndex(of: path, in: fileSystem)?.holdsPrivateFiles != true {
        links.targets.merge(noted) { own, _ in own }
      }
    } catch .notFound {
      links.targets.merge(found(in: path, fileSystem)) { own, _ in own }
    } catch {
      // What can't be read allows nothing.
    }
    return links.targets.isEmpty
      ? bare : fileSystem.confined(to: path, following: links.targets) ?? bare
  }

  /// Where a person has put what is private to this machine elsewhere: nothing within it can say so.
  private static func privateFolderLink(
    of path: String, in fileSystem: any FileSystem
  ) -> (place: String, target: String)? {
    let place = ".local"
    guard let target = (try? fileSystem.target(ofLink: "\(path)/\(place)")) ?? nil,
      GitIndex(of: path, in: fileSystem)?.holdsLink(place) != true
    else { return nil }
    return (place, target)
  }

  /// The links that may be followed where nothing is noted yet: those that git did not bring.
  private static func found(
    in path: String, _ fileSystem: any FileSystem
  ) -> [String: String] {
    let links = all(in: path, fileSystem).filter { $0.key != ".local" }
    guard !links.isEmpty, let index = GitIndex(of: path, in: fileSystem) else { return links }
    return links.filter { !index.holdsLink($0.key) }
  }

  /// Takes note of the links that are there when a store is opened here for the first time.
  ///
  /// - Parameters:
  ///   - path: the store's folder.
  ///   - fileSystem: where it is.
  ///   - isReadOnly: whether nothing may be written; the next one who opens the store looks again.
  /// - Returns: what was noted, for the person to know.
  static func noteFirst(
    in path: String, _ fileSystem: any FileSystem, isReadOnly: Bool
  ) -> [StoreProblem] {
    guard !isReadOnly, fileSystem.confined(to: path, following: [:]) != nil else { return [] }
    let files = files(of: path, in: fileSystem)
    // Whatever keeps the file from being made, the next one who opens the store tries again.
    guard (try? files.status(of: "\(path)/\(name)")) == .some(nil),
      ((try? files.status(of: "\(path)/.local")) ?? nil)?.kind == .folder,
      ((try? files.status(of: "\(path)/\(StoreFolder.headerName)")) ?? nil) != nil
    else { return [] }
    var links = StoreLinks([])
    links.targets = found(in: path, fileSystem)
    guard (try? files.replace("\(path)/\(name)", with: Array(links.text.utf8))) != nil else {
      return []
    }
    return links.targets.sorted { $0.key < $1.key }.map { place, target in
      StoreProblem(
        severity: .note, file: place, line: 0,
        message: "this link to \(target) is followed on this machine from now on")
    }
  }

  /// Adds a link to those that are followed.
  ///
  /// - Throws: `FileError`.
  static func allow(
    _ place: String, _ target: String, in path: String, _ fileSystem: any FileSystem
  ) throws(FileError) {
    let files = files(of: path, in: fileSystem)
    var links = StoreLinks((try? files.read("\(path)/\(name)")) ?? [])
    links.targets[place] = target
    try files.makeFolder("\(path)/.local")
    try files.replace("\(path)/\(name)", with: Array(links.text.utf8))
  }

  /// All links in a store's folder, by their paths within it, and what they hold.
  ///
  /// Cost: a look at each file.
  static func all(in path: String, _ fileSystem: any FileSystem) -> [String: String] {
    var found: [String: String] = [:]
    func look(at place: String, depth: Int) {
      if let target = (try? fileSystem.target(ofLink: "\(path)/\(place)")) ?? nil {
        // What the file of links has no room for stays forbidden.
        if !(place + target).contains(where: { $0 == "\n" || $0 == "\t" }) { found[place] = target }
      } else if depth < StoreContents.depth {
        for name in (try? fileSystem.list("\(path)/\(place)")) ?? [] {
          look(at: "\(place)/\(name)", depth: depth + 1)
        }
      }
    }
    for name in StoreContents.rootFiles + StoreContents.rootFolders + [".local"] {
      look(at: name, depth: name == ".local" ? StoreContents.depth : 0)
    }
    return found
  }
}

/// A symbolic link in a store's folder.
public struct StoreLink: Hashable, Sendable {
  /// Where it is within the store.
  public var path: String
  /// What it holds: a path, from its own folder if it doesn't begin with a slash.
  public var target: String
  /// Whether it is followed on this machine.
  public var isAllowed: Bool
}

extension ObjectStore {
  /// The symbolic links among a store's files, whether they are followed or not.
  ///
  /// Cost: a look at each file.
  ///
  /// - Parameters:
  ///   - folder: the store's folder.
  ///   - fileSystem: where it is.
  /// - Returns: the links in the order of their paths.
  public static func links(
    in folder: String, on fileSystem: any FileSystem = RealFileSystem()
  ) -> [StoreLink] {
    let files = StoreLinks.files(of: folder, in: fileSystem)
    return StoreLinks.all(in: folder, fileSystem).sorted { $0.key < $1.key }.map { path, target in
      var isAllowed = true
      do throws(FileError) {
        _ = try files.status(of: "\(folder)/\(path)")
      } catch {
        isAllowed = !error.leadsOutside
      }
      return StoreLink(path: path, target: target, isAllowed: isAllowed)
    }
  }

  /// Lets a symbolic link among a store's files be followed on this machine, as long as it holds
  /// what it holds now.
  ///
  /// - Parameters:
  ///   - path: the link's path within the store.
  ///   - folder: the store's folder.
  ///   - fileSystem: where it is.
  /// - Returns: the link.
  /// - Throws: `StoreError.file` where there is no such link, or it can't be noted.
  @discardableResult
  public static func allowLink(
    _ path: String, in folder: String, on fileSystem: any FileSystem = RealFileSystem()
  ) throws(StoreError) -> StoreLink {
    do throws(FileError) {
      guard let target = StoreLinks.all(in: folder, fileSystem)[path] else {
        throw .notFound(.examine, path: "\(folder)/\(path)")
      }
      try StoreLinks.allow(path, target, in: folder, fileSystem)
      return StoreLink(path: path, target: target, isAllowed: true)
    } catch {
      throw .file(error)
    }
  }
}
