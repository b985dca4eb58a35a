public import CairnFiles

extension ByteStream {
  /// Creates a stream for readers from a file system's stream.
  public init(name: String, _ stream: any ByteSource) {
    self.init(name: name) { () throws(InterchangeError) in
      do throws(FileError) {
        return try stream.next()
      } catch {
        throw .unreadable(name: name, reason: error.description)
      }
    }
  }

  /// Creates a stream for the file at `path`.
  ///
  /// The file is opened each time it is read, because there may be more files than a process can
  /// hold open.
  ///
  /// - Parameters:
  ///   - name: the name in messages, and of the collection unless an option names one.
  ///   - path: the path of the file.
  ///   - fileSystem: the file system of the file.
  public init(
    name: String, reading path: String, of fileSystem: any FileSystem = RealFileSystem()
  ) {
    self.init(name: name) { () throws(InterchangeError) -> ByteStream in
      do throws(FileError) {
        return ByteStream(name: name, try fileSystem.stream(path))
      } catch {
        throw .unreadable(name: name, reason: error.description)
      }
    }
  }
}
