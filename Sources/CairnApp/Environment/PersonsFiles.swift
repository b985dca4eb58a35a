internal import CairnFiles
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The files that the person names, relative to the current folder.
struct PersonsFiles: NamedFiles {
  let environment: Environment
  let fileSystem: any FileSystem

  /// The largest size of a file in a record, because each program that opens the store reads the
  /// whole file.
  static let largest = 16_000_000

  /// Completes a path with names in its folder and with paths in other records.
  func completion(of path: String, among known: [String]) -> TextPrompt.Completion {
    let completions = TypedPath(path).readings.lazy.map { [self] reading in
      (
        reading,
        PathCompletion(environment: environment, fileSystem: fileSystem)
          .completion(of: reading)
      )
    }
    let found =
      completions.first { $1.text != $0 || !$1.candidates.isEmpty }?.1
      ?? TextPrompt.Completion(text: path)
    let isFound = found.text != path || !found.candidates.isEmpty
    let others = known.filter { $0 != found.text && $0 != path }
    guard let first = isFound ? found.text : others.first, !others.isEmpty else { return found }
    let common = others.reduce(first) { $0.commonPrefix(with: $1) }
    guard isFound || others.count > 1 else { return TextPrompt.Completion(text: first) }
    let here = isFound && found.candidates.isEmpty ? [found.text] : found.candidates
    return TextPrompt.Completion(
      text: common.count > path.count ? common : path, candidates: here + others)
  }

  func look(
    at path: String, atMost limit: Int?
  ) throws(FileRefusal) -> (size: Int, start: [UInt8]) {
    let (path, size) = try file(path, atMost: limit ?? Self.largest)
    do throws(FileError) {
      return (size, try fileSystem.open(path, .read).read(at: 0, count: 64))
    } catch {
      throw FileRefusal("can't be read: \(error.reason)")
    }
  }

  func read(
    _ path: String, atMost limit: Int?
  ) throws(FileRefusal) -> (content: [UInt8], name: String) {
    let limit = limit ?? Self.largest
    let (path, size) = try file(path, atMost: limit)
    let bytes: [UInt8]
    do throws(FileError) {
      // The file may grow during the reading.
      bytes = try fileSystem.open(path, .read).read(at: 0, count: limit + 1)
    } catch {
      throw FileRefusal("can't be read: \(error.reason)")
    }
    guard bytes.count <= limit else { throw FileRefusal(tooLarge: bytes.count, limit: limit) }
    // The system makes up such files, for example from a program's environment.
    guard size > 0 || bytes.isEmpty else { throw FileRefusal("has no content of its own") }
    return (bytes, path.lastPathComponent)
  }

  func obstacle(toOpening path: String) -> String? {
    let kept = KeptFile(path.split(separator: "/").suffix(3).joined(separator: "/"))
    do throws(FileRefusal) {
      let content = try read(path, atMost: KeptFile.largest).content
      if Self.runs(content.prefix(64), named: path) { return "is a program, so it is not opened" }
      return kept?.holds(content) == false ? KeptFile.Fault.changed.words : nil
    } catch {
      let isGone = kept != nil && ((try? fileSystem.status(of: path)) ?? nil) == nil
      return isGone ? KeptFile.Fault.missing.words : error.reason
    }
  }

  /// Whether the system may run a file instead of showing it.
  private static func runs(_ start: ArraySlice<UInt8>, named path: String) -> Bool {
    let signs: [[UInt8]] = [[0x7F, 0x45, 0x4C, 0x46], [0x4D, 0x5A]]
    let text = String(decoding: start, as: UTF8.self).trimmingBlanks()
    return programTypes.contains(FileName(ofPath: path.trimmingBlanks()).type)
      || signs.contains { start.starts(with: $0) }
      || text.hasPrefix("#!") || text.contains("#!/") || text.contains("[Desktop Entry]")
  }

  private static let programTypes: Set<String> = [
    "appimage", "bash", "bat", "cmd", "com", "csh", "desktop", "exe", "fish", "flatpakref", "hta",
    "jar", "jnlp", "js", "jse", "ksh", "lnk", "msi", "php", "pl", "ps1", "py", "pyw", "rb", "run",
    "scr", "sh", "vbe", "vbs", "wsf", "zsh",
  ]

  /// Returns the absolute path of the file that a typed text means.
  ///
  /// It is the text itself if there is such a file, and if no reading of the text names a file.
  private func place(of text: String) -> String {
    let places = TypedPath(text).readings.map(environment.absolute)
    let found = places.first { ((try? fileSystem.status(of: $0)) ?? nil) != nil }
    return found ?? environment.absolute(text)
  }

  /// Returns the absolute path of a file that is small enough, and its size.
  private func file(
    _ text: String, atMost limit: Int
  ) throws(FileRefusal) -> (path: String, size: Int) {
    let path = place(of: text)
    let status: FileStatus?
    do throws(FileError) {
      status = try fileSystem.status(of: path)
    } catch {
      throw FileRefusal("can't be read: \(error.reason)")
    }
    guard let status else { throw FileRefusal("names no existing file") }
    switch status.kind {
    case .file where status.size > limit: throw FileRefusal(tooLarge: status.size, limit: limit)
    case .file: return (path, status.size)
    case .folder: throw FileRefusal("is a folder; a file is needed")
    case .other: throw FileRefusal("is a pipe or a device; a file is needed")
    }
  }
}

extension FileRefusal {
  /// Creates the refusal of a file that is too large for a record.
  fileprivate init(tooLarge size: Int, limit: Int) {
    self.init("is too large: \(size / 1_000_000) MB of at most \(limit / 1_000_000)")
  }
}

/// Completes a path that a person types, as shells do.
struct PathCompletion: Sendable {
  let environment: Environment
  let fileSystem: any FileSystem

  /// The most candidates to show.
  private static let shownCount = 12

  /// Returns the path, extended by the common start of all matching names in its folder.
  ///
  /// A folder that is the only match gets a slash. Names that begin with a point are hidden unless
  /// the point is typed. Cost: reads the folder.
  func completion(of text: String) -> TextPrompt.Completion {
    if text == "~" { return TextPrompt.Completion(text: "~/") }
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (head, start) = (text[..<cut], text[cut...])
    let folder = environment.absolute(String(head))
    let names = ((try? fileSystem.list(folder.isEmpty ? "/" : folder)) ?? []).filter {
      $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix("."))
    }.sorted()
    guard let first = names.first else { return TextPrompt.Completion(text: text) }
    guard names.count > 1 else {
      let isFolder = (try? fileSystem.status(of: "\(folder)/\(first)"))?.kind == .folder
      return TextPrompt.Completion(text: head + first + (isFolder ? "/" : ""))
    }
    let common = names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let more = names.count > Self.shownCount ? ["… \(names.count) in all"] : []
    return TextPrompt.Completion(
      text: head + common, candidates: names.prefix(Self.shownCount) + more)
  }
}

extension String {
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
