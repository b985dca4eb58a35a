/// How long ago something was, in the shortest words.
package enum Age {
  /// "now", "5m", "3h", "2d", "6w", "4mo" or "1y".
  package static func text(seconds: Int64) -> String {
    switch seconds {
    case ..<60: "now"
    case ..<3600: "\(seconds / 60)m"
    case ..<86_400: "\(seconds / 3600)h"
    case ..<(14 * 86_400): "\(seconds / 86_400)d"
    case ..<(60 * 86_400): "\(seconds / (7 * 86_400))w"
    case ..<(365 * 86_400): "\(seconds / (30 * 86_400))mo"
    default: "\(seconds / (365 * 86_400))y"
    }
  }
}
