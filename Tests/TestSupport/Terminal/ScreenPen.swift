/// How the next characters on a terminal look.
public struct ScreenPen: Hashable, Sendable {
  /// The attributes that are on: `bold`, `dim`, `italic`, `underline`, `reverse`.
  public private(set) var attributes: Set<String> = []
  /// The number of the text's color; `nil` is the usual one.
  public private(set) var foreground: Int?
  /// The number of the color behind the text; `nil` is the usual one.
  public private(set) var background: Int?

  /// The usual look.
  public init() {}

  private static let switches: [Int: (attributes: [String], isOn: Bool)] = [
    1: (["bold"], true), 2: (["dim"], true), 3: (["italic"], true), 4: (["underline"], true),
    7: (["reverse"], true), 22: (["bold", "dim"], false), 23: (["italic"], false),
    24: (["underline"], false), 27: (["reverse"], false),
  ]

  /// Follows `CSI … m`, and says whether every number was known.
  mutating func follow(_ parameters: [Int]) -> Bool {
    var rest = (parameters.isEmpty ? [0] : parameters)[...]
    while let number = rest.popFirst() {
      if let change = Self.switches[number] {
        for attribute in change.attributes {
          if change.isOn { attributes.insert(attribute) } else { attributes.remove(attribute) }
        }
        continue
      }
      switch number {
      case 0: self = ScreenPen()
      case 30...37: foreground = number - 30
      case 90...97: foreground = number - 82
      case 39: foreground = nil
      case 40...47: background = number - 40
      case 100...107: background = number - 92
      case 49: background = nil
      case 38 where rest.first == 5 && rest.count > 1: foreground = rest.dropFirst().first
      case 48 where rest.first == 5 && rest.count > 1: background = rest.dropFirst().first
      default: return false
      }
      if number == 38 || number == 48 { rest = rest.dropFirst(2) }
    }
    return true
  }
}
