internal import CairnFiles

/// The archive file of a backup.
struct BackupArchive {
  let path: String
  let fileSystem: any FileSystem
  /// Whether the path is free, so that no other file is replaced.
  let isFree: Bool

  /// Writes the files of `image`, and renames the archive once it is complete and read back.
  ///
  /// - Parameters:
  ///   - image: the files.
  ///   - review: checks each file by the exact bytes that are written.
  /// - Returns: the result of the backup.
  /// - Throws: `StoreError.keptFromDamage` if a damaged backup would replace another file.
  func write(
    _ image: StoreImage, reviewing review: inout BackupReview
  ) throws(StoreError) -> Backup {
    let draft = try begin()
    let damage: [StoreProblem]
    do throws(StoreError) {
      damage = try fill(draft.file, with: image, reviewing: &review)
      if !isFree, !damage.isEmpty { throw .keptFromDamage(path: path, damage) }
    } catch {
      draft.discard()
      throw error
    }
    do throws(FileError) {
      try draft.takePlace()
    } catch {
      throw .file(error)
    }
    return Backup(fileCount: image.names.count, damage: damage)
  }

  private func begin() throws(StoreError) -> FileDraft {
    do throws(FileError) {
      return try fileSystem.beginReplacing(path)
    } catch {
      throw .file(error)
    }
  }

  private func fill(
    _ file: any OpenFile, with image: StoreImage, reviewing review: inout BackupReview
  ) throws(StoreError) -> [StoreProblem] {
    do throws(FileError) {
      let sums = try write(image, to: file, reviewing: &review)
      guard Self.holds(file, image.names, sums) else { throw .device(.write, path: path) }
      guard try image.isCurrent() else { throw .busy(.read, path: path) }
    } catch {
      throw .file(error)
    }
    return try review.finish(image)
  }

  /// Writes the archive, and returns the checksum of each file in it.
  private func write(
    _ image: StoreImage, to file: any OpenFile, reviewing review: inout BackupReview
  ) throws(FileError) -> [UInt32] {
    var writer = TarWriter(file)
    var sums: [UInt32] = []
    for name in image.names {
      if let file = try image.keptFile(name) {
        sums.append(try writer.add(name, file, modified: image.modified(name)))
        continue
      }
      let contents = try image.contents(of: name)
      review.add(name, contents)
      try writer.add(name, contents.bytes, modified: image.modified(name))
      sums.append(CRC32C.checksum(of: contents.bytes.span))
    }
    try writer.finish()
    return sums
  }

  /// Whether an archive reads as the files that were written to it.
  private static func holds(_ file: any OpenFile, _ names: [String], _ sums: [UInt32]) -> Bool {
    var reader = TarReader(OpenFileSource(file))
    do throws(StoreError) {
      for (name, sum) in zip(names, sums) {
        guard try reader.next()?.name == name else { return false }
        var found = UInt32(0)
        while case let part = try reader.part(), !part.isEmpty {
          found = CRC32C.checksum(of: part.span, seed: found)
        }
        guard found == sum else { return false }
      }
      return try reader.next().map(\.name) == nil
    } catch {
      return false
    }
  }
}

/// The result of backing up a store.
public struct Backup: Hashable, Sendable {
  /// The number of files in the backup.
  public let fileCount: Int

  /// The damaged and the missing parts of the store; the backup has the rest unchanged.
  public let damage: [StoreProblem]
}

extension Backup {
  /// The reason to keep other backups: the damage, or else the missing records.
  static func reason(_ problems: [StoreProblem]) -> String {
    let damage = problems.filter { $0.severity == .damage }
    let named = damage.isEmpty ? problems : damage
    let what = damage.isEmpty ? "the store lacks records that it had in" : "the store is damaged in"
    return what + (named.count == 1 ? " 1 place: " : " \(named.count) places, such as ")
      + (named.first?.description ?? "")
  }
}
