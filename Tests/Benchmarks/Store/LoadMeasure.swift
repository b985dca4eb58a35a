import CairnFiles
import CairnStore
import Glibc

/// Reading the text of all places into memory, and the memory that they then take.
///
/// Counted for one processor; the store uses two where there are many files.
struct LoadMeasure: Measure {
  let sample: StoreSample
  let name = "text read into columns"
  private static let rounds = 7

  func figures() throws -> [Figure] {
    let bytes = Double(try Self.size(of: "\(sample.path)/data/Place"))
    var (speed, memory) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      Self.giveBackMemory()
      let before = try Self.anonymousMemory()
      let store = try sample.reopened()
      let time = try processorTimed {
        let table = try store.snapshot.load("Place")
        guard table.chunks.reduce(0, { $0 + $1.count }) == sample.rows else {
          throw BenchError("some places are missing")
        }
      }
      speed.add(bytes / 1_000_000 / time.inSeconds)
      memory.add(Double(try Self.anonymousMemory() - before))
    }
    return [
      Figure(name: name, quantity: .megabytesPerSecond, own: speed, goal: .atLeast(300)),
      Figure(name: "… memory for all of it", quantity: .kibibytes, own: memory),
    ]
  }

  /// Gives the system what earlier rounds left, which would hide what the next one takes.
  private static func giveBackMemory() {
    typealias Trim = @convention(c) (Int) -> Int32
    // Swift does not import it.
    guard let address = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(address, to: Trim.self)(0)
  }

  private static func size(of path: String) throws -> Int {
    var size = 0
    for name in try RealFileSystem().list(path) {
      let path = "\(path)/\(name)"
      if name.hasSuffix(".rec") {
        size += Int(try RealFileSystem().status(of: path)?.size ?? 0)
      } else {
        size += try Self.size(of: path)
      }
    }
    return size
  }

  /// What this process has in memory that no file holds, in KiB.
  private static func anonymousMemory() throws -> Int {
    let line = try Text.lines(of: "/proc/self/status").first { $0.hasPrefix("RssAnon:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
