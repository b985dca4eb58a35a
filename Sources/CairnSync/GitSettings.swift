internal import CairnFiles

/// What is set for git in a folder, and what of it a sync leaves without effect.
///
/// A repository's own settings can come with a folder that somebody handed over, and its attributes
/// with what another machine sent. Both name programs that git then runs. So nothing that the
/// repository itself sets runs a program in a sync, and no filter that a person has for other files
/// does: each command of git's gets what the person has set for all repositories instead. What is
/// passed in `GIT_CONFIG_KEY_0` and so on comes last, and so it counts.
final class GitSettings {
  /// A setting, as git lists it.
  struct Entry {
    /// "system", "global", "local", "worktree" or "command".
    var scope: String
    /// The section and the key in small letters, what is between them as it was written.
    var name: String
    var value: String

    /// Whether the repository itself sets it.
    var isOfRepository: Bool { scope == "local" || scope == "worktree" }
  }

  private var program: RunningProgram?
  private var entries: [Entry]?
  private var overruling: [String: String]?

  /// Lets git list what is set, beside what is done here.
  ///
  /// - Throws: `SyncError.noGit`, `.store`.
  func begin(_ git: Git) throws(SyncError) {
    guard program == nil, entries == nil else { return }
    let first = Self.count(git)
    let asking =
      git.setting("GIT_CONFIG_COUNT", "\(first + 1)")
      .setting("GIT_CONFIG_KEY_\(first)", Self.sign).setting("GIT_CONFIG_VALUE_\(first)", "1")
    program = try asking.startUnguarded(["config", "-z", "--list", "--show-scope"])
  }

  /// What is set.
  ///
  /// - Throws: `SyncError.noGit`, `.store`, `.canceled`.
  func all(_ git: Git) throws(SyncError) -> [Entry] {
    if let entries { return entries }
    try begin(git)
    guard let program else { return [] }
    self.program = nil
    let end = try git.end(of: program)
    // Where it fails, the command that needs it says why.
    let read = end.status == 0 ? try Self.entries(end.output) : []
    entries = read
    return read
  }

  /// A setting that is listed if git takes settings from variables, as all that follows needs.
  private static let sign = "cairn.sign"

