public import CairnFiles
internal import CairnStore

/// Which folder holds the store that a command works on.
public enum StoreLocation {
  /// The name of a store that lies in the folder where its user works.
  public static let localName = ".cairn"

  /// The store's folder: what was asked for, else `CAIRN_STORE`, else the nearest `.cairn` upward
  /// from the current folder, else the one in the person's data folder.
  ///
  /// - Parameters:
  ///   - requested: the value of `--store`, or `nil`.
  ///   - environment: what the process was told.
  ///   - fileSystem: where `.cairn` is looked for.
  /// - Returns: an absolute path; nothing need be there yet.
  public static func resolve(
    _ requested: String?, environment: Environment, fileSystem: some FileSystem
  ) -> String {
    if let named = requested ?? environment["CAIRN_STORE"] { return environment.absolute(named) }
    return nearest(from: environment.currentFolder, fileSystem) ?? environment.dataFolder
  }

  /// The folder of the bundled sample called `name`, never mixed with a person's own store.
  public static func demo(_ name: String, environment: Environment) -> String {
    environment.dataFolder + "-demo/" + name
  }

  private static func nearest(from folder: String, _ fileSystem: some FileSystem) -> String? {
    var folder = folder
    while true {
      let candidate = (folder == "/" ? "" : folder) + "/" + localName
      if let status = try? fileSystem.status(of: candidate), status.kind == .folder {
        return candidate
      }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }
}

extension FileSystem {
  /// What has been in a folder for a day: the app that made it for a while was killed.
  ///
  /// - Parameters:
  ///   - folder: where such things are.
  ///   - now: the time.
  /// - Returns: the paths; none where the folder can't be read.
  func leftovers(in folder: String, at now: Timestamp) -> [String] {
    let oldest = (now.microseconds - 86_400_000_000) * 1_000
    return ((try? list(folder)) ?? []).map { "\(folder)/\($0)" }.filter { path in
      (try? status(of: path)).map { $0.modified < oldest } ?? false
    }
  }
}
