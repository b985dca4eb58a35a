import Glibc
import TestSupport
import Testing

@Suite struct `A temporary folder` {
  @Test func `vanishes with all that is in it, but nothing else`() throws {
    let other = try TemporaryFolder()
    unsafe mkdir(other.path("kept"), 0o755)
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    unsafe mkdir("\(path)/inner", 0o755)
    unsafe symlink(other.path, "\(path)/link")
    close(unsafe open("\(path)/inner/file", O_CREAT | O_WRONLY, 0o644))
    expectEqual(unsafe access("\(path)/inner/file", F_OK), 0)
    folder = nil
    expectTrue(unsafe access(path, F_OK) != 0)
    expectEqual(unsafe access(other.path("kept"), F_OK), 0)
  }
}
