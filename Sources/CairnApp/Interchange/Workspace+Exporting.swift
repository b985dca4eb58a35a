public import CairnInterchange
internal import CairnRecords
internal import CairnStore

extension Workspace {
  /// Writes a list or a record with everything that it has, links by their export rule.
  ///
  /// - Parameters:
  ///   - address: a list or one record.
  ///   - format: the form of the output.
  ///   - sink: takes the next bytes.
  /// - Throws: ``AppError`` when nothing is there, and what `sink` throws.
  public func export(
    _ address: Address, as format: InterchangeFormat,
    to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    let snapshot = store.snapshot
    if case (.record(let id), _) = try place(at: address) {
      try ExportOperation(.record(id), in: snapshot, as: format).stream(to: sink)
    } else {
      let list = try list(at: address, adding: try ListClauses())
      try ExportOperation(.found(list.result), in: list.result.snapshot, as: format)
        .stream(to: sink)
    }
  }
}

extension ExportOperation {
  /// Writes to a sink that has errors of the app's kind.
  func stream(to sink: @escaping ([UInt8]) throws(AppError) -> Void) throws(AppError) {
    let relay = Relay(sink)
    do throws(InterchangeError) {
      try run(to: relay.take)
    } catch {
      throw relay.failure ?? AppError(error)
    }
  }
}

extension AppError {
  init(_ error: InterchangeError) {
    if case .store(let error) = error {
      self.init(error)
    } else {
      self = .failed(error.description)
    }
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
