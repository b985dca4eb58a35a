internal import CPlatform
internal import Glibc

/// Facts about this machine and this process.
public enum Machine {
  /// The network name of the machine; empty if it has none.
  public static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let text = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the values of environment variables; those that are not set are missing.
  public static func variables(_ names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names {
      values[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    return values
  }

  /// Returns the person's home folder: `HOME`, or else the folder in the database of users; `nil`
  /// without either.
  public static func homeFolder(
    variables: [String: String] = Machine.variables(["HOME"])
  ) -> String? {
    if let set = variables["HOME"], !set.isEmpty { return set }
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    return unsafe buffer.withUnsafeMutableBufferPointer { bytes -> String? in
      guard let start = bytes.baseAddress,
        unsafe getpwuid_r(getuid(), &entry, start, bytes.count, &found) == 0,
        let folder = unsafe found?.pointee.pw_dir
      else { return nil }
      let path = unsafe String(cString: folder)
      return path.hasPrefix("/") ? path : nil
    }
  }

  /// The path to start this process's program again, even after its file was replaced.
  public static var ownProgram: String { unsafe String(cString: platform_own_program()) }
}

/// The folders for a person's files of a program, by the XDG base directory specification.
///
/// Without `HOME`, as in some jobs of a system, the home folder is that in the database of users.
public struct ProgramFolders: Hashable, Sendable {
  /// The person's data: `$XDG_DATA_HOME/NAME`, or else `~/.local/share/NAME`.
  public let data: String
  /// The saved state: `$XDG_STATE_HOME/NAME`, or else `~/.local/state/NAME`.
  public let state: String
  /// The settings: `$XDG_CONFIG_HOME/NAME`, or else `~/.config/NAME`.
  public let configuration: String
  /// The files that can be made again: `$XDG_CACHE_HOME/NAME`, or else `~/.cache/NAME`.
  public let cache: String

  /// Creates the paths for a program from the environment; the folders need not exist.
  public init(_ name: String) {
    var variables = Machine.variables([
      "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
    ])
    variables["HOME"] = Machine.homeFolder()
    self.init(name, variables: variables)
  }

  /// Creates the paths for a program from given variables; without `HOME`, the root is the home.
  public init(_ name: String, variables: [String: String]) {
    let home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? ""
    func folder(_ variable: String, _ fallback: String) -> String {
      // The specification says that relative paths are ignored.
      let set = variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return "\(set ?? "\(home)/\(fallback)")/\(name)"
    }
    data = folder("XDG_DATA_HOME", ".local/share")
    state = folder("XDG_STATE_HOME", ".local/state")
    configuration = folder("XDG_CONFIG_HOME", ".config")
    cache = folder("XDG_CACHE_HOME", ".cache")
  }
}
