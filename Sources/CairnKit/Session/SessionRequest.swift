/// What a session can't do without a terminal, for whoever drives it.
enum SessionRequest: Hashable {
  case quit
  case suspend
  case redraw
  case external(String)
}
