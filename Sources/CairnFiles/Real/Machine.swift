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

/// The machine's clock.
public enum SystemClock {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public static var microseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}

/// Where a program keeps what belongs to a person, as the XDG base directory specification says.
public struct ProgramFolders: Hashable, Sendable {
  /// For what a person made: `$XDG_DATA_HOME/NAME`, else `~/.local/share/NAME`.
  public let data: String
  /// For where a person was: `$XDG_STATE_HOME/NAME`, else `~/.local/state/NAME`.
  public let state: String
  /// For what a person has set: `$XDG_CONFIG_HOME/NAME`, else `~/.config/NAME`.
  public let configuration: String
  /// For what can be made again: `$XDG_CACHE_HOME/NAME`, else `~/.cache/NAME`.
  public let cache: String

  /// The folders of the program called `name`, which need not exist yet.
  public init(_ name: String) {
    var variables: [String: String] = [:]
    let folders = ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"]
    for variable in ["HOME"] + folders {
      variables[variable] = unsafe getenv(variable).map { unsafe String(cString: $0) }
    }
    self.init(name, variables: variables)
  }

  /// The folders of the program called `name` where a process has these variables.
  public init(_ name: String, variables: [String: String]) {
    let home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    func folder(_ variable: String, _ fallback: String) -> String {
      // The specification has a relative path ignored.
      let set = variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return "\(set ?? "\(home)/\(fallback)")/\(name)"
    }
    data = folder("XDG_DATA_HOME", ".local/share")
    state = folder("XDG_STATE_HOME", ".local/state")
    configuration = folder("XDG_CONFIG_HOME", ".config")
    cache = folder("XDG_CACHE_HOME", ".cache")
  }
}
