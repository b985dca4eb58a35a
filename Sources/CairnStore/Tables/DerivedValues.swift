internal import Synchronization

/// Values that are computed from a chunk when first asked for, one of each type, and then kept.
final class DerivedValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The value of type `Derived`, made by `make` the first time.
  ///
  /// Two threads that ask at once may both make it; the first one's is kept.
  func value<Derived: Sendable>(_ type: Derived.Type, make: () -> Derived) -> Derived {
    let identifier = ObjectIdentifier(type)
    if let known = values.withLock({ $0[identifier] }) as? Derived { return known }
    let made = make()
    return values.withLock { values in
      if let known = values[identifier] as? Derived { return known }
      values[identifier] = made
      return made
    }
  }
}
