internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// A file that can be imported, near where a person is.
struct ImportableFile: Hashable, Sendable {
  let path: String
  let status: FileStatus

  /// Its name without the folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// When its contents last changed.
  var changed: Timestamp { Timestamp(microseconds: status.modified / 1000) }

  /// Those of the current folder and of the one where downloads go, each by name; texts come last,
  /// as most of them are notes about something else.
  ///
  /// A folder that isn't there, or can't be read, offers nothing.
  static func nearby(
    _ environment: Environment, _ fileSystem: any FileSystem
  ) -> [ImportableFile] {
    let downloads = environment.home + "/Downloads"
    let current = environment.currentFolder
    return (current == downloads ? [current] : [current, downloads]).flatMap { folder in
      let names = ((try? fileSystem.list(folder)) ?? []).sorted()
      let isText = { (name: String) in InterchangeFormat(path: name) == .markdown }
      let ordered = names.filter { !isText($0) } + names.filter(isText)
      return ordered.compactMap { name -> ImportableFile? in
        let path = folder + "/" + name
        // Text is anything; it is taken for a table only where somebody says so.
        guard InterchangeFormat(path: name) != nil, !name.hasSuffix(".txt"), !name.hasPrefix("."),
          let status = (try? fileSystem.status(of: path)) ?? nil, status.kind == .file
        else { return nil }
        return ImportableFile(path: path, status: status)
      }
    }
  }
}