  /// How many settings a person has in variables already.
  private static func count(_ git: Git) -> Int {
    git.variables["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
  }

  /// Forgets what was read, as it has changed.
  func forget() { (program, entries, overruling) = (nil, nil, nil) }

  /// Reads what git lists.
  ///
  /// - Throws: `SyncError.noGit` where it took no settings from variables.
  static func entries(_ bytes: [UInt8]) throws(SyncError) -> [Entry] {
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    var entries: [Entry] = []
    while let scope = parts.popFirst(), let setting = parts.popFirst() {
      let text = String(decoding: setting, as: UTF8.self)
      // A name without a value stands for true.
      let end = text.firstIndex(of: "\n")
      entries.append(
        Entry(
          scope: String(decoding: scope, as: UTF8.self),
          name: String(text[..<(end ?? text.endIndex)]),
          value: end.map { String(text[text.index(after: $0)...]) } ?? "true"))
    }
    guard let place = entries.lastIndex(where: { $0.name == sign }) else {
      throw .noGit(reason: "it is older than 2.31, which takes no settings from variables")
    }
    entries.remove(at: place)
    return entries
  }

  /// The names of settings of the repository's own that have no effect on a sync.
  func withoutEffect(_ git: Git) throws(SyncError) -> [String] {
    var names: [String] = []
    for entry in try all(git) where entry.isOfRepository && Self.namesProgram(entry.name) {
      if !names.contains(entry.name) { names.append(entry.name) }
    }
    if try Self.hooksAreTracked(try all(git), git) { names.append("core.hookspath") }
    return names
  }

  /// The variables that a command of git's gets beside those of the process.
  ///
  /// - Throws: `SyncError.noGit`, `.store`, `.canceled`.
  func overruling(_ git: Git) throws(SyncError) -> [String: String] {
    if let overruling { return overruling }
    let entries = try all(git)
    var settings = Self.always
    for entry in entries {
      guard let (section, key) = entry.name.split(atLast: "."), section.hasPrefix("filter.") else {
        continue
      }
      switch key {
      case "clean", "smudge", "process": settings.append((entry.name, ""))
      case "required": settings.append((entry.name, "false"))
      default: continue
      }
    }
    // Of the programs at the other end the first that is set counts; commands name them instead.
    let own = entries.filter {
      $0.isOfRepository && Self.namesProgram($0.name) && !$0.name.hasSuffix("pack")
    }
    let wider = entries.filter { !$0.isOfRepository }
    for name in Set(own.map(\.name)).sorted() where !name.hasPrefix("credential.") {
      settings.append((name, wider.last { $0.name == name }?.value ?? Self.usual(name)))
    }
    if own.contains(where: { $0.name.hasPrefix("credential.") }) {
      // An empty one takes back all before it.
      settings.append(("credential.helper", ""))
      settings += wider.filter { $0.name.hasPrefix("credential.") && $0.name.hasSuffix(".helper") }
        .map { ($0.name, $0.value) }
    }
    if try Self.hooksAreTracked(entries, git) { settings.append(("core.hooksPath", "/dev/null")) }
    var variables = ["GIT_NO_LAZY_FETCH": "1"]
    // The first of these counts, unless a variable says otherwise.
    if own.contains(where: { $0.name == "core.gitproxy" }) {
      variables["GIT_PROXY_COMMAND"] = wider.first { $0.name == "core.gitproxy" }?.value ?? ""
    }
    let first = Self.count(git)
    for (number, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(first + number)"] = setting.0
      variables["GIT_CONFIG_VALUE_\(first + number)"] = setting.1
    }
    variables["GIT_CONFIG_COUNT"] = "\(first + settings.count)"
    overruling = variables
    return variables
  }

  /// What holds whatever is set.
  private static let always: [(String, String)] = [
    ("core.fsmonitor", "false"), ("protocol.ext.allow", "never"), ("protocol.fd.allow", "never"),
    ("submodule.recurse", "false"), ("fetch.recurseSubmodules", "false"),
    ("push.recurseSubmodules", "no"),
  ]

  private static let programs: Set<String> = [
    "core.sshcommand", "core.gitproxy", "core.askpass", "core.alternaterefscommand", "core.editor",
    "core.pager", "diff.external", "gpg.program", "gpg.ssh.program", "gpg.x509.program",
    "gpg.openpgp.program", "gpg.ssh.defaultkeycommand", "credential.helper", "core.hookspath",
    "gc.recentobjectshook",
  ]

  /// Whether a setting names a program that git runs.
  private static func namesProgram(_ name: String) -> Bool {
    if programs.contains(name) { return true }
    guard let (section, key) = name.split(atLast: ".") else { return false }
    return switch key {
    case "uploadpack", "receivepack", "vcs": section.hasPrefix("remote.")
    case "helper": section.hasPrefix("credential.")
    case "command", "cmd": section.hasPrefix("trailer.") || section.hasPrefix("hook.")
    default: false
    }
  }

  /// What git does where such a setting is not there.
  private static func usual(_ name: String) -> String {
    switch name {
    case "core.sshcommand": "ssh"
    case "core.hookspath": "/dev/null"
    case "gpg.program", "gpg.openpgp.program": "gpg"
    case "gpg.ssh.program": "ssh-keygen"
    case "gpg.x509.program": "gpgsm"
    default: ""
    }
  }

  /// Whether hooks are looked for among the files that a sync brings.
  private static func hooksAreTracked(
    _ entries: [Entry], _ git: Git
  ) throws(SyncError) -> Bool {
    guard let path = entries.last(where: { $0.name == "core.hookspath" })?.value else {
      return false
    }
    let home = git.variables["HOME"] ?? ""
    let place =
      path.hasPrefix("~/")
      ? home + path.dropFirst() : path.hasPrefix("/") ? path : "\(git.folder)/\(path)"
    let steps = place.split(separator: "/").filter { $0 != "." }
    if steps.contains("..") { return true }
    let top = git.folder.split(separator: "/").filter { $0 != "." }
    return steps.starts(with: top)
      && steps.dropFirst(top.count).first != ".git"
  }
}

extension String {
  /// What stands before and after the last of a character.
  fileprivate func split(atLast character: Character) -> (before: Substring, after: Substring)? {
    lastIndex(of: character).map { (self[..<$0], self[index(after: $0)...]) }
  }
}
