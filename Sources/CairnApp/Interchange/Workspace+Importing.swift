internal import CairnFiles
public import CairnInterchange
public import CairnStore

extension Workspace {
  /// A file as an input of an import.
  ///
  /// - Throws: ``AppError/failed(_:)`` when it can't be opened.
  public func input(
    _ path: String, format: InterchangeFormat?
  ) throws(AppError) -> ImportInput {
    do throws(FileError) {
      let stream = try fileSystem.stream(environment.absolute(path))
      return ImportInput(.init(name: path, stream), format: format)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Imports inputs as one change.
  ///
  /// - Parameters:
  ///   - inputs: files or streams.
  ///   - options: what the import is asked to do.
  ///   - progress: is told how far it is; its answer may end it.
  /// - Returns: what came in, row by row where it could not.
  /// - Throws: ``AppError``; then nothing was imported.
  public func importing(
    _ inputs: [ImportInput], _ options: ImportOptions,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) -> ImportReport {
    do throws(InterchangeError) {
      return try Importer(store, options).run(inputs, progress: progress)
    } catch {
      throw .failed(error.description)
    }
  }

  /// The records that the newest change added or changed.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the history can't be read.
  public func recordsOfNewestChange() throws(AppError) -> [ObjectID] {
    do throws(StoreError) {
      return try store.history(limit: 1).first?.changes.map(\.id) ?? []
    } catch {
      throw AppError(error)
    }
  }
}

extension ByteStream {
  /// A stream of a file system as what readers take.
  init(name: String, _ stream: any ByteSource) {
    self.init(name: name) { () throws(InterchangeError) in
      do throws(FileError) {
        return try stream.next()
      } catch {
        throw .unreadable(name: name, reason: error.description)
      }
    }
  }
}
