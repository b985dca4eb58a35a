public import CairnFiles
public import CairnInterchange
internal import CairnStore

/// The place for the refused rows of an import: a file, or a folder for several inputs.
///
/// No input is ever replaced.
public struct Rejects: Sendable {
  /// The place as a person wrote it.
  let name: String
  private let path: String
  fileprivate let isFolder: Bool
  private let inputs: [String]
  private let fileSystem: any FileSystem

  /// Creates the place.
  ///
  /// - Parameters:
  ///   - name: the file; the name of a new folder ends in `/`.
  ///   - inputs: the inputs of the import.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system of the files.
  /// - Throws: ``AppError/usage(_:)`` if the place is an input, or if several inputs have one file.
  public init(
    _ name: String, besides inputs: [String], environment: Environment,
    fileSystem: any FileSystem
  ) throws(AppError) {
    guard !name.isEmpty, name != "-" else {
      throw .usage("--rejects needs the name of a file, since the report goes to the terminal")
    }
    self.name = name
    self.fileSystem = fileSystem
    path = environment.absolute(name)
    self.inputs = inputs.filter { $0 != "-" }.map(environment.absolute)
    let kinds = self.inputs.map { (try? fileSystem.status(of: $0))?.kind }
    isFolder = name.hasSuffix("/") || (try? fileSystem.status(of: path))?.kind == .folder
    guard isFolder || inputs.count == 1 && !kinds.contains(.folder) else {
      throw .usage("several files of refused rows need a folder: --rejects \(name)/")
    }
    try requireNoInput(path)
    for input in self.inputs where isFolder {
      try requireNoInput(target(input.split(separator: "/").last.map(String.init) ?? ""))
    }
  }

  /// Returns the path of a file in the folder, or the only file.
  fileprivate func target(_ file: String) -> String {
    isFolder ? (path.hasSuffix("/") ? path : path + "/") + file : path
  }

  /// Throws if a path is an input, also by another name.
  fileprivate func requireNoInput(_ target: String) throws(AppError) {
    let status = (try? fileSystem.status(of: target)) ?? nil
    for input in inputs {
      let other = (try? fileSystem.status(of: input)) ?? nil
      let isSame = status.flatMap { status in other.map(status.isSameFile) } ?? false
      if isSame || target == input {
        throw .usage("--rejects \(name) would replace the input \(input); choose another name")
      }
    }
  }
}

extension Workspace {
  /// Writes the refused rows of an import; without such rows, nothing is written.
  ///
  /// - Parameters:
  ///   - report: the report of the import.
  ///   - inputs: its inputs.
  ///   - rejects: the place of the files.
  ///   - collection: the collection of the records, for the advice.
  /// - Returns: a sentence for each file.
  /// - Throws: ``AppError`` if an input can't be read again, or a file can't be written.
  public func write(
    _ report: ImportReport, of inputs: InspectedInputs, to rejects: Rejects,
    into collection: String?
  ) throws(AppError) -> [String] {
    var sentences: [String] = []
    var taken: Set<String> = []
    for input in inputs.refused(in: report) {
      let files: [RefusedInput.File]
      do throws(InterchangeError) {
        files = try input.files()
      } catch {
        throw failure(error)
      }
      for file in files {
        let path = free(rejects.target(file.path), besides: &taken)
        try rejects.requireNoInput(path)
        try makeFolder(path.parentFolder)
        try write(file, to: path)
      }
      let name = rejects.name + (rejects.isFolder && !rejects.name.hasSuffix("/") ? "/" : "")
      let advice = collection.map { "; fix them, then import them with --into \($0)" } ?? ""
      sentences.append("wrote \(counted(input.rowCount, "refused row")) to \(name)\(advice)")
    }
    return sentences
  }

  private func write(_ file: RefusedInput.File, to path: String) throws(AppError) {
    try write(toFile: path) { sink throws(AppError) in
      let relay = Relay(sink)
      do throws(InterchangeError) {
        try file.write(to: relay.take)
      } catch {
        throw relay.failure ?? failure(error)
      }
    }
  }

  /// Returns a path that no other file of this import has: `a.csv`, then `a-2.csv`.
  private func free(_ path: String, besides taken: inout Set<String>) -> String {
    var (result, number) = (path, 1)
    while !taken.insert(result).inserted {
      number += 1
      let point = path.lastIndex(of: ".") ?? path.endIndex
      result = "\(path[..<point])-\(number)\(path[point...])"
    }
    return result
  }

  private func makeFolder(_ path: String) throws(AppError) {
    do throws(FileError) {
      try fileSystem.makeFolder(path)
    } catch {
      throw .failed(error.description)
    }
  }
}
