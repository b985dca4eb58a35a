/// What a session can't do without a terminal, for whoever drives it.
enum SessionRequest: Hashable {
  case quit
  case suspend
  case redraw
  case external(String)
  case copy(String, what: String)
  /// To run a program in front with these words, and to tell the session how it ended.
  case run([String])
}
