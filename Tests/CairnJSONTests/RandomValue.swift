import CairnJSON
import TestSupport

extension JSONValue {
  /// A value of any kind, with texts and numbers that are likely to be got wrong.
  static func random(_ random: inout SeededGenerator, depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &random) {
    case 0: return [.null, true, false].randomElement(using: &random) ?? .null
    case 1: return .number(JSONNumber(Int64.random(in: .min ... .max, using: &random)))
    case 2:
      let double = Double(bitPattern: random.next())
      return JSONNumber(double).map { .number($0) } ?? .null
    case 3: return .string(randomText(&random))
    case 4:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Self.random(&random, depth: depth - 1)
        })
    default:
      return .object(
        JSONObject(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            .init(name: randomText(&random), value: Self.random(&random, depth: depth - 1))
          }))
    }
  }

  private static func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "\"", "\\", "/", "\n", "\r\n", "\0", "\u{1F}", "é", "🍵", "\u{2028}", "]", " ",
    ]
    return (0..<Int.random(in: 0...6, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }
}
