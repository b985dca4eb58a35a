/// A parameter that takes every text which its capture's type accepts, so that a look-up needn't
/// try.
protocol WholeParameter: RouteParameter {}

extension String: WholeParameter {}
extension Int: WholeParameter {}
extension UInt: WholeParameter {}
extension Double: WholeParameter {}
extension Bool: WholeParameter {}
extension PortableID: WholeParameter {}
extension ScreenURL: WholeParameter {}
extension UnmatchedURL: WholeParameter {}
extension Array: WholeParameter where Element == String {}
extension Optional: WholeParameter where Wrapped: WholeParameter & CaptureValue {}
