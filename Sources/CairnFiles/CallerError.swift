/// Carries the error of a caller's closure through a function with errors of a type of its own.
///
/// So a closure that a user of the library writes may throw any error, without naming a type:
///
///     var caller = CallerError()
///     do {
///       try commit(title: title) { draft throws(StoreError) in
///         try caller.keep(stoppingWith: StoreError.canceled) { try make(&draft) }
///       }
///     } catch {
///       throw caller.orElse(error)
///     }
package struct CallerError {
  private var kept: (any Error)?

  /// Creates a carrier without an error.
  package init() {}

  /// Does work of the caller, and keeps its error.
  ///
  /// - Parameters:
  ///   - stop: the error that ends the function instead.
  ///   - work: the caller's work.
  /// - Returns: the result of the work.
  /// - Throws: `stop`, if the work fails.
  package mutating func keep<Output, Failure: Error>(
    stoppingWith stop: @autoclosure () -> Failure, _ work: () throws -> Output
  ) throws(Failure) -> Output {
    do {
      return try work()
    } catch {
      kept = error
      throw stop()
    }
  }

  /// The caller's own error, or else the error of the function.
  package func orElse(_ error: any Error) -> any Error { kept ?? error }
}
