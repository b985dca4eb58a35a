internal import CairnFiles
public import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension Workspace {
  /// Writes a list or a record with everything that it has, links by their export rule.
  ///
  /// - Parameters:
  ///   - address: a list or one record.
  ///   - format: the form of the output.
  ///   - sink: takes the next bytes.
  /// - Returns: what stays only in the store's files.
  /// - Throws: ``AppError`` when nothing is there, and what `sink` throws.
  public func export(
    _ address: Address, as format: InterchangeFormat,
    to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) -> ExportOperation.Leftover {
    try operation(address, format).stream(in: store.snapshot.model, to: sink)
  }

  /// Writes a list or a record into a file, which gets the new content as a whole or stays.
  ///
  /// - Parameters:
  ///   - address: a list or one record.
  ///   - format: the form of the output.
  ///   - path: the file, which need not be there.
  /// - Returns: what stays only in the store's files.
  /// - Throws: ``AppError`` when nothing is there to export, or the file can't be written.
  public func export(
    _ address: Address, as format: InterchangeFormat, toFile path: String
  ) throws(AppError) -> ExportOperation.Leftover {
    let operation = try operation(address, format)
    return try recorded(.export, "Export \(try url(of: address).text) to \(path)") { leftover in
      JobOutcome(result: "exported to \(path)", details: [leftover.sentence].compactMap(\.self))
    } _: { log throws(AppError) in
      try write(operation, toFile: environment.absolute(path)) { progress in
        log.note(JobProgress.Reading(progress.records, of: progress.total))
      }
    }
  }

  /// Lets an operation write into a file, which gets the new content as a whole or stays.
  ///
  /// - Parameters:
  ///   - operation: what is exported; once it is canceled, the file stays as it is.
  ///   - path: the file, absolute; it need not be there.
  ///   - isTidying: whether what a killed export left in its folder goes.
  ///   - progress: is told at times how far it is.
  /// - Returns: what stays only in the store's files.
  /// - Throws: ``AppError`` when nothing is there to export, or the file can't be written.
  func write(
    _ operation: ExportOperation, toFile path: String, isTidying: Bool = true,
    progress: (ExportOperation.Progress) -> Void = { _ in }
  ) throws(AppError) -> ExportOperation.Leftover {
    try write(toFile: path, isTidying: isTidying) { sink throws(AppError) in
      try operation.stream(in: store.snapshot.model, progress: progress, to: sink)
    }
  }

  /// Lets something write into a file, which gets the new content as a whole or stays.
  ///
  /// - Parameters:
  ///   - path: the file, absolute; it need not be there.
  ///   - isTidying: whether what a killed export left in its folder goes.
  ///   - body: writes by handing bytes on; where it throws, the file stays as it is.
  /// - Returns: what `body` returns.
  /// - Throws: ``AppError`` when the file can't be written, and what `body` throws.
  func write<Result>(
    toFile path: String, isTidying: Bool = true,
    _ body: (_ sink: @escaping ([UInt8]) throws(AppError) -> Void) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    let draft = try draft(for: path, isTidying: isTidying)
    let result: Result
    do throws(AppError) {
      result = try body(FileOutput(draft.file).append)
    } catch {
      draft.discard()
      throw error
    }
    do throws(FileError) {
      try draft.takePlace()
    } catch {
      throw .failed(error.description)
    }
    return result
  }

  private func draft(
    for path: String, isTidying: Bool
  ) throws(AppError) -> FileDraft {
    let kind: FileStatus.Kind?
    do throws(FileError) {
      kind = try fileSystem.status(of: path)?.kind
      // A file that took the name of a device or a pipe would end it.
      if kind == nil || kind == .file {
        return try fileSystem.beginReplacing(path, isTidying: isTidying)
      }
    } catch {
      throw .failed(error.description)
    }
    throw .failed(
      kind == .folder
        ? "\(path) is a folder" : "\(path) is not a file and can't be replaced")
  }

  /// The operation that exports what is at an address, or some records of the list there.
  ///
  /// - Throws: ``AppError/failed(_:)`` when nothing is there.
  func operation(
    _ address: Address, only keys: Set<RecordKey>? = nil, _ format: InterchangeFormat
  ) throws(AppError) -> ExportOperation {
    if case (.record(let id), _) = try place(at: address) {
      return ExportOperation(.record(id), in: store.snapshot, as: format)
    }
    let snapshot = store.snapshot
    let (entity, query) = try query(at: address, adding: try ListClauses(), in: snapshot)
    let computed = query.computedColumns(of: entity)
    if let keys {
      do throws(FilterError) {
        let found = try snapshot.fetch(query.request, at: clock).restricted(to: keys)
        return ExportOperation(
          .found(found), in: snapshot, as: format, leavingOut: computed)
      } catch {
        throw AppError(error)
      }
    }
    return ExportOperation(
      .request(query.request, clock), in: snapshot, as: format, leavingOut: computed)
  }
}

extension ExportOperation {
  /// Writes to a sink that has errors of the app's kind; `model` has the words for those of
  /// records.
  @discardableResult
  func stream(
    in model: ObjectModel, progress: (Progress) -> Void = { _ in },
    to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) -> Leftover {
    let relay = Relay(sink)
    do throws(InterchangeError) {
      return try run(progress: progress, to: relay.take)
    } catch {
      throw relay.failure ?? AppError(error, in: model)
    }
  }
}

/// Bytes on their way into a file, each piece behind the one before.
private final class FileOutput {
  private let file: any OpenFile
  private var size = 0

  init(_ file: any OpenFile) {
    self.file = file
  }

  func append(_ bytes: [UInt8]) throws(AppError) {
    do throws(FileError) {
      try file.write(bytes, at: size)
    } catch {
      throw .failed(error.description)
    }
    size += bytes.count
  }
}

/// Hands bytes on, and keeps what the one who takes them throws, which the exporter can't.
private final class Relay {
  private let sink: ([UInt8]) throws(AppError) -> Void
  private(set) var failure: AppError?

  init(_ sink: @escaping ([UInt8]) throws(AppError) -> Void) {
    self.sink = sink
  }

  func take(_ bytes: [UInt8]) throws(InterchangeError) {
    do throws(AppError) {
      try sink(bytes)
    } catch {
      failure = error
      throw .canceled
    }
  }
}
