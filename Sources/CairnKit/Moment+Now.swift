public import CairnNavigation
internal import FoundationEssentials

extension Moment {
  /// The present moment by the machine's clock.
  public static var now: Moment {
    Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
