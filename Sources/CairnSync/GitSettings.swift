internal import CairnFiles

/// Git's configuration in a folder, and the overrides that keep it from running a program.
///
/// A repository's own configuration can arrive with a folder, and its attributes with a fetch. Both
/// can name programs that git runs. During a sync, git therefore runs no program that the
/// repository's own configuration names, and no filter. Each git command gets the user's global
/// values instead, in the variables `GIT_CONFIG_KEY_0` and so on, which override the files.
final class GitSettings {
  /// One line of `git config --list`.
  struct Entry {
    /// "system", "global", "local", "worktree" or "command".
    var scope: String
    /// The name, with section and key in lower case and the subsection unchanged.
    var name: String
    var value: String

    /// Whether the repository itself sets it.
    var isOfRepository: Bool { scope == "local" || scope == "worktree" }
  }

  private var program: RunningProgram?
  private var entries: [Entry]?
  private var overruling: [String: String]?

  /// Starts the listing in the background.
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

  /// Returns all settings of git in the folder.
  ///
  /// - Throws: `SyncError.noGit`, `.store`, `.canceled`.
  func all(_ git: Git) throws(SyncError) -> [Entry] {
    if let entries { return entries }
    try begin(git)
    guard let program else { return [] }
    self.program = nil
    let end = try git.end(of: program)
    // If the listing fails, the next git command reports why.
    let read = end.status == 0 ? try Self.entries(end.output) : []
    entries = read
    return read
  }

  /// A test setting: git lists it only if it reads settings from variables.
  private static let sign = "cairn.sign"

  /// The number of settings that the user already passes in variables.
  private static func count(_ git: Git) -> Int {
    git.variables["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
  }

  /// Drops the cached settings after a change.
  func forget() { (program, entries, overruling) = (nil, nil, nil) }

  /// Parses the output of `git config -z --list --show-scope`.
  ///
  /// - Throws: `SyncError.noGit` if git ignored the settings in variables.
  static func entries(_ bytes: [UInt8]) throws(SyncError) -> [Entry] {
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    var entries: [Entry] = []
    while let scope = parts.popFirst(), let setting = parts.popFirst() {
      let text = String(decoding: setting, as: UTF8.self)
      // A name without a value means true.
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

  /// Returns the names of the repository's own settings that a sync ignores.
  func withoutEffect(_ git: Git) throws(SyncError) -> [String] {
    var names: [String] = []
    for entry in try all(git) where entry.isOfRepository && Self.namesProgram(entry.name) {
      if !names.contains(entry.name) { names.append(entry.name) }
    }
    return names
  }

  /// Whether git would run a hook that is a file of the store.
  func hooksAreTracked(_ git: Git) throws(SyncError) -> Bool {
    Self.hooksAreTracked(try all(git), git)
  }

  /// Returns the variables that override the configuration for each git command.
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
    // For uploadpack and receivepack, git uses the first value. Each command has an option instead.
    let own = entries.filter {
      $0.isOfRepository && Self.namesProgram($0.name) && !$0.name.hasSuffix("pack")
    }
    let wider = entries.filter { !$0.isOfRepository }
    for name in Set(own.map(\.name)).sorted() where !name.hasPrefix("credential.") {
      settings.append((name, wider.last { $0.name == name }?.value ?? Self.usual(name)))
    }
    if own.contains(where: { $0.name.hasPrefix("credential.") }) {
      // An empty value clears all helpers before it.
      settings.append(("credential.helper", ""))
      settings += wider.filter { $0.name.hasPrefix("credential.") && $0.name.hasSuffix(".helper") }
        .map { ($0.name, $0.value) }
    }
    if Self.hooksAreTracked(entries, git) { settings.append(("core.hooksPath", "/dev/null")) }
    var variables = ["GIT_NO_LAZY_FETCH": "1"]
    // For core.gitProxy, git uses the first value, but a variable has precedence.
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

  /// The overrides of every sync.
  private static let always: [(String, String)] = [
    ("core.fsmonitor", "false"), ("protocol.ext.allow", "never"), ("protocol.fd.allow", "never"),
    ("submodule.recurse", "false"), ("fetch.recurseSubmodules", "false"),
    ("push.recurseSubmodules", "no"),
  ]

  private static let programs: Set<String> = [
    "core.sshcommand", "core.gitproxy", "core.askpass", "core.alternaterefscommand", "core.editor",
    "core.pager", "diff.external", "gpg.program", "gpg.ssh.program", "gpg.x509.program",
    "gpg.openpgp.program", "gpg.ssh.defaultkeycommand", "credential.helper", "core.hookspath",
    "gc.recentobjectshook", "commit.gpgsign", "push.gpgsign",
  ]

  /// Whether a setting names a program that git runs, or a file that git writes.
  private static func namesProgram(_ name: String) -> Bool {
    if programs.contains(name) { return true }
    guard let (section, key) = name.split(atLast: ".") else { return false }
    return switch key {
    case "uploadpack", "receivepack", "vcs": section.hasPrefix("remote.")
    case "helper": section.hasPrefix("credential.")
    case "cookiefile", "savecookies": section == "http" || section.hasPrefix("http.")
    case "command", "cmd": section.hasPrefix("trailer.") || section.hasPrefix("hook.")
    default: false
    }
  }

  /// Returns git's default for such a setting.
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

  /// Whether git would run a hook from the files of the store, which other machines can change.
  ///
  /// The hooks' folder, or a hook in it, can be a link to such a file.
  private static func hooksAreTracked(_ entries: [Entry], _ git: Git) -> Bool {
    let files = RealFileSystem()
    let path = entries.last { $0.name == "core.hookspath" }?.value ?? ".git/hooks"
    let folder =
      path.hasPrefix("~/")
      ? (git.variables["HOME"] ?? "") + path.dropFirst()
      : path.hasPrefix("/") ? path : "\(git.folder)/\(path)"
    if path.split(separator: "/").contains("..") { return true }
    let hooks = ((try? files.list(folder)) ?? []).filter { !$0.hasSuffix(".sample") }
    let places = [folder] + hooks.map { "\(folder)/\($0)" }
    let tops = [git.folder, files.realPath(of: git.folder)].map(steps)
    return (places + places.map(files.realPath)).contains { place in
      tops.contains { top in
        let place = steps(place)
        return place.starts(with: top) && place.dropFirst(top.count).first != ".git"
      }
    }
  }

  private static func steps(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}

extension String {
  /// Splits the text at the last occurrence of a character.
  fileprivate func split(atLast character: Character) -> (before: Substring, after: Substring)? {
    lastIndex(of: character).map { (self[..<$0], self[index(after: $0)...]) }
  }
}
