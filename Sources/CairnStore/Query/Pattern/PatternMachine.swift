/// Searches texts for an expression, and caches the states that it meets from text to text.
struct PatternMachine: Sendable {
  /// The kind of the scalar before the next one.
  private enum Before: Hashable, Sendable {
    case nothing, word, other
  }

  /// The active instructions of a search, and the kind of the last scalar.
  private struct Position: Hashable, Sendable {
    var instructions: [Int]
    var before: Before
  }

  /// A position, and its known successors by scalar.
  private struct State: Sendable {
    let position: Position
    var ascii = [Int32](repeating: PatternMachine.unknown, count: 128)
    var others: [Unicode.Scalar: Int32] = [:]
  }

  private static let unknown: Int32 = -1
  private static let found: Int32 = -2
  private static let stateLimit = 1000
  private static let start = Position(instructions: [0], before: .nothing)

  private let program: PatternProgram
  private var states: [State] = []
  private var numbers: [Position: Int32] = [:]

  init(_ program: PatternProgram) {
    self.program = program
  }

  mutating func isFound(in text: String) -> Bool {
    var current = number(of: Self.start)
    for scalar in text.unicodeScalars {
      let next = step(from: Int(current), scalar)
      if next == Self.found { return true }
      current = next
    }
    return reach(from: states[Int(current)].position, next: nil) == nil
  }

  private mutating func step(from state: Int, _ scalar: Unicode.Scalar) -> Int32 {
    let known =
      scalar.isASCII
      ? states[state].ascii[Int(scalar.value)] : states[state].others[scalar] ?? Self.unknown
    if known != Self.unknown { return known }
    let position = states[state].position
    guard let reached = reach(from: position, next: scalar) else {
      note(Self.found, from: state, scalar)
      return Self.found
    }
    // A match may begin at each scalar.
    var taken: Set<Int> = [0]
    for place in reached {
      if case .one(let set) = program.instructions[place], set.contains(scalar) {
        taken.insert(place + 1)
      }
    }
    let next = Position(instructions: taken.sorted(), before: scalar.isWord ? .word : .other)
    if states.count >= Self.stateLimit, numbers[next] == nil {
      // The cache is emptied to limit its memory; lost states are computed again.
      states = []
      numbers = [:]
      return number(of: next)
    }
    let number = number(of: next)
    note(number, from: state, scalar)
    return number
  }

  private mutating func note(_ number: Int32, from state: Int, _ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      states[state].ascii[Int(scalar.value)] = number
    } else if states[state].others.count < Self.stateLimit {
      states[state].others[scalar] = number
    }
  }

  private mutating func number(of position: Position) -> Int32 {
    if let known = numbers[position] { return known }
    let number = Int32(states.count)
    states.append(State(position: position))
    numbers[position] = number
    return number
  }

  /// Returns the instructions that consume a scalar and are reachable without one; `nil` for a
  /// match.
  private func reach(from position: Position, next: Unicode.Scalar?) -> [Int]? {
    var isVisited = [Bool](repeating: false, count: program.instructions.count)
    var waiting = position.instructions
    var reached: [Int] = []
    while let place = waiting.popLast() {
      guard !isVisited[place] else { continue }
      isVisited[place] = true
      switch program.instructions[place] {
      case .one: reached.append(place)
      case .split(let first, let second): waiting += [first, second]
      case .jump(let target): waiting.append(target)
      case .place(let wanted):
        if Self.isAt(wanted, position.before, next) { waiting.append(place + 1) }
      case .match: return nil
      }
    }
    return reached
  }

  private static func isAt(
    _ place: PatternNode.Place, _ before: Before, _ next: Unicode.Scalar?
  ) -> Bool {
    let isEdge = (before == .word) != (next?.isWord ?? false)
    return switch place {
    case .start: before == .nothing
    case .end: next == nil
    case .wordEdge: isEdge
    case .noWordEdge: !isEdge
    }
  }
}

/// An expression as a program; a search follows several of its instructions at once.
struct PatternProgram: Sendable {
  enum Instruction: Hashable, Sendable {
    /// Consumes a scalar of the set; the next instruction follows.
    case one(ScalarSet)
    /// Continues at both instructions.
    case split(Int, Int)
    /// Continues at the instruction.
    case jump(Int)
    /// Continues with the next instruction if the text is at this place.
    case place(PatternNode.Place)
    /// The expression is found.
    case match
  }

  private(set) var instructions: [Instruction] = []
  private static let limit = 1000

  init(_ text: String) throws(PatternError) {
    var parser = PatternParser(text)
    try append(try parser.parse())
    try add(.match)
  }

  private mutating func add(_ instruction: Instruction) throws(PatternError) {
    guard instructions.count < Self.limit else {
      throw PatternError(reason: "it is too long, with its repetitions written out")
    }
    instructions.append(instruction)
  }

  private mutating func append(_ node: PatternNode) throws(PatternError) {
    switch node {
    case .one(let set): try add(.one(set))
    case .place(let place): try add(.place(place))
    case .sequence(let nodes): for node in nodes { try append(node) }
    case .choice(let nodes): try append(choice: nodes[...])
    case .repetition(let node, let least, let most):
      for _ in 0..<least {
        let start = instructions.count
        try append(node)
        // Repeating the empty expression adds nothing.
        if instructions.count == start { break }
      }
      if let most {
        for _ in least..<most { try append(optional: node) }
      } else {
        try append(any: node)
      }
    }
  }

  private mutating func append(choice nodes: ArraySlice<PatternNode>) throws(PatternError) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      try add(.jump(0))
      try append(node)
      jumps.append(instructions.count)
      try add(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = nodes.last { try append(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func append(optional node: PatternNode) throws(PatternError) {
    let split = instructions.count
    try add(.jump(0))
    try append(node)
    instructions[split] = .split(split + 1, instructions.count)
  }

  private mutating func append(any node: PatternNode) throws(PatternError) {
    let split = instructions.count
    try add(.jump(0))
    try append(node)
    try add(.jump(split))
    instructions[split] = .split(split + 1, instructions.count)
  }
}
