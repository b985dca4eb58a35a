/// Makes a screen's state of one version a state of the next.
///
/// The encoder starts with all that the decoder has; a key's old name is removed by encoding nil.
public typealias StateMigration = (
  _ old: StateDecoder, _ new: inout StateEncoder
) throws -> Void

extension StateValue {
  /// The state as `version` knows it.
  ///
  /// - Throws: ``NavigationError/newerState(version:known:)``,
  ///   ``NavigationError/noMigration(version:)``, or what a migration throws.
  func migrated(
    from old: Int, to version: Int, by migrations: [Int: StateMigration]
  ) throws -> StateValue {
    guard !isEmpty else { return self }
    guard old <= version else { throw NavigationError.newerState(version: old, known: version) }
    var value = self
    for step in old..<version {
      guard let migration = migrations[step] else {
        throw NavigationError.noMigration(version: step)
      }
      var encoder = StateEncoder(continuing: value)
      try migration(StateDecoder(value), &encoder)
      value = encoder.value
    }
    return value
  }
}
