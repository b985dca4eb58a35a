internal import CairnFiles
internal import CairnStore

/// Which changes a program saved that was started here, and the programs that it started.
///
/// Such a program finds the folder in its environment and leaves a file there for each change that
/// it saves, so that what others save meanwhile is not taken for this person's.
package struct ProgramChanges {
  /// What names the folder.
  private static let variable = "CAIRN_CHANGES"

  private let folder: String?
  private let fileSystem: any FileSystem

  /// Makes a folder of its own, and removes those that are a day old: the app was killed then.
  ///
  /// Where none can be made, as on a full disk, the program is started all the same, and nobody
  /// knows what it saves.
  init(_ environment: Environment, _ fileSystem: any FileSystem) {
    let all = environment.cacheFolder + "/changes"
    let folder = "\(all)/\(UInt64.random(in: 0...(.max)))"
    self.fileSystem = fileSystem
    do throws(FileError) {
      try fileSystem.makeFolder(folder)
      self.folder = folder
    } catch {
      self.folder = nil
    }
    // The clock of the disk may be another one.
    for path in fileSystem.leftovers(in: all, at: environment.clock()) where path != folder {
      Self.remove(path, on: fileSystem)
    }
  }

  /// The words that start a program so that it finds the folder.
  func starting(_ arguments: [String]) -> [String] {
    folder.map { ["/usr/bin/env", "\(Self.variable)=\($0)"] + arguments } ?? arguments
  }

  /// Ends the looking.
  ///
  /// - Parameter store: the store whose changes are meant.
  /// - Returns: the numbers of those that were saved in it, in their order; `nil` where that isn't
  ///   known.
  func finish(_ store: StoreID) -> [UInt64]? {
    guard let folder else { return nil }
    let names = (try? fileSystem.list(folder)) ?? []
    Self.remove(folder, on: fileSystem)
    return names.compactMap { name in
      name.hasPrefix("\(store).") ? UInt64(name.dropFirst("\(store).".count)) : nil
    }.sorted()
  }

  private static func remove(_ folder: String, on fileSystem: any FileSystem) {
    for name in (try? fileSystem.list(folder)) ?? [] {
      try? fileSystem.remove("\(folder)/\(name)")
    }
    try? fileSystem.remove(folder)
  }

  /// Tells the app by which this process was started, if one was, what it saved.
  ///
  /// What can't be told is told to nobody: the change is saved all the same, and `gu` has it.
  package static func tell(of workspace: Workspace) {
    let (store, fileSystem) = (workspace.store, workspace.fileSystem)
    guard let folder = workspace.environment[variable],
      (try? fileSystem.exists(folder)) == true
    else { return }
    for number in store.savedNumbers {
      try? fileSystem.replace("\(folder)/\(store.id).\(number)", with: [])
    }
  }
}
