/// A reader of foreign bytes, and what must hold whatever the bytes are.
///
/// `make fuzz` gives it inputs that a fuzzer grows toward paths not taken yet; the tests give it
/// the inputs that were kept, and changes of them.
public struct FuzzTarget: Sendable {
  /// The name, which is also that of the folder of kept inputs.
  public let name: String
  /// Whether a try takes milliseconds, because files are written.
  public let isSlow: Bool
  private let body: @Sendable ([UInt8]) throws -> Void

  /// A law that an input broke.
  public struct BrokenLaw: Error, CustomStringConvertible {
    /// What should have been.
    public let description: String
  }

  init(_ name: String, isSlow: Bool = false, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.isSlow = isSlow
    self.body = body
  }

  /// Reads `bytes`.
  ///
  /// - Returns: the law that they broke, `nil` for none; that they are no valid input is no breach.
  public func run(_ bytes: [UInt8]) -> BrokenLaw? {
    do {
      try body(bytes)
    } catch let law as BrokenLaw {
      return law
    } catch {}
    return nil
  }

  /// All readers of foreign bytes.
  public static let all: [FuzzTarget] = [
    records, journal, frame, model, filter, address, url, pattern, state, csv, dialect, json,
    cards, rec, markdown, calendar,
  ]
}

/// Throws the law unless it holds.
func hold(_ condition: Bool, _ law: @autoclosure () -> String) throws(FuzzTarget.BrokenLaw) {
  if !condition { throw FuzzTarget.BrokenLaw(description: law()) }
}
