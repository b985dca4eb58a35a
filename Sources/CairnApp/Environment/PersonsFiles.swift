internal import CairnFiles
internal import CairnRecords
internal import CairnScreens

/// The files of the machine as the person names them, from where they are.
struct PersonsFiles: NamedFiles {
  let environment: Environment
  let fileSystem: any FileSystem

  /// How large a file is at most that becomes a part of a record: each program that opens the store
  /// reads it whole.
  static let largest = 16_000_000

  /// Goes on with a path as the folder has it, and as other records have it.
  func completion(of path: String, among known: [String]) -> TextPrompt.Completion {
    let found = PathCompletion(environment: environment, fileSystem: fileSystem)
      .completion(of: path)
    let isFound = found.text != path || !found.candidates.isEmpty
    let others = known.filter { $0 != found.text && $0 != path }
    guard let first = isFound ? found.text : others.first, !others.isEmpty else { return found }
    let common = others.reduce(first) { $0.commonPrefix(with: $1) }
    guard isFound || others.count > 1 else { return TextPrompt.Completion(text: first) }
    let here = isFound && found.candidates.isEmpty ? [found.text] : found.candidates
    return TextPrompt.Completion(
      text: common.count > path.count ? common : path, candidates: here + others)
  }

  func look(at path: String) throws(FileRefusal) -> (size: Int, start: [UInt8]) {
    let (path, size) = try file(path)
    do throws(FileError) {
      return (size, try fileSystem.open(path, .read).read(at: 0, count: 64))
    } catch {
      throw FileRefusal("can't be read: \(error.reason)")
    }
  }

  func read(_ path: String) throws(FileRefusal) -> [UInt8] {
    let (path, _) = try file(path)
    let bytes: [UInt8]
    do throws(FileError) {
      // It may grow meanwhile.
      bytes = try fileSystem.open(path, .read).read(at: 0, count: Self.largest + 1)
    } catch {
      throw FileRefusal("can't be read: \(error.reason)")
    }
    guard bytes.count <= Self.largest else { throw FileRefusal(tooLarge: bytes.count) }
    return bytes
  }

  /// The whole path of a file that is small enough, and its size.
  private func file(_ path: String) throws(FileRefusal) -> (path: String, size: Int) {
    let path = environment.absolute(path)
    let status: FileStatus?
    do throws(FileError) {
      status = try fileSystem.status(of: path)
    } catch {
      throw FileRefusal("can't be read: \(error.reason)")
    }
    guard let status else { throw FileRefusal("names no existing file") }
    switch status.kind {
    case .file where status.size > Self.largest: throw FileRefusal(tooLarge: status.size)
    case .file: return (path, status.size)
    case .folder: throw FileRefusal("is a folder; a file is needed")
    case .other: throw FileRefusal("is a pipe or a device; a file is needed")
    }
  }
}

extension FileRefusal {
  /// Of a file with more bytes than a record can take.
  fileprivate init(tooLarge size: Int) {
    self.init("is too large: \(size / 1_000_000) MB of at most \(PersonsFiles.largest / 1_000_000)")
  }
}

/// Goes on with a path that a person types, as shells do.
struct PathCompletion: Sendable {
  let environment: Environment
  let fileSystem: any FileSystem

  /// How many names are shown of those that a text may go on with.
  private static let shownCount = 12

  /// The path as far as all names in its folder agree on that begin so.
  ///
  /// A folder that is the only one gets its slash. Names with a point at the start are hidden unless
  /// it is typed. Cost: reads the folder.
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
