/// Whether work is to end with nothing changed, asked as it goes on.
struct CancellationCheck {
  private let isCanceled: () -> Bool

  /// A check that asks `isCanceled`; without it, work goes on to its end.
  init(_ isCanceled: @escaping () -> Bool = { false }) { self.isCanceled = isCanceled }

  /// - Throws: `StoreError.canceled` where the work is to end.
  func callAsFunction() throws(StoreError) {
    if isCanceled() { throw .canceled }
  }
}
