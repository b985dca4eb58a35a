import Glibc

/// The programs of the package, which are built into the same folder as the tests.
public enum BuiltPrograms {
  /// The folder.
  public static let folder: String = {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let bytes = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
    let own = String(decoding: bytes, as: UTF8.self)
    let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }()
}
