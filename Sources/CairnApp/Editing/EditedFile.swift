public import CairnFiles

/// The file in which a person edits a text, theirs alone, beside their saved state.
public final class EditedFile {
  /// Where it is.
  public let path: String
  private let environment: Environment
  private let fileSystem: any FileSystem
  private let handed: [UInt8]

  /// Files of one name that may be kept, each of an edit that failed.
  private static let limit = 1000

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - text: what stands in it first.
  ///   - name: what it is called, with a number where files of that name are kept already.
  ///   - suffix: what its name ends with, by which editors know what it is.
  ///   - environment: says where it lies.
  ///   - fileSystem: where that is.
  /// - Throws: ``AppError/failed(_:)`` when it can't be made.
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

  /// The path as a person reads it.
  public var shownPath: String { environment.abbreviated(path) }

  /// Where the text is kept, as the end of a sentence; empty where it can't be read any more, as
  /// something else may stand there.
  public var whereKept: String {
    (try? fileSystem.read(path)) == nil ? "" : "; the text is kept in \(shownPath)"
  }

  /// Whether somebody took it away.
  public var isGone: Bool { (try? fileSystem.exists(path)) == false }

  /// Whether nothing stands in it but what the person was given first.
  public var isPristine: Bool { (try? fileSystem.read(path)) == handed }

  /// What stands in it now; nothing if it is gone.
  ///
  /// - Throws: ``AppError/failed(_:)`` when it can't be read.
  public func read() throws(AppError) -> [UInt8] {
    do throws(FileError) {
      return try fileSystem.read(path)
    } catch .notFound {
      return []
    } catch {
      throw .failed(error.description)
    }
  }

  /// Puts another text in it; a link that an editor left there gives way, as what it leads to is
  /// another file.
  ///
  /// - Throws: ``AppError/failed(_:)`` when that can't be written.
  public func write(_ text: [UInt8]) throws(AppError) {
    do throws(FileError) {
      if try fileSystem.target(ofLink: path) != nil { try fileSystem.remove(path) }
      try fileSystem.replace(path, with: text)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Removes it; that it stays is no failure of what was saved.
  public func remove() {
    try? fileSystem.remove(path)
  }
}
