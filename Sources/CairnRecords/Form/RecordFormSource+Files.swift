public import CairnScreens
internal import CairnStore

// Fields that a file is named in: its path is kept, or its content.
extension RecordFormSource {
  /// What a form has of a content: how people read it, and behind it what tells it from others.
  static func text(ofContent value: Value?) -> String {
    guard case .data(let bytes) = value else { return "" }
    let mark = CRC32C.checksum(of: bytes.span)
    return "\(ValueText.content(bytes))\n\(bytes.count),\(mark)"
  }

  /// Finds how a path goes on in the folder, and among what other records have.
  public func findCompletion(
    of path: String, in field: FormField, completion: @escaping (TextPrompt.Completion) -> [Effect]
  ) -> [Effect] {
    // As many as are looked through at a glance.
    let known = values(in: field, beginningWith: path, limit: 12).filter { $0.hasPrefix(path) }
    guard let files = desk.files else { return completion(TextPrompt.Completion(text: path)) }
    return readingFolder.start("reading the folder", holdsKeys: true) {
      files.completion(of: path, among: known)
    } completion: {
      completion($0)
    }
  }

  /// Looks at the file whose content a field is to take; a path alone may lead anywhere.
  public func examine(
    _ path: String, in field: FormField, completion: @escaping (FieldFinding) -> [Effect]
  ) -> [Effect] {
    guard field.kind == .content, let files = desk.files else { return [] }
    let job = Job {
      do throws(FileRefusal) {
        let found = try files.look(at: path)
        let words = ValueText.content(size: found.size, startingWith: found.start)
        return FieldFinding.meaning(words)
      } catch {
        return FieldFinding.problem(error.reason)
      }
    } completion: {
      completion($0)
    }
    return [.run(job)]
  }

  /// Reads the contents that fields are to take, off the drawing thread and before anything is
  /// written, as a file may be far away.
  ///
  /// - Parameters:
  ///   - values: the texts by field.
  ///   - completion: goes on with the contents by field, or with what is wrong by field.
  /// - Returns: the effects that do so.
  func readContents(
    of values: [String: String],
    then completion: @escaping (Result<[String: [UInt8]], FieldRefusals>) -> [Effect]
  ) -> [Effect] {
    let contents = Set(fields.filter { $0.kind == .content }.map(\.name))
    let paths = values.filter { contents.contains($0.key) && !$0.value.isEmpty }
    guard !paths.isEmpty, let files = desk.files else { return completion(.success([:])) }
    let job = Job("reading what the form names", holdsKeys: true) {
      var read: [String: [UInt8]] = [:]
      var refused: [String: String] = [:]
      for (name, path) in paths {
        do throws(FileRefusal) {
          read[name] = try files.read(path)
        } catch {
          refused[name] = error.reason
        }
      }
      return refused.isEmpty
        ? Result<_, FieldRefusals>.success(read) : .failure(FieldRefusals(reasons: refused))
    } completion: {
      completion($0)
    } abandon: {
      completion(.failure(FieldRefusals(reasons: paths.mapValues { _ in "was not read" })))
    }
    return [.run(job)]
  }
}

/// What is wrong with fields, by name.
struct FieldRefusals: Error {
  let reasons: [String: String]
}

/// The files of the machine, as a person names them in forms.
///
/// Everything here may take long, and is asked off the drawing thread.
public protocol NamedFiles: Sendable {
  /// Goes on with a path, as shells do.
  ///
  /// - Parameters:
  ///   - path: what was typed.
  ///   - known: paths that begin so and that other records have.
  /// - Returns: the path with as much more as is certain, and what may follow.
  func completion(of path: String, among known: [String]) -> TextPrompt.Completion

  /// Looks at a file.
  ///
  /// - Parameter path: the file.
  /// - Returns: how many bytes it has and the first of them.
  /// - Throws: ``FileRefusal`` for what isn't there or is no file.
  func look(at path: String) throws(FileRefusal) -> (size: Int, start: [UInt8])

  /// Reads a file whole.
  ///
  /// - Parameter path: the file.
  /// - Returns: what is in it.
  /// - Throws: ``FileRefusal`` for what isn't there, is no file, or is too large.
  func read(_ path: String) throws(FileRefusal) -> [UInt8]
}

/// Why a file that was named can't be taken: "is a folder".
public struct FileRefusal: Error, Hashable {
  /// The reason, as the end of a sentence about the file.
  public let reason: String

  /// A refusal.
  public init(_ reason: String) { self.reason = reason }
}
