public import CairnFiles
internal import CairnStore

/// A bundled collection of made-up records, large and varied enough to look real.
public struct Sample: Hashable, Sendable {
  /// The name on the command line.
  public let name: String

  /// The embedded files, by name without folder: `model.rec`, `favorites.rec`, and one for each
  /// entity.
  private let files: [String: EmbeddedFile]

  /// All samples, the most impressive first.
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

  /// The sample for a newcomer.
  public static var favored: Sample { all[0] }

  /// Returns the sample called `name`.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the names of all samples.
  public static func named(_ name: String) throws(AppError) -> Sample {
    guard let sample = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw .failed("no sample is called \(name); the samples are \(names)")
    }
    return sample
  }

  /// Creates a store in `path` with the sample's records.
  ///
  /// If the folder is missing, the store is made under another name and renamed when it is
  /// complete. An existing folder is filled in place, because it may be the user's current folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when a store exists already, or the disk is full.
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

  /// Opens the demo's store; the first call creates it and starts the tour.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether the store can't be changed.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system of the store.
  /// - Returns: the store, open.
  /// - Throws: ``AppError/failed(_:)`` when the store can't be created or opened; a partly created
  ///   store is removed.
  public func openDemo(
    isReadOnly: Bool = false, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let path = StoreLocation.demo(name, environment: environment)
    var isNew = false
    if try Workspace.isVacant(path, fileSystem) {
      // Another process may create the store first, which is just as good.
      isNew = try makeAside(path, environment: environment, fileSystem: fileSystem)
    }
    let workspace = try Workspace.open(
      path, isReadOnly: isReadOnly, environment: environment, fileSystem: fileSystem)
    if isNew { Tour(workspace).begin() }
    return workspace
  }

  /// Creates the store under another name, and renames it when it is complete.
  ///
  /// So a killed program leaves no partial store that the next start would open.
  ///
  /// - Returns: whether the store was created; `false` if another process created it first.
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
      // The reason for the failure matters more than a leftover of the draft.
      try? fileSystem.removeTree(draft)
      if case FileError.notEmpty = error { return false }
      throw .failed("\(error)")
    }
  }

  /// Creates a store in `path`, which is empty or missing, and adds the sample's records.
  ///
  /// The records are files in the store's own form. They are copied into place before the store is
  /// first opened.
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
        let text = Self.moved(file.text, to: environment.wallClock.today)
        try fileSystem.replace(folder + "/0000.rec", with: Array(text.utf8))
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

  /// Moves the days of a file that begins with `# Days count from DAY.`.
  ///
  /// Their distance from that day becomes their distance from today.
  static func moved(_ text: String, to today: CalendarDate) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, first.hasPrefix(dayMark),
      let day = CalendarDate(String(first.dropFirst(dayMark.count).prefix { $0 != "." }))
    else { return text }
    return lines.dropFirst().map { line in
      guard let colon = line.firstIndex(of: ":"),
        let date = CalendarDate(String(line[colon...].dropFirst(2)))
      else { return String(line) }
      return "\(line[...colon]) \(CalendarDate(days: date.days + today.days - day.days))"
    }.joined(separator: "\n")
  }

  private static let dayMark = "# Days count from "
  private static let modelFile = "model.rec"
  private static let favoritesFile = "favorites.rec"
}
