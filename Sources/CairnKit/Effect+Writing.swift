public import CairnFiles
public import CairnScreens

extension Effect {
  /// Writes a file on another thread.
  ///
  /// At the end, a message says so, or names the error. The app takes keys meanwhile. The file gets
  /// all of the contents, or it does not change.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - files: the file system.
  ///   - bytes: makes the contents on that thread, such as an export.
  /// - Returns: the effect.
  public static func write(
    _ path: String, on files: any FileSystem = RealFileSystem(),
    bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Effect {
    .run(
      BackgroundJob("writing \(path)", lane: .long) {
        Result { try files.replace(path, with: try bytes()) }
      } completion: { result in
        switch result {
        case .success: [.say(Message("wrote \(path)", tone: .good))]
        case .failure(let error): [.say(Message("\(error)", tone: .bad))]
        }
      })
  }
}
