internal import CPlatform
internal import Glibc

/// A path of the machine, and the folder that it must not lead out of.
struct RealPlace {
  /// The path, which errors name.
  let path: String
  /// The folder; `nil` for no limit.
  let root: String?
  /// The way from the folder, or else what is opened.
  let way: String

  /// A path without a limit.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - goal: what is opened for it, where that is another path.
  init(_ path: String, at goal: String? = nil) {
    self.path = path
    root = nil
    way = goal ?? path
  }

  /// The way `way` from the folder `root`, which no link may leave.
  init(_ way: String, beneath root: String) {
    path = "\(root)/\(way)"
    self.root = root
    self.way = way
  }

  /// Calls until the system is not interrupted, and throws what it says if it refuses.
  ///
  /// - Throws: `FileError.leadsOutside` for a link on a way that is limited.
  @discardableResult
  func completing<Count: SignedInteger>(
    _ action: FileAction, _ call: () -> Count
  ) throws(FileError) -> Count {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code == EINTR { continue }
      if root != nil, code == ELOOP || code == EXDEV { throw .leadsOutside(action, path: path) }
      throw FileError(action, path: path, code: code)
    }
  }

  /// Calls `body` with the open folder that holds the name, and with the name.
  ///
  /// - Throws: `FileError` where the folder can't be had.
  func withFolder<Result>(
    _ action: FileAction, _ body: (Int32, UnsafePointer<CChar>) -> Result
  ) throws(FileError) -> Result {
    guard let root else { return unsafe way.withCString { unsafe body(AT_FDCWD, $0) } }
    let folder = try completing(action) {
      unsafe platform_open_beneath(root, way.parentFolder, platform_path_only() | O_DIRECTORY, 0)
    }
    defer { close(folder) }
    return unsafe way.lastPathComponent.withCString { unsafe body(folder, $0) }
  }

  /// Calls `call` with the open folder that holds the name, and with the name, until the system is
  /// not interrupted.
  @discardableResult
  func completing<Count: SignedInteger>(
    _ action: FileAction, inFolder call: (Int32, UnsafePointer<CChar>) -> Count
  ) throws(FileError) -> Count {
    while true {
      let (result, code) = try unsafe withFolder(action) { folder, name in
        let result = unsafe call(folder, name)
        return (result, errno)
      }
      if result >= 0 { return result }
      if code != EINTR { throw FileError(action, path: path, code: code) }
    }
  }
}

/// The folder that a file system stays in, and the links that may lead out of it.
struct RealBoundary: Sendable {
  let root: String
  /// Where each of the links is that may lead out, within the folder, and what it holds.
  let links: [String: String]
  /// Everything that one of the links leads to, link after link.
  private let goals: [String]

  init(root: String, links: [String: String]) {
    self.root = root
    self.links = links
    var goals: [String] = []
    for (link, target) in links {
      var goal = Self.goal(of: "\(root)/\(link)", target)
      // As many as the system follows.
      for _ in 0..<40 {
        // What stays within the folder is reached as everything there.
        if !goal.hasPrefix("\(root)/") || goal.contains("/../") { goals.append(goal) }
        guard let next = (try? RealFileSystem().target(ofLink: goal)) ?? nil else { break }
        goal = Self.goal(of: goal, next)
      }
    }
    self.goals = goals
  }

  private static func goal(of link: String, _ target: String) -> String {
    target.hasPrefix("/") ? target : "\(link.parentFolder)/\(target)"
  }

  /// Where a path leads.
  ///
  /// - Parameters:
  ///   - path: the path, within the folder or what a link leads to.
  ///   - action: what is asked of it.
  ///   - followsLast: whether a link at the path's end is followed.
  /// - Returns: the place.
  /// - Throws: `FileError.leadsOutside` for any other path.
  func place(
    _ path: String, for action: FileAction, followingLast followsLast: Bool
  ) throws(FileError) -> RealPlace {
    // The folder itself is where its owner says, as are the ones above it.
    if path == root || path == "/" || root.hasPrefix("\(path)/") { return RealPlace(path) }
    // What replaces a file lies beside it for a moment.
    let isGoal = goals.contains { goal in
      if path == goal || path.hasPrefix("\(goal)/") || path == goal.parentFolder { return true }
      return path.parentFolder == goal.parentFolder
        && path.lastPathComponent.contains(goal.lastPathComponent)
    }
    if isGoal { return RealPlace(path) }
    guard path.hasPrefix("\(root)/") else { throw .leadsOutside(action, path: path) }
    let way = String(path.dropFirst(root.count + 1))
    for (link, target) in links {
      guard way.hasPrefix("\(link)/") || followsLast && way == link else { continue }
      let place = RealPlace(link, beneath: root)
      // What is opened is where the link led when it was looked at, whatever it is by then.
      if try RealFileSystem.target(ofLink: place) == target {
        let goal = Self.goal(of: "\(root)/\(link)", target)
        return RealPlace(path, at: goal + way.dropFirst(link.count))
      }
    }
    return RealPlace(way, beneath: root)
  }
}
