internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The screen of nearby files that can be imported, with a prompt for any other file.
final class ImportableFiles {
  private let title: String
  private let workspace: Workspace
  private let address: (String) -> ScreenURL
  private var files: [ImportableFile] = []
  private var hasLooked = false
  private let looking = SingleFlight()

  /// Creates a list of files, each of which opens a screen.
  ///
  /// - Parameters:
  ///   - title: the purpose of the list: "Import a file".
  ///   - workspace: the workspace, with the current folder.
  ///   - address: returns the URL of the screen for a path.
  init(_ title: String, _ workspace: Workspace, address: @escaping (String) -> ScreenURL) {
    (self.title, self.workspace, self.address) = (title, workspace, address)
  }

  /// Returns the list, filtered by its URL.
  func list(at url: ScreenURL) -> any Screen {
    let (workspace, address) = (workspace, address)
    let list = ArrayListSource<ImportableFile>(
      title, query: ListQuery(url),
      columns: [
        .init(ListColumn("name", width: 16...40)) { $0.name },
        .init(ListColumn("size", alignment: .trailing, width: 8...12)) {
          $0.isFolder ? "" : Count.text($0.status.size)
        } sort: {
          $0.status.size < $1.status.size
        },
        .init(ListColumn("age", alignment: .trailing, width: 4...7)) {
          JobReport.age(of: $0.changed, at: workspace.clock)
        } sort: {
          $0.changed > $1.changed
        },
        .init(ListColumn("folder", width: 8...60)) {
          workspace.environment.abbreviated($0.path.parentFolder)
        },
      ],
      id: \.path, url: { address($0.path) }, add: { [.present(self.prompt)] },
      elements: { self.files })
    list.hintsAdding = false
    list.followUp = look
    list.readiness = { self.hasLooked ? .ready : .loading }
    list.emptyHint =
      "no file of records here or in ~/Downloads · \(key: .add) opens another path"
    return ListScreen(list)
  }

  /// Asks for the path of any file.
  private var prompt: TextPrompt {
    let (environment, address) = (workspace.environment, address)
    let prompt = TextPrompt(
      "Path of the file",
      footer:
        "\(key: .complete) completes · ~ is home · \(key: .accept) opens it · \(key: .leave) shows files",
      complete: PathCompletion(environment: environment, fileSystem: workspace.fileSystem)
        .completion
    ) { path in
      path.isEmpty ? [] : [.open(address(environment.absolute(path)))]
    }
    // At the bottom, the list of files stays visible.
    prompt.line = .max
    return prompt
  }

  /// Looks for files on another thread, as a folder may be on a slow network.
  private func look() -> [Effect] {
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    return looking.start("looking for files", holdsKeys: !hasLooked) {
      ImportableFile.nearby(environment, fileSystem)
    } completion: { [weak self] found in
      guard let self else { return [] }
      guard !hasLooked || found != files else { return [] }
      (files, hasLooked) = (found, true)
      return [.refresh]
    } abandon: { [weak self] in
      self?.hasLooked = true
      return []
    }
  }
}

/// A file near the current folder that can be imported, or a folder of notes or with an export.
struct ImportableFile: Hashable, Sendable {
  let path: String
  let status: FileStatus

  /// Whether it is a folder.
  var isFolder: Bool { status.kind == .folder }

  /// The file's name without the folder; the name of a folder ends in a slash.
  var name: String {
    (path.split(separator: "/").last.map(String.init) ?? path) + (isFolder ? "/" : "")
  }

  /// The time of the last change of its contents.
  var changed: Timestamp { Timestamp(microseconds: status.modified / 1000) }

  /// Whether a path is that of a file to import; a page of HTML may be a browser's bookmarks.
  private static func isImportable(_ name: String) -> Bool {
    if let format = InterchangeFormat(path: name) {
      return InterchangeFormat.imported.contains(format)
    }
    let word = (name.split(separator: "/").last ?? "").lowercased()
    return word.contains("bookmark") && (word.hasSuffix(".html") || word.hasSuffix(".htm"))
  }

  /// Returns the files in the current folder and in the folder of downloads, each sorted by name.
  ///
  /// Markdown comes last, because most of these files are notes about something else. Folders with
  /// Markdown files, or with the model of an export, come after the files.
  ///
  /// A missing or unreadable folder has no files.
  ///
  /// - Parameters:
  ///   - environment: the process environment.
  ///   - fileSystem: the file system.
  ///   - hasFolders: whether to look into other folders, each of which is listed.
  /// - Returns: the files and folders.
  static func nearby(
    _ environment: Environment, _ fileSystem: any FileSystem, withFolders hasFolders: Bool = true
  ) -> [ImportableFile] {
    let downloads = environment.home + "/Downloads"
    let current = environment.currentFolder
    return (current == downloads ? [current] : [current, downloads]).flatMap { folder in
      let names = ((try? fileSystem.list(folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      let isText = { (name: String) in InterchangeFormat(path: name) == .markdown }
      let ordered = names.filter { !isText($0) } + names.filter(isText)
      let files = ordered.compactMap { file(folder + "/" + $0, fileSystem) }
      guard hasFolders else { return files }
      return files
        + names.map { folder + "/" + $0 }.filter { $0 != current && $0 != downloads }
        .compactMap { folderOfRecords($0, fileSystem) }
    }
  }

  private static func file(
    _ path: String, _ fileSystem: any FileSystem
  ) -> ImportableFile? {
    // A txt file may be any text. It is read as a table only at a person's request.
    guard isImportable(path), !path.hasSuffix(".txt"),
      let status = (try? fileSystem.status(of: path)) ?? nil, status.kind == .file
    else { return nil }
    return ImportableFile(path: path, status: status)
  }

  /// Returns a folder whose own files are notes, or an export.
  ///
  /// Its subfolders are not searched, because a folder such as a disk may have a million files.
  private static func folderOfRecords(
    _ path: String, _ fileSystem: any FileSystem
  ) -> ImportableFile? {
    guard let status = (try? fileSystem.status(of: path)) ?? nil, status.kind == .folder,
      let names = try? fileSystem.list(path),
      names.contains(where: {
        $0 == ExportedModel.fileName
          || InterchangeFormat(path: $0) == .markdown && !$0.hasPrefix(".")
      })
    else { return nil }
    return ImportableFile(path: path, status: status)
  }
}
