public import CairnFiles

/// The symbolic links in a store's folder that Cairn follows on this machine.
///
/// A link can arrive with files of other people, for example through git, and can lead to any file
/// of this machine. So Cairn follows a link only if `.local/links` lists its path and its target:
///
///     data/Recipe/0000.rec <TAB> /home/ann/Documents/recipes.rec
///
/// The first open on a machine creates the list, with every link in the folder that git does not
/// track. ``ObjectStore/allowLink(_:in:on:)`` adds a link later. A list that git tracks is ignored.
/// The first line names the machine and the folder. A list of another machine or folder is created
/// anew, because another person can have written it.
struct StoreLinks {
  let path: String
  /// The files of the store, without links outside the list.
  let files: any FileSystem

  /// The targets of the listed links, by the links' paths within the store.
  private let targets: [String: String]
  /// Whether the list has to be created: it is missing or of another place, and the file system can
  /// be confined.
  private let isMissing: Bool
  /// The first line of the list, without the line break; empty without links.
  private let head: String

  private static let name = ".local/links"
  private var list: String { "\(path)/\(Self.name)" }

  /// Reads the list of the store in the folder `path`; without one, searches the folder for links.
  ///
  /// Cost: one short file. Without a list, one system call for each file of the store.
  init(of path: String, in fileSystem: any FileSystem) {
    self.path = path
    guard let confined = fileSystem.confined(to: path, following: [:]) else {
      (files, targets, isMissing, head) = (fileSystem, [:], false, "")
      return
    }
    let index = GitIndex.Reference(path, fileSystem)
    // The list can't allow the link to its own folder.
    var own: [String: String] = [:]
    if let target = (try? fileSystem.target(ofLink: "\(path)/.local")) ?? nil,
      !index.holdsLink(".local")
    {
      own[".local"] = target
    }
    let reading = own.isEmpty ? confined : fileSystem.confined(to: path, following: own) ?? confined
    var (found, head, isMissing): ([String: String], String, Bool) = ([:], "", false)
    do throws(FileError) {
      let list = try reading.read("\(path)/\(Self.name)")
      found = Self.targets(in: list)
      if !found.isEmpty, index.holdsPrivateFiles { found = [:] }
      if !found.isEmpty {
        head = Self.head(of: path, fileSystem)
        isMissing = !Self.begins(list, with: head)
      }
    } catch .notFound {
      isMissing = true
    } catch {
      // A list that can't be read allows no link.
    }
    if isMissing {
      found = Self.all(in: path, fileSystem).filter { $0.key != ".local" }
      if !found.isEmpty { found = found.filter { !index.holdsLink($0.key) } }
      if found.isEmpty {
        head = ""
      } else if head.isEmpty {
        head = Self.head(of: path, fileSystem)
      }
    }
    (targets, self.head, self.isMissing) = (found, head, isMissing)
    let followed = found.merging(own) { $1 }
    files =
      followed.isEmpty
      ? confined : fileSystem.confined(to: path, following: followed) ?? confined
  }

  /// Creates the list if this is the first open on this machine.
  ///
  /// The next open tries again if the list can't be written.
  ///
  /// - Returns: a note for each link that is followed from now on.
  func recordFirstOpen() -> [StoreProblem] {
    guard isMissing, let folder = try? files.status(of: "\(path)/.local"), folder.kind == .folder,
      (try? files.exists("\(path)/\(StoreFolder.headerName)")) == true,
      (try? files.replace(list, with: Self.text(of: targets, head))) != nil
    else { return [] }
    return targets.sorted { $0.key < $1.key }.map { place, target in
      var problem = StoreProblem(
        severity: .note, file: place, line: 0,
        message: "this link to \(target) is now followed on this machine")
      problem.isNewLink = true
      return problem
    }
  }

  /// Adds a link to the list.
  ///
  /// - Parameters:
  ///   - place: the link's path within the store.
  ///   - target: the link's target.
  ///   - fileSystem: the file system that holds the store.
  /// - Throws: `FileError` if the list can't be written.
  fileprivate func allow(
    _ place: String, _ target: String, _ fileSystem: any FileSystem
  ) throws(FileError) {
    try files.makeFolder("\(path)/.local")
    let head = Self.head(of: path, fileSystem)
    try files.replace(list, with: Self.text(of: targets.merging([place: target]) { $1 }, head))
  }

