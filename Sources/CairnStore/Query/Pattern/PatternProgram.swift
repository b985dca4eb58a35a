/// An expression as instructions, between which a search is at several at once.
struct PatternProgram: Sendable {
  enum Instruction: Hashable, Sendable {
    /// Takes a scalar of the set and goes on behind.
    case one(ScalarSet)
    /// Goes on at both.
    case split(Int, Int)
    /// Goes on there.
    case jump(Int)
    /// Goes on behind if the text is at such a place.
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
        // Nothing, however often, is nothing.
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
