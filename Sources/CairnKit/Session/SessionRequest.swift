internal import CairnScreens

/// What a session can't do without a terminal, for whoever drives it.
enum SessionRequest {
  case quit
  case suspend
  case redraw
  case external(String)
  case copy(String, what: String)
  case run(ForegroundProgram)
}
