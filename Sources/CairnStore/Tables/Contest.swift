/// Why a record does not change: its text has it in several ways, and a person is to choose.
enum Contest: Hashable, Sendable {
  /// Both sides of a merge that could not decide stand for it.
  case merge

  /// Records that differ have its Id; they begin on these lines, ascending.
  case repetition(lines: [Int])
}
