internal import CairnApp
internal import CairnFiles

/// The file in which a person edits a text, theirs alone, beside their saved state.
final class EditedFile {
  let path: String
  private let invocation: Invocation
  private let handed: [UInt8]

  /// Files of one name that may be kept, each of an edit that failed.
  private static let limit = 1000

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - text: what stands in it first.
  ///   - name: what it is called, with a number where files of that name are kept already.
  ///   - invocation: says where it lies.
  /// - Throws: ``AppError/failed(_:)`` when it can't be made.
  init(_ text: [UInt8], named name: String, _ invocation: Invocation) throws(AppError) {
    self.invocation = invocation
    handed = text
    let folder = invocation.environment.stateFolder + "/edit"
    do throws(FileError) {
      try invocation.fileSystem.makeFolder(folder)
      path = try Self.create(text, folder + "/" + name, invocation.fileSystem)
    } catch {
      throw .failed(error.description)
    }
  }

  private static func create(
    _ text: [UInt8], _ start: String, _ fileSystem: any FileSystem
  ) throws(FileError) -> String {
    var number = 1
    while true {
      let path = number == 1 ? "\(start).rec" : "\(start)-\(number).rec"
      do throws(FileError) {
        try fileSystem.open(path, .create).write(text, at: 0)
        return path
      } catch .alreadyExists where number < limit {
        number += 1
      }
    }
  }

  /// The path as a person reads it.
  var shownPath: String { invocation.environment.abbreviated(path) }

  /// Whether nothing stands in it but what the person was given first.
  var isPristine: Bool { (try? invocation.fileSystem.read(path)) == handed }

  /// What stands in it now; nothing if it is gone.
  func read() throws(AppError) -> [UInt8] {
    do throws(FileError) {
      return try invocation.fileSystem.read(path)
    } catch .notFound {
      return []
    } catch {
      throw .failed(error.description)
    }
  }

  /// Puts another text in it.
  func write(_ text: [UInt8]) throws(AppError) {
    do throws(FileError) {
      try invocation.fileSystem.replace(path, with: text)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Removes it; that it stays is no failure of what was saved.
  func remove() {
    try? invocation.fileSystem.remove(path)
  }
}
