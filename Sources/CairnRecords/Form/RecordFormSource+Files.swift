public import CairnScreens
internal import CairnStore

// Fields that name a file and store its path or its content.
extension RecordFormSource {
  /// A form's text for a content: a readable line, then its size and checksum, to tell contents
  /// apart.
  static func text(ofContent value: Value?) -> String {
    guard case .data(let bytes) = value else { return "" }
    let mark = CRC32C.checksum(of: bytes.span)
    return "\(ValueText.content(bytes))\n\(bytes.count),\(mark)"
  }

  /// Completes a path from the folder and from the paths in other records.
  public func findCompletion(
    of path: String, in field: FormField, completion: @escaping (TextPrompt.Completion) -> [Effect]
  ) -> [Effect] {
    let paths = TypedPaths(path, isList: isList(field))
    // This many can be read at a glance.
    let known = values(in: field, beginningWith: paths.last, limit: 12)
      .filter { $0.hasPrefix(paths.last) }
    guard let files = client.files else { return completion(TextPrompt.Completion(text: path)) }
    return readingFolder.start("reading the folder", holdsKeys: true) { [last = paths.last] in
      files.completion(of: last, among: known)
    } completion: { found in
      completion(
        found.text == paths.last && found.candidates.isEmpty
          ? TextPrompt.Completion(text: path) : paths.completed(by: found))
    }
  }

  private func isList(_ field: FormField) -> Bool {
    entity.attribute(entity.currentName(of: field.name))?.isList == true
  }

  /// Examines the file whose content becomes the field's value, or the files that the store will
  /// keep; a field for paths accepts any path.
  public func examine(
    _ text: String, in field: FormField, completion: @escaping (FieldFinding) -> [Effect]
  ) -> [Effect] {
    guard field.kind.isPath, let files = client.files else { return [] }
    guard field.kind == .path else {
      let job = BackgroundJob {
        Self.words(for: text, atMost: nil, files)
      } completion: { (found: Result<String, FileRefusal>) in
        switch found {
        case .success(let words): completion(.meaning(words))
        case .failure(let refusal): completion(.problem(refusal.reason))
        }
      }
      return [.run(job)]
    }
    guard let attribute = entity.attribute(entity.currentName(of: field.name)),
      let value = try? ValueInput(clock: client.clock()).value(of: text, for: attribute)
    else { return [] }
    let paths = value.elements.filter { KeptFile(of: $0) == nil }
      .map { ValueText.export($0.unlabeled) }
    guard !paths.isEmpty else { return [] }
    let job = BackgroundJob {
      paths.map { path in (path, Self.words(for: path, atMost: KeptFile.largest, files)) }
    } completion: { [weak self] found in
      self?.promised.formUnion(found.filter { (try? $1.get()) != nil }.map(\.0))
      let isOne = found.count == 1
      let words = found.map { path, result in
        let name = isOne ? "" : "\(FileName(ofPath: path)) "
        return switch result {
        case .success(let words): "\(name)will be kept: \(words)"
        case .failure(let refusal): "\(name)path only: \(refusal.reason)"
        }
      }
      return completion(.meaning(words.joined(separator: "; ")))
    }
    return [.run(job)]
  }

  private static func words(
    for path: String, atMost limit: Int?, _ files: any NamedFiles
  ) -> Result<String, FileRefusal> {
    Result { () throws(FileRefusal) in
      let found = try files.look(at: path, atMost: limit)
      return ValueText.content(size: found.size, startingWith: found.start)
    }
  }

  /// The value of a field for display: a kept file by its name.
  public func words(for value: String, in field: FormField) -> String {
    guard field.kind == .path,
      let attribute = entity.attribute(entity.currentName(of: field.name)),
      let read = try? ValueInput(clock: client.clock()).value(of: value, for: attribute)
    else { return value }
    return ValueText.display(read, at: client.clock())
  }

  /// Reads the contents for fields, off the drawing thread and before anything is written, since a
  /// file may be on a slow disk.
  ///
  /// - Parameters:
  ///   - values: the texts by field.
  ///   - completion: continues with the contents by field, or with the errors by field.
  /// - Returns: the effects that read the files.
  func readContents(
    of values: [String: String],
    then completion: @escaping (Result<[String: [UInt8]], FieldRefusals>) -> [Effect]
  ) -> [Effect] {
    let contents = Set(fields.filter { $0.kind == .content }.map(\.name))
    let paths = values.filter { contents.contains($0.key) && !$0.value.isEmpty }
    guard !paths.isEmpty, let files = client.files else { return completion(.success([:])) }
    let job = BackgroundJob("reading what the form names", holdsKeys: true) {
      var read: [String: [UInt8]] = [:]
      var refused: [String: String] = [:]
      for (name, path) in paths {
        do throws(FileRefusal) {
          read[name] = try files.read(path, atMost: nil).content
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

/// Errors of fields, by name.
struct FieldRefusals: Error {
  let reasons: [String: String]
}

/// The machine's files, which a person names in forms.
///
/// All methods may take long, and run off the drawing thread.
public protocol NamedFiles: Sendable {
  /// Completes a path, as shells do.
  ///
  /// - Parameters:
  ///   - path: the typed path.
  ///   - known: paths in other records that begin with it.
  /// - Returns: the path, extended up to the first ambiguous character, and the candidates for the
  ///   rest.
  func completion(of path: String, among known: [String]) -> TextPrompt.Completion

  /// Examines a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the largest size in bytes. The default is the limit for contents in records.
  /// - Returns: the file's size in bytes, and its first bytes.
  /// - Throws: ``FileRefusal`` if the path doesn't exist, is no file, or is too large.
  func look(
    at path: String, atMost limit: Int?
  ) throws(FileRefusal) -> (size: Int, start: [UInt8])

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the largest size in bytes. The default is the limit for contents in records.
  /// - Returns: the file's bytes, and its name.
  /// - Throws: ``FileRefusal`` if the path doesn't exist, is no file, or is too large.
  func read(
    _ path: String, atMost limit: Int?
  ) throws(FileRefusal) -> (content: [UInt8], name: String)

  /// Returns why a file must not be opened, as the end of a sentence; `nil` if it may be.
  ///
  /// - Parameter path: an absolute path.
  /// - Returns: the reason.
  func obstacle(toOpening path: String) -> String?
}

/// The reason why a named file can't be used: "is a folder".
public struct FileRefusal: Error, Hashable {
  /// The reason, as the end of a sentence about the file.
  public let reason: String

  /// Creates a refusal.
  public init(_ reason: String) { self.reason = reason }
}
