internal import CairnInterface
internal import CairnScreens

/// Decides which part of a picture is drawn now, and which part waits until the keys rest.
///
/// A line of 9600 baud takes a second for 960 bytes. A list of matches that is drawn at each typed
/// letter would lag behind by seconds, although only the last list is read. Rules:
///
/// 1. A key after a rest is drawn at once and whole.
/// 2. After a key that follows another one within `rest`, the deferred parts keep their cells. They
///    are drawn when no key has come for `rest`, and at the latest `limit` after the last whole
///    picture.
/// 3. The deferred parts also wait for the result of a search, for at most `resultWait`, so that
///    they are not drawn twice.
/// 4. Cells are kept only within the same layers at the same size, or while a person goes from
///    record to record.
struct DrawingPace {
  /// The time without a key after which everything is drawn.
  ///
  /// Many people type a letter each 200 ms or faster.
  static let rest = Duration.milliseconds(200)
  /// The maximum time between two whole pictures.
  static let limit = Duration.milliseconds(500)
  /// The maximum wait for the result of a search.
  static let resultWait = Duration.milliseconds(100)

  /// The time of the next drawing, if a part of the picture waits.
  private(set) var due: ContinuousClock.Instant?
  /// Whether the last picture is of another kind than the one before, so that clearing the terminal
  /// first costs fewer bytes than overwriting its rows.
  private(set) var isNewPage = false
  private var shown: Canvas?
  private var layers: [ObjectIdentifier] = []
  private var lastKey: ContinuousClock.Instant?
  /// Whether the last key followed another one within `rest`.
  private var isFast = false
  private var lastWhole: ContinuousClock.Instant?

  /// Notes a key, a click, or a turn of the wheel.
  mutating func noteKey(at now: ContinuousClock.Instant) {
    isFast = lastKey.map { now < $0.advanced(by: Self.rest) } ?? false
    lastKey = now
  }

  /// Returns the picture of a session to draw now.
  mutating func picture(of session: Session, at now: ContinuousClock.Instant) -> Canvas {
    let (deferred, layers) = session.deferredParts
    isNewPage = session.isCovered && self.layers != layers
    return picture(
      of: session.drawInColors(), deferred, in: layers,
      isStepping: session.isStepping, at: now)
  }

  /// Returns the picture to draw now: the canvas, or the canvas with some cells of the last picture.
  mutating func picture(
    of canvas: Canvas, _ deferred: DeferredParts, in layers: [ObjectIdentifier],
    isStepping: Bool = false,
    at now: ContinuousClock.Instant
  ) -> Canvas {
    let mayKeep = shown?.size == canvas.size && (isStepping || self.layers == layers)
    self.layers = layers
    if mayKeep, let shown, let end = end(deferred), now < end {
      let kept = canvas.keeping(deferred.parts, from: shown)
      if kept != canvas {
        (due, self.shown) = (end, kept)
        return kept
      }
    }
    (due, shown, lastWhole) = (nil, canvas, now)
    return canvas
  }

  /// The end of the wait after the last key; `nil` for no wait.
  private func end(_ deferred: DeferredParts) -> ContinuousClock.Instant? {
    guard let lastKey, let lastWhole, !deferred.parts.isEmpty else { return nil }
    let rest = min(lastKey.advanced(by: Self.rest), lastWhole.advanced(by: Self.limit))
    let result = lastKey.advanced(by: Self.resultWait)
    return [isFast ? rest : nil, deferred.awaitsResult ? result : nil].compactMap(\.self).max()
  }
}

extension Canvas {
  /// The canvas with the cells of some regions, and a cursor in them, from another one.
  fileprivate func keeping(_ regions: [Region], from other: Canvas) -> Canvas {
    var canvas = self
    for region in regions { canvas.keep(region, from: other) }
    if let cursor = canvas.cursor, regions.contains(where: { $0.contains(cursor) }) {
      canvas.cursor = other.cursor
    }
    return canvas
  }
}

extension Event {
  /// Whether a person made the input, not the terminal.
  var isByPerson: Bool {
    switch self {
    case .key, .mouse, .paste, .pasteStopped: true
    case .resize, .focus, .colors: false
    }
  }
}
