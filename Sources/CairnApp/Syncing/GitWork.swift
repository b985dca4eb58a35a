public import CairnFiles
internal import CairnStore
internal import CairnSync

/// What git asks of Cairn in the repository of a store, which is the folder that it runs it in.
public enum GitWork {
  /// Merges the versions of a file, of which ours becomes the result.
  ///
  /// - Parameters:
  ///   - base: the file with what both sides began with.
  ///   - ours: that of our side, which is written.
  ///   - theirs: that of the other side.
  ///   - path: where the file lies within the store.
  ///   - environment: what the process was told.
  ///   - fileSystem: where the files are.
  /// - Returns: whether nothing is left for a person to choose.
  /// - Throws: ``AppError/usage(_:)`` when a file can't be read or written.
  public static func merge(
    base: String, ours: String, theirs: String, path: String, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Bool {
    do throws(FileError) {
      let read = { (name: String) throws(FileError) in
        // Git gives its driver plain files. A link would come from another machine.
        let place = environment.absolute(name)
        let files = fileSystem.confined(to: place.parentFolder, following: [:]) ?? fileSystem
        return try files.read(place)
      }
      let model = (try? read(ObjectStore.modelFile)).flatMap { text in
        try? ObjectModel(parsing: String(decoding: text, as: UTF8.self))
      }
      let merge = TextMerge(model: model ?? ObjectModel(), ours: "ours", theirs: "theirs")
      let text = try read(ours)
      let outcome = merge.merged(path, base: try read(base), ours: text, theirs: try read(theirs))
      // Git keeps the file; one without a byte would look as if a disk had been full.
      let title = text.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
      try fileSystem.replace(environment.absolute(ours), with: outcome.text ?? Array(title))
      return outcome.found.conflicts.isEmpty
    } catch {
      // With another status than that of a conflict, upon which git merges by itself.
      throw .usage(error.description)
    }
  }
}

extension GitWork {
  /// Whether a commit of git's that is under way has to be waited with until what was saved is
  /// folded: not the one of a sync, which holds what a fold would wait for.
  public static func needsFold(environment: Environment) -> Bool {
    !CommitHook.isOfSync(environment.variables)
  }
}

extension Workspace {
  /// Lets what was saved go into the commit that somebody makes with git.
  ///
  /// - Throws: ``AppError/failed(_:)``; git then gives up the commit.
  public func prepareCommit() throws(AppError) {
    do throws(SyncError) {
      try CommitHook(store, in: path, variables: environment.variables).run()
    } catch {
      throw .failed(error.description)
    }
  }
}
