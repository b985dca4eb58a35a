import FuzzTargets
import Glibc

/// The main function of libFuzzer, which `-sanitize=fuzzer` links in.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Gives one reader of foreign bytes, named by `CAIRN_FUZZ`, inputs that libFuzzer grows.
@main
enum Driver {
  private static let target = getenv("CAIRN_FUZZ").flatMap { name in
    FuzzTarget.all.first { $0.name == String(cString: name) }
  }

  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments) { start, count in Driver.run(start, count) })
  }

  private static func run(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { preconditionFailure("CAIRN_FUZZ names no target") }
    if let law = target.run(Array(UnsafeBufferPointer(start: start, count: count))) {
      print("broken law: \(law)")
      abort()
    }
    return 0
  }
}
