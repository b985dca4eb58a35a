internal import CairnFiles
internal import CairnStore

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
