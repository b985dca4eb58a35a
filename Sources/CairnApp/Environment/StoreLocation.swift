public import CairnFiles
internal import CairnStore

/// Finds the folder of the store that a command works on.
public enum StoreLocation {
  /// The name of a store in the folder where its user works.
  public static let localName = ".cairn"

  /// Returns the store's folder: the requested one, else `CAIRN_STORE`, else the nearest `.cairn`
  /// in the current folder or above, else the one in the person's data folder.
  ///
  /// - Parameters:
  ///   - requested: the value of `--store`, or `nil`.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system to search for `.cairn`.
  /// - Returns: an absolute path, which may not exist yet.
  public static func resolve(
    _ requested: String?, environment: Environment, fileSystem: some FileSystem
  ) -> String {
    if let named = requested ?? environment["CAIRN_STORE"] { return environment.absolute(named) }
    return nearest(from: environment.currentFolder, fileSystem) ?? environment.dataFolder
  }

  /// Returns the folder of the bundled sample called `name`, separate from the person's own store.
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
  /// Returns the files and folders that are older than a day, left by a killed app.
  ///
  /// - Parameters:
  ///   - folder: the folder of such temporary files.
  ///   - now: the current time.
  /// - Returns: the paths; empty if the folder can't be read.
  func leftovers(in folder: String, at now: Timestamp) -> [String] {
    let oldest = (now.microseconds - 86_400_000_000) * 1_000
    return ((try? list(folder)) ?? []).map { "\(folder)/\($0)" }.filter { path in
      (try? status(of: path)).map { $0.modified < oldest } ?? false
    }
  }
}
