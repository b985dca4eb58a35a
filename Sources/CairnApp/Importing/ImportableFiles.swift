internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The files near the person that can be read, on a screen, with a prompt for any other.
final class ImportableFiles {
  private let title: String
  private let workspace: Workspace
  private let address: (String) -> ScreenURL
  private var files: [ImportableFile] = []
  private var hasLooked = false
  private let looking = SingleFlight()

  /// Files of which each leads to a screen.
  ///
  /// - Parameters:
  ///   - title: what choosing one is for: "Import a file".
  ///   - workspace: knows where the person is.
  ///   - address: the screen of a file, given its path.
  init(_ title: String, _ workspace: Workspace, address: @escaping (String) -> ScreenURL) {
    (self.title, self.workspace, self.address) = (title, workspace, address)
  }

  /// The list, filtered as its own URL says.
  func list(at url: ScreenURL) -> any Screen {
    let (workspace, address) = (workspace, address)
    let list = ArrayListSource<ImportableFile>(
      title, query: ListQuery(url),
      columns: [
        .init(ListColumn("name", width: 16...40)) { $0.name },
        .init(ListColumn("size", alignment: .trailing, width: 8...12)) {
          Count.text($0.status.size)
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
    return TextPrompt(
      "Path of the file",
      footer: "\(key: .complete) completes · ~ is home · \(key: .accept) opens it",
      complete: PathCompletion(environment: environment, fileSystem: workspace.fileSystem)
        .completion
    ) { path in
      path.isEmpty ? [] : [.open(address(environment.absolute(path)))]
    }
  }

  /// Looks for files off the drawing thread, as a folder may be far away.
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
