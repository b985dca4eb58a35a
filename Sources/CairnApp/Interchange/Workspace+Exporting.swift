internal import CairnFiles
public import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension Workspace {
  /// Exports a list or a record with all its values, and its links by their export rules.
  ///
  /// - Parameters:
  ///   - address: a list or one record.
  ///   - format: the format of the output.
  ///   - quotingFormulas: whether a spreadsheet gets an apostrophe before formulas.
  ///   - sink: called with the next bytes.
  /// - Returns: the values that were left out because no field has them.
  /// - Throws: ``AppError`` when the address leads nowhere, and the errors of `sink`.
  public func export(
    _ address: Address, as format: InterchangeFormat, quotingFormulas: Bool = false,
    to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) -> ExportOperation.Leftover {
    try operation(address, format, quotingFormulas: quotingFormulas).stream(
      in: store.snapshot.model, to: sink)
  }

  /// Exports a list or a record into a file.
  ///
  /// The file gets the whole new content or stays unchanged.
  ///
  /// - Parameters:
  ///   - address: a list or one record.
  ///   - format: the format of the output.
  ///   - path: the file, which may be missing.
  ///   - quotingFormulas: whether a spreadsheet gets an apostrophe before formulas.
  /// - Returns: the values that were left out because no field has them.
  /// - Throws: ``AppError`` when the address leads nowhere, or the file can't be written.
  public func export(
    _ address: Address, as format: InterchangeFormat, toFile path: String,
    quotingFormulas: Bool = false
  ) throws(AppError) -> ExportOperation.Leftover {
    let operation = try operation(address, format, quotingFormulas: quotingFormulas)
    return try recorded(.export, "Export \(try url(of: address).text) to \(path)") { leftover in
      JobOutcome(result: "exported to \(path)", details: [leftover.sentence].compactMap(\.self))
    } _: { log throws(AppError) in
      try write(operation, toFile: environment.absolute(path)) { progress in
        log.note(JobProgress.Reading(progress.records, of: progress.total))
      }
    }
  }

  /// Writes an export into a file.
  ///
  /// The file gets the whole new content or stays unchanged.
  ///
  /// - Parameters:
  ///   - operation: the export; if it is canceled, the file stays unchanged.
  ///   - path: the file's absolute path; the file may be missing.
  ///   - isTidying: whether to remove the temporary files of killed exports in the folder.
  ///   - progress: called at times with the progress.
  /// - Returns: the values that were left out because no field has them.
  /// - Throws: ``AppError`` when a record is gone, or the file can't be written.
  func write(
    _ operation: ExportOperation, toFile path: String, isTidying: Bool = true,
    progress: (ExportOperation.Progress) -> Void = { _ in }
  ) throws(AppError) -> ExportOperation.Leftover {
    try write(toFile: path, isTidying: isTidying) { sink throws(AppError) in
      try operation.stream(in: store.snapshot.model, progress: progress, to: sink)
    }
  }

  /// Writes bytes into a file.
  ///
  /// The file gets the whole new content or stays unchanged.
  ///
  /// - Parameters:
  ///   - path: the file's absolute path; the file may be missing.
  ///   - isTidying: whether to remove the temporary files of killed exports in the folder.
  ///   - body: passes bytes to `sink`; if it throws, the file stays unchanged.
  /// - Returns: the result of `body`.
  /// - Throws: ``AppError`` when the file can't be written, and the errors of `body`.
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
      // Replacing a device or a pipe with a file would destroy it.
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

  /// Returns the export of an address, or of some records of the list at the address.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the address leads nowhere.
  func operation(
    _ address: Address, only keys: Set<RecordKey>? = nil, _ format: InterchangeFormat,
    quotingFormulas: Bool = false
  ) throws(AppError) -> ExportOperation {
    if case (.record(let id), _) = try place(at: address) {
      return ExportOperation(
        .record(id), in: store.snapshot, as: format, quotingFormulas: quotingFormulas, at: clock)
    }
    let snapshot = store.snapshot
    let (entity, query) = try query(at: address, adding: try ListClauses(), in: snapshot)
    guard query.frequency == nil else {
      throw .usage(
        "an export has records, not the counts of a view; cairn list URL --format csv prints them")
    }
    let calculated = try query.calculatedColumns(of: entity, in: snapshot, at: clock, as: format)
    if let keys {
      do throws(FilterError) {
        let found = try snapshot.fetch(query.request, at: clock).restricted(to: keys)
        return ExportOperation(
          .found(found), in: snapshot, as: format, quotingFormulas: quotingFormulas, at: clock,
          adding: calculated)
      } catch {
        throw AppError(error)
      }
    }
    return ExportOperation(
      .request(query.request, clock), in: snapshot, as: format, quotingFormulas: quotingFormulas,
      at: clock, adding: calculated)
  }
}

extension ExportOperation {
  /// Runs the export into a sink that throws the app's errors.
  ///
  /// `model` has the names for errors about records.
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

/// Appends bytes to a file, piece by piece.
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

/// Passes bytes to a sink, and keeps the sink's error, which the exporter can't throw.
final class Relay {
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
