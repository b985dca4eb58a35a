/// What a figure counts, and how it is written.
enum Quantity {
  case seconds
  case bytes
  case kibibytes
  case times
  /// Millions of bytes in a second.
  case megabytesPerSecond

  func text(_ value: Double) -> String {
    switch self {
    case .seconds where value < 0.000995: Self.rounded(value * 1_000_000, 2) + " µs"
    case .seconds where value < 0.0995: Self.rounded(value * 1000, value < 0.00995 ? 2 : 1) + " ms"
    case .seconds where value < 0.9995: Self.rounded(value * 1000, 0) + " ms"
    case .seconds: Self.rounded(value, 2) + " s"
    case .bytes: Self.rounded(value, 0) + " B"
    case .kibibytes: Self.rounded(value / 1024, 0) + " MiB"
    case .times: Self.rounded(value, 0)
    case .megabytesPerSecond: Self.rounded(value, 0) + " MB/s"
    }
  }

  /// The median, with the least and the greatest behind it.
  func text(_ samples: Samples) -> String {
    guard samples.values.count > 1 else { return text(samples.median) }
    return "\(text(samples.median)) (\(text(samples.least)) to \(text(samples.greatest)))"
  }

  /// A number with `places` digits behind the point.
  static func rounded(_ value: Double, _ places: Int) -> String {
    guard places > 0 else { return String(Int(value.rounded())) }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let number = Int((value * Double(scale)).rounded())
    let fraction = String(number % scale)
    return "\(number / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
