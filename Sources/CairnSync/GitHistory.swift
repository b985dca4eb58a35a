internal import CairnFiles
public import CairnStore

/// The versions of a store's files in its git repository.
///
/// A store without a repository, or with one that a sync refuses, has no versions.
public struct GitHistory: TextHistory {
  private let folder: String
  private let variables: [String: String]
  private let clock: @Sendable () -> Timestamp

  /// Creates the history of the store in a folder.
  ///
  /// - Parameters:
  ///   - folder: the store's folder.
  ///   - variables: the environment variables for git.
  ///   - clock: the current time. A commit of a machine with a wrong clock is not later.
  public init(
    of folder: String, variables: [String: String],
    clock: @escaping @Sendable () -> Timestamp = { Timestamp(microseconds: .max) }
  ) {
    (self.folder, self.variables, self.clock) = (folder, variables, clock)
  }

  private var git: Git { Git(in: folder, variables: variables, isUnattended: true) }

  /// The files that change with the checked-out commit, with their contents or states.
  ///
  /// A run of git would take longer than the look at a list.
  public var newest: String? {
    let files = RealFileSystem()
    guard let (own, common) = gitFolders(files) else { return nil }
    let head = Self.line(of: "\(own)/HEAD", files)
    let start = "ref: "
    guard head.hasPrefix(start) else { return head.isEmpty ? nil : head }
    let branch = Self.line(of: "\(common)/\(head.dropFirst(start.count))", files)
    if !branch.isEmpty { return branch }
    let packed = Set([own, common]).sorted().flatMap { folder in
      ["packed-refs", "reftable/tables.list"].map { "\(folder)/\($0)" }
    }
    let states = packed.map { path in
      ((try? files.status(of: path)) ?? nil).map { "\($0.size) \($0.modified) \($0.inode)" } ?? ""
    }
    return ([head] + states).joined(separator: "\n")
  }

  /// Git's folder, and the folder with the branches; `nil` without a repository.
  ///
  /// They differ in a linked work tree. A work tree or submodule has a file that names its folder.
  private func gitFolders(_ files: RealFileSystem) -> (own: String, common: String)? {
    var own = "\(folder)/.git"
    guard let kind = (try? files.status(of: own))?.kind else { return nil }
    if kind != .folder {
      let (start, line) = ("gitdir: ", Self.line(of: own, files))
      guard line.hasPrefix(start) else { return nil }
      own = Self.path(String(line.dropFirst(start.count)), from: folder)
    }
    let common = Self.line(of: "\(own)/commondir", files)
    return (own, common.isEmpty ? own : Self.path(common, from: own))
  }

  private static func path(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  private static func line(of path: String, _ files: RealFileSystem) -> String {
    ((try? files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? "")
      .filter { !$0.isNewline }
  }

  /// Opens the repository; `nil` if there is none, or if git cannot read it.
  public func read() -> (any TextHistoryReader)? {
    guard let repository = try? Repository(git),
      let version = (try? repository.git.answer(["rev-parse", "--verify", "HEAD"])) ?? nil
    else { return nil }
    return GitHistoryReader(repository, upTo: version, at: clock())
  }
}

/// Reads the versions of files through git's log and its reader of objects.
struct GitHistoryReader: TextHistoryReader {
  let version: String
  private let git: Git
  /// The commits whose parents an incomplete copy lacks.
  private let cuts: Set<String>

  private let now: Timestamp

  /// Creates a reader of the commits up to `version`.
  init(_ repository: Repository, upTo version: String, at now: Timestamp) {
    (git, self.version, self.now) = (repository.git, version, now)
    let shallow = (try? RealFileSystem().read("\(repository.gitFolder)/shallow")) ?? []
    cuts = Set(String(decoding: shallow, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  func changes(
    in folders: [String], since earlier: String?, atMost most: Int
  ) throws(TextHistoryFailure) -> [TextFileChange]? {
    if let earlier, try !isAncestor(earlier) { return nil }
    let range = earlier.map { "\($0)..\(version)" } ?? version
    let arguments =
      ["-c", "core.quotePath=false", "-c", "log.showRoot=true", "log", "--no-show-signature"]
      + ["--no-ext-diff", "--diff-merges=combined", "--raw", "--no-renames", "--no-abbrev"]
      + ["--format=\(LogLines.mark)%H %ct", "--max-count=\(most)", range, "--"] + folders
    guard let output = try? git.output(arguments) else { throw TextHistoryFailure() }
    let log = String(decoding: output, as: UTF8.self)
    return LogLines.changes(log, cuts: cuts, atMost: most, until: now)
  }

  /// Whether a version is in the history up to this one.
  private func isAncestor(_ earlier: String) throws(TextHistoryFailure) -> Bool {
    do throws(SyncError) {
      return try git.answer(["merge-base", "--is-ancestor", earlier, version]) != nil
    } catch {
      throw TextHistoryFailure()
    }
  }

  func contents(of ids: [String]) throws(TextHistoryFailure) -> [String: [UInt8]] {
    guard let objects = try? git.objects(named: ids) else { throw TextHistoryFailure() }
    return objects.reduce(into: [:]) { contents, object in
      if let object, object.kind == "blob" { contents[object.id] = object.bytes }
    }
  }
}

/// The lines of `git log --raw`.
///
///     commit 1c3e… 1795000000
///     :100644 100644 8d0f… 52ab… M	data/Book/0000.rec
///     ::100644 100644 100644 8d0f… 52ab… 9e41… MM	data/Book/0001.rec
enum LogLines {
  /// The start of the line of a commit.
  static let mark = "commit "

  /// Reads the changes in a log, the newest first.
  ///
  /// - Parameters:
  ///   - log: git's output.
  ///   - cuts: the commits whose parents are unknown.
  ///   - most: the number of changes after which it ends.
  ///   - now: the time of each later commit, whose machine had a wrong clock.
  /// - Returns: the changes, without those of a commit whose time cannot be read.
  static func changes(
    _ log: String, cuts: Set<String>, atMost most: Int, until now: Timestamp
  ) -> [TextFileChange] {
    var changes: [TextFileChange] = []
    var (time, isCut) = (Timestamp?.none, false)
    for line in log.split(separator: "\n") {
      if line.hasPrefix(mark) {
        let words = line.split(separator: " ")
        let seconds = words.count == 3 ? Int64(words[2]) : nil
        time = seconds.flatMap { seconds in
          seconds.magnitude < 1 << 40
            ? min(Timestamp(microseconds: seconds * 1_000_000), now) : nil
        }
        isCut = words.count > 1 && cuts.contains(String(words[1]))
      } else if changes.count == most {
        break
      } else if let time, let change = change(line, time, isCut: isCut) {
        changes.append(change)
      }
    }
    return changes
  }

  private static func change(
    _ line: Substring, _ time: Timestamp, isCut: Bool
  ) -> TextFileChange? {
    let parents = line.prefix { $0 == ":" }.count
    guard parents > 0, let tab = line.firstIndex(of: "\t") else { return nil }
    let words = line[..<tab].dropFirst(parents).split(separator: " ")
    // A mode for each parent and the commit, as many ids, and the letters.
    guard words.count == 2 * (parents + 1) + 1 else { return nil }
    let contents = zip(words[...parents], words[(parents + 1)...]).map { mode, id in
      mode.hasPrefix("100") ? String(id) : nil
    }
    return TextFileChange(
      path: String(line[line.index(after: tab)...]), time: time, before: Array(contents.dropLast()),
      after: contents[parents], isCut: isCut)
  }
}
