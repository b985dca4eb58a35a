internal import CPlatform
internal import Glibc

/// Facts of the system about this machine and this process.
public enum Machine {
  /// The name of the machine on its network; empty if it has none.
  public static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let text = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: text, as: UTF8.self)
  }

  /// The path by which this process's program can be started again, also after its file was replaced.
  public static var ownProgram: String { unsafe String(cString: platform_own_program()) }
}
