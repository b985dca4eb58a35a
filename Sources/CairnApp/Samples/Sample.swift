public import CairnFiles
internal import CairnStore

/// A bundled collection of made-up records, large and varied enough to look real.
public struct Sample: Hashable, Sendable {
  /// The word that the command line has for it.
  public let name: String

  /// Which embedded files it has, by their names without folder: `model.rec`, `favorites.rec`, and
  /// one for each entity.
  private let files: [String: EmbeddedFile]

  /// All samples, the one that shows most first.
  public static let all: [Sample] = {
    var samples: [String: [String: EmbeddedFile]] = [:]
    for file in EmbeddedFile.all where file.path.count == 3 && file.path[0] == "samples" {
      samples[file.path[1], default: [:]][file.path[2]] = file
    }
    return samples.map(Sample.init).sorted { first, second in
      (first.name == favoredName ? 0 : 1, first.name) < (
        second.name == favoredName ? 0 : 1, second.name
      )
    }
  }()

  private static let favoredName = "recipes"

  /// The sample that a newcomer sees.
  public static var favored: Sample { all[0] }

  /// The sample called `name`.
  ///
  /// - Throws: ``AppError/failed(_:)`` naming those that there are.
  public static func named(_ name: String) throws(AppError) -> Sample {
    guard let sample = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw .failed("no sample is called \(name); the samples are \(names)")
    }
    return sample
  }

  /// Makes a store in `path` with the sample's records.
  ///
  /// Where nothing is yet, the store gets its name only once it is whole. A folder that is there
  /// stays the same one, as it may be the one that the user is in, and is filled where it is.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is a store already, or no room.
  public func makeStore(
    _ path: String, environment: Environment, fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let isFree: Bool
    do throws(FileError) {
      isFree = try !fileSystem.exists(path)
    } catch {
      throw .failed(error.description)
    }
    if !isFree {
      try fill(path, environment: environment, fileSystem: fileSystem)
    } else if try !makeAside(path, environment: environment, fileSystem: fileSystem) {
      throw AppError(StoreError.alreadyAStore(path: path))
    }
    return try Workspace.open(path, environment: environment, fileSystem: fileSystem)
  }

  /// Opens the store of the demo; the first call makes it and begins the tour.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether nothing can be changed in it.
  ///   - environment: what the process was told.
  ///   - fileSystem: where the store is.
  /// - Returns: the store, open.
  /// - Throws: ``AppError/failed(_:)`` when it can't be made or opened; no half store is left.
  public func openDemo(
    isReadOnly: Bool = false, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let path = StoreLocation.demo(name, environment: environment)
    var isNew = false
    if try Workspace.isVacant(path, fileSystem) {
      // Another process may make it first, which is as good.
      isNew = try makeAside(path, environment: environment, fileSystem: fileSystem)
    }
    let workspace = try Workspace.open(
      path, isReadOnly: isReadOnly, environment: environment, fileSystem: fileSystem)
    if isNew { Tour(workspace).begin() }
    return workspace
  }

  /// Makes the store under another name, so that it has its own only once it is whole: a program
  /// that is killed meanwhile leaves nothing that the next start would open.
  ///
  /// - Returns: whether it was made; false where another process did so first.
  private func makeAside(
    _ path: String, environment: Environment, fileSystem: any FileSystem
  ) throws(AppError) -> Bool {
    var random = environment.random
    let draft = "\(path).\(String(random.next(), radix: 36)).draft"
    do {
      try fill(draft, environment: environment, fileSystem: fileSystem)
      try fileSystem.rename(draft, to: path)
      try fileSystem.synchronizeFolder(path.parentFolder)
      return true
    } catch {
      // Why it failed matters more than whether anything stays of it.
      try? fileSystem.removeTree(draft)
      if case FileError.notEmpty = error { return false }
      throw .failed("\(error)")
    }
  }

  /// Makes a store in `path`, which is empty or not there, and puts the sample's records into it.
  ///
  /// The records are text as the store itself writes it, so they are put in their place before the
  /// store is read for the first time.
  private func fill(
    _ path: String, environment: Environment, fileSystem: any FileSystem
  ) throws(AppError) {
    let model = files[Self.modelFile]?.text ?? ""
    try Workspace.create(
      path, modelText: model, environment: environment,
      fileSystem: fileSystem
    ).close()
    do throws(FileError) {
      for (name, file) in files where name != Self.modelFile {
        guard name != Self.favoritesFile else {
          try fileSystem.replace("\(path)/\(name)", with: file.bytes)
          continue
        }
        let folder = path + "/data/" + name.dropLast(".rec".count)
        try fileSystem.makeFolder(folder)
        try fileSystem.replace(folder + "/0000.rec", with: file.bytes)
      }
    } catch {
      throw .failed(error.description)
    }
    let workspace = try Workspace.open(path, environment: environment, fileSystem: fileSystem)
    do throws(StoreError) {
      try workspace.store.noteFiles()
    } catch {
      throw AppError(error)
    }
    try workspace.close()
  }

  private static let modelFile = "model.rec"
  private static let favoritesFile = "favorites.rec"
}
