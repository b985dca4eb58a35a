internal import CPlatform

/// What the number of a system error means.
func systemErrorText(_ code: Int32) -> String {
  guard let text = unsafe platform_error_text(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