  /// Returns a list's first line, which names the machine and the real path of the store's folder.
  private static func head(of path: String, _ fileSystem: any FileSystem) -> String {
    let machine = (try? fileSystem.read("/etc/machine-id")) ?? []
    let name = String(decoding: machine.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return "# \(name) \(fileSystem.realPath(of: path))"
  }

  /// Whether a list begins with the line `head`.
  ///
  /// The lists of earlier versions have no such line, and are right on every machine.
  private static func begins(_ list: [UInt8], with head: String) -> Bool {
    guard list.first == UInt8(ascii: "#") else { return true }
    return list.prefix { $0 != UInt8(ascii: "\n") }.elementsEqual(head.utf8)
  }

  private static func targets(in list: [UInt8]) -> [String: String] {
    var targets: [String: String] = [:]
    for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { targets[String(parts[0])] = String(parts[1]) }
    }
    return targets
  }

  private static func text(of targets: [String: String], _ head: String) -> [UInt8] {
    let lines = targets.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
    return Array(((head.isEmpty ? "" : "\(head)\n") + lines.joined()).utf8)
  }

  /// Returns the targets of all links in a store's folder, by the links' paths within it.
  ///
  /// Cost: one system call for each file.
  fileprivate static func all(in path: String, _ fileSystem: any FileSystem) -> [String: String] {
    var found: [String: String] = [:]
    func look(at place: String, depth: Int) {
      if let target = (try? fileSystem.target(ofLink: "\(path)/\(place)")) ?? nil {
        // The list has no form for such a path, so the link stays forbidden.
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
  /// The link's path within the store.
  public var path: String
  /// The link's target; a relative target starts at the link's folder.
  public var target: String
  /// Whether Cairn follows the link on this machine.
  public var isAllowed: Bool
}

extension ObjectStore {
  /// Returns the symbolic links among a store's files, allowed or not.
  ///
  /// Cost: one system call for each file.
  ///
  /// - Parameters:
  ///   - folder: the store's folder.
  ///   - fileSystem: the file system that holds the folder.
  /// - Returns: the links, ordered by their paths.
  public static func links(
    in folder: String, on fileSystem: any FileSystem = RealFileSystem()
  ) -> [StoreLink] {
    let files = StoreLinks(of: folder, in: fileSystem).files
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

  /// Allows Cairn to follow a symbolic link on this machine as long as its target stays the same.
  ///
  /// - Parameters:
  ///   - path: the link's path within the store.
  ///   - folder: the store's folder.
  ///   - fileSystem: the file system that holds the folder.
  /// - Returns: the link.
  /// - Throws: `StoreError.file` if there is no such link, or the list can't be written.
  @discardableResult
  public static func allowLink(
    _ path: String, in folder: String, on fileSystem: any FileSystem = RealFileSystem()
  ) throws(StoreError) -> StoreLink {
    do throws(FileError) {
      guard let target = StoreLinks.all(in: folder, fileSystem)[path] else {
        throw .notFound(.examine, path: "\(folder)/\(path)")
      }
      try StoreLinks(of: folder, in: fileSystem).allow(path, target, fileSystem)
      return StoreLink(path: path, target: target, isAllowed: true)
    } catch {
      throw .file(error)
    }
  }
}

// People keep files elsewhere, for example on a removable disk, and put links in their places. If a
// link leads nowhere, its records may come back. No new file may take the link's place.
extension StoreFolder {
  /// Returns the first link on the way to `path` that leads nowhere.
  ///
  /// It returns `nil` if there is a file at `path`, and if the file is missing for another reason.
  func deadEnd(on path: String) throws(StoreError) -> DeadEnd? {
    try perform { fileSystem throws(FileError) in
      var place = path
      while try fileSystem.status(of: place) == nil {
        if let target = try self.target(ofAnyLink: place) {
          return DeadEnd(path: place, name: name(of: place), target: target)
        }
        guard place.hasPrefix("\(self.path)/") else { return nil }
        place = place.parentFolder
      }
      return nil
    }
  }

  private func target(ofAnyLink path: String) throws(FileError) -> String? {
    do throws(FileError) {
      return try fileSystem.target(ofLink: path)
    } catch .notFound {
      return nil
    }
  }

  /// Refuses to go on if `path` is behind a link that leads nowhere, or is one.
  ///
  /// - Throws: `StoreError.damaged`.
  func refuseDeadEnd(on path: String) throws(StoreError) {
    guard let deadEnd = try deadEnd(on: path) else { return }
    throw .damaged(file: deadEnd.path, line: 0, reason: deadEnd.problem.message)
  }
}

/// A link in a store's folder that leads nowhere.
struct DeadEnd {
  let path: String
  /// The same within the store.
  let name: String
  let target: String

  /// The problem and its remedy.
  var problem: StoreProblem {
    let goal = path.hasSuffix(".rec") ? "file" : "folder"
    return StoreProblem(
      severity: .damage, file: name, line: 0,
      message: "this link leads to \(target), which is missing; restore that \(goal), or remove "
        + "the link")
  }
}
