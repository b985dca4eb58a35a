public import CairnFiles

/// A private file in the app's state folder, in which a person edits a text.
public final class EditedFile {
  /// The path of the file.
  public let path: String
  private let environment: Environment
  private let fileSystem: any FileSystem
  private let handed: [UInt8]

  /// The most files of one name that are kept after failed edits.
  private static let limit = 1000

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - text: the initial text.
  ///   - name: the name, to which a number is added if a kept file has it.
  ///   - suffix: the file name's extension, from which editors infer the syntax.
  ///   - environment: the process environment, with the state folder.
  ///   - fileSystem: the file system of that folder.
  /// - Throws: ``AppError/failed(_:)`` when the file can't be created.
  public init(
    _ text: [UInt8], named name: String, as suffix: String, _ environment: Environment,
    _ fileSystem: any FileSystem
  ) throws(AppError) {
    self.environment = environment
    self.fileSystem = fileSystem
    handed = text
    let folder = environment.stateFolder + "/edit"
    do throws(FileError) {
      try fileSystem.makeFolder(folder)
      path = try Self.create(text, folder + "/" + name, suffix, fileSystem)
    } catch {
      throw .failed(error.description)
    }
  }

  private static func create(
    _ text: [UInt8], _ start: String, _ suffix: String, _ fileSystem: any FileSystem
  ) throws(FileError) -> String {
    var number = 1
    while true {
      let path = number == 1 ? "\(start).\(suffix)" : "\(start)-\(number).\(suffix)"
      do throws(FileError) {
        try fileSystem.open(path, .create).write(text, at: 0)
        return path
      } catch .alreadyExists where number < limit {
        number += 1
      }
    }
  }

  /// The path for display, with the home folder as `~`.
  public var shownPath: String { environment.abbreviated(path) }

  /// Where the text is kept, as the end of a sentence.
  ///
  /// Empty if the file can't be read any more, as another text may be in its place.
  public var whereKept: String {
    (try? fileSystem.read(path)) == nil ? "" : "; the text is kept in \(shownPath)"
  }

  /// Whether the file was removed by another process.
  public var isGone: Bool { (try? fileSystem.exists(path)) == false }

  /// Whether the file still has its initial text.
  public var isPristine: Bool { (try? fileSystem.read(path)) == handed }

  /// Returns the current text; empty if the file was removed.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file can't be read.
  public func read() throws(AppError) -> [UInt8] {
    do throws(FileError) {
      return try fileSystem.read(path)
    } catch .notFound {
      return []
    } catch {
      throw .failed(error.description)
    }
  }

  /// Replaces the text.
  ///
  /// If an editor replaced the file with a link, the link is removed first, because its target is
  /// another file.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file can't be written.
  public func write(_ text: [UInt8]) throws(AppError) {
    do throws(FileError) {
      if try fileSystem.target(ofLink: path) != nil { try fileSystem.remove(path) }
      try fileSystem.replace(path, with: text)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Removes the file.
  ///
  /// A failure is ignored, because the text was saved.
  public func remove() {
    try? fileSystem.remove(path)
  }
}
