extension String {
  /// The first control character, with the byte that it starts at; no URL or pattern may have one.
  var firstControl: (scalar: Unicode.Scalar, offset: Int)? {
    var offset = 0
    for scalar in unicodeScalars {
      if scalar.properties.generalCategory == .control { return (scalar, offset) }
      offset += UTF8.width(scalar)
    }
    return nil
  }
}
