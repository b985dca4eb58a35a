/// The plain text of LaTeX, as bibliographies have it.
///
/// Accents and names of letters become letters, braces and commands for fonts disappear, and
/// formulas stay as they are. An unknown command stays as written.
struct LaTeXText {
  private var rest: Substring.UnicodeScalarView
  private var text = String.UnicodeScalarView()

  /// Returns the text without LaTeX.
  static func plain(_ latex: String) -> String {
    var reader = LaTeXText(rest: Substring(latex).unicodeScalars)
    while let scalar = reader.rest.popFirst() { reader.take(scalar) }
    return withoutExtraBlanks(String(reader.text))
  }

  /// Returns the text of an address, in which only escapes have a meaning.
  static func address(_ latex: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in latex.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, !"_%&#~$\\{}".unicodeScalars.contains(scalar) { text.append("\\") }
      if isEscaped || !"{}".unicodeScalars.contains(scalar) { text.append(scalar) }
      isEscaped = false
    }
    return withoutExtraBlanks(String(text))
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\\": takeCommand()
    case "{", "}": break
    case "~": text.append(" ")
    case "$": takeFormula()
    case "-" where take("--"): text.append("\u{2014}")
    case "-" where take("-"): text.append("\u{2013}")
    case "`" where take("`"): text.append("\u{201C}")
    case "'" where take("'"): text.append("\u{201D}")
    default: text.append(scalar)
    }
  }

  /// Takes `word` if it follows.
  private mutating func take(_ word: String) -> Bool {
    guard rest.starts(with: word.unicodeScalars) else { return false }
    rest.removeFirst(word.unicodeScalars.count)
    return true
  }

  private mutating func takeFormula() {
    guard let end = rest.firstIndex(of: "$") else { return text.append("$") }
    text.append("$")
    text += rest[...end]
    rest = rest[rest.index(after: end)...]
  }

  // MARK: - Commands

  private mutating func takeCommand() {
    guard let first = rest.popFirst() else { return text.append("\\") }
    guard first.properties.isAlphabetic, first.isASCII else {
      if let accent = Self.accents[Character(first)] { return takeLetter(under: accent) }
      switch first {
      case "\\", "\n", ",", ";", ":": text.append(" ")
      case "-", "/", "!": break
      default: text.append(first)
      }
      return
    }
    var name = String(first)
    while let next = rest.first, next.isASCII, next.properties.isAlphabetic {
      name.unicodeScalars.append(next)
      rest.removeFirst()
    }
    if name.unicodeScalars.count == 1, let accent = Self.accents[Character(name)] {
      return takeLetter(under: accent)
    }
    if let letter = Self.letters[name] {
      skipBlanks()
      text += letter.unicodeScalars
    } else if Self.fonts.contains(name) {
      skipBlanks()
    } else {
      text += ("\\" + name).unicodeScalars
    }
  }

  /// Blanks after a command only end its name.
  private mutating func skipBlanks() {
    while rest.first == " " { rest.removeFirst() }
    if rest.starts(with: "{}".unicodeScalars) { rest.removeFirst(2) }
  }

  /// Takes the letter that follows a command for an accent, perhaps in braces.
  private mutating func takeLetter(under accent: (mark: Unicode.Scalar, letters: String)) {
    while rest.first == " " || rest.first == "{" { rest.removeFirst() }
    // In \'{\i}, the letter is the one without a point.
    if rest.first == "\\" {
      let name = rest.dropFirst().first
      guard name == "i" || name == "j" else { return text.append(accent.mark) }
      rest.removeFirst()
    }
    guard let letter = rest.popFirst(), letter != "}" else { return }
    let pairs = Array(accent.letters)
    let place = stride(from: 0, to: pairs.count, by: 2).first { pairs[$0] == Character(letter) }
    if let place {
      text += String(pairs[place + 1]).unicodeScalars
    } else {
      text.append(letter)
      text.append(accent.mark)
    }
  }

  /// Returns the text with one blank between words, and with its paragraphs.
  private static func withoutExtraBlanks(_ text: String) -> String {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
      if words.isEmpty, paragraphs.last?.isEmpty == false { paragraphs.append([]) }
      paragraphs[paragraphs.count - 1] += words
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: "\n\n")
  }
}

extension LaTeXText {
  /// The commands that name a letter or a sign.
  private static let letters = [
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ",
    "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "textendash": "–", "textemdash": "—", "ldots": "…",
    "dots": "…", "textellipsis": "…", "copyright": "©", "textregistered": "®",
    "texttrademark": "™", "pounds": "£", "texteuro": "€", "euro": "€", "S": "§", "P": "¶",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”",
    "textdegree": "°", "textasciitilde": "~", "textbackslash": "\\", "textunderscore": "_",
    "textbar": "|", "textless": "<", "textgreater": ">", "LaTeX": "LaTeX", "TeX": "TeX",
    "quad": " ", "qquad": " ", "newline": " ", "par": "\n\n",
  ]

  /// The commands that only change how their argument looks.
  private static let fonts: Set<String> = [
    "emph", "textit", "textbf", "textsc", "texttt", "textrm", "textsf", "textsl", "textup",
    "textmd", "textnormal", "textsuperscript", "textsubscript", "mbox", "text", "enquote", "url",
    "em", "it", "bf", "sc", "tt", "rm", "sf", "sl", "relax", "protect", "noopsort",
    "uppercase", "lowercase", "MakeUppercase", "MakeLowercase", "bibinfo",
  ]

  /// The commands for accents: the combining mark, and pairs of a letter and the accented letter.
  private static let accents: [Character: (mark: Unicode.Scalar, letters: String)] = [
    "`": ("\u{0300}", "AÀaàEÈeèIÌiìNǸnǹOÒoòUÙuùWẀwẁYỲyỳ"),
    "'": ("\u{0301}", "AÁaáCĆcćEÉeéGǴgǵIÍiíKḰkḱLĹlĺMḾmḿNŃnńOÓoóPṔpṕRŔrŕSŚsśUÚuúWẂwẃYÝyýZŹzź"),
    "^": ("\u{0302}", "AÂaâCĈcĉEÊeêGĜgĝHĤhĥIÎiîJĴjĵOÔoôSŜsŝUÛuûWŴwŵYŶyŷZẐzẑ"),
    "~": ("\u{0303}", "AÃaãEẼeẽIĨiĩNÑnñOÕoõUŨuũVṼvṽYỸyỹ"),
    "\"": ("\u{0308}", "AÄaäEËeëHḦhḧIÏiïOÖoötẗUÜuüWẄwẅXẌxẍYŸyÿ"),
    "=": ("\u{0304}", "AĀaāEĒeēGḠgḡIĪiīOŌoōUŪuūYȲyȳ"),
    ".": (
      "\u{0307}",
      "AȦaȧBḂbḃCĊcċDḊdḋEĖeėFḞfḟGĠgġHḢhḣIİMṀmṁNṄnṅOȮoȯPṖpṗRṘrṙSṠsṡTṪtṫWẆwẇXẊxẋYẎyẏZŻzż"
    ),
    "u": ("\u{0306}", "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ"),
    "v": ("\u{030C}", "AǍaǎCČcčDĎdďEĚeěGǦgǧHȞhȟIǏiǐjǰKǨkǩLĽlľNŇnňOǑoǒRŘrřSŠsšTŤtťUǓuǔZŽzž"),
    "H": ("\u{030B}", "OŐoőUŰuű"),
    "c": ("\u{0327}", "CÇcçDḐdḑEȨeȩGĢgģHḨhḩKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ"),
    "k": ("\u{0328}", "AĄaąEĘeęIĮiįOǪoǫUŲuų"),
    "r": ("\u{030A}", "AÅaåUŮuůwẘyẙ"),
    "d": (
      "\u{0323}",
      "AẠaạBḄbḅDḌdḍEẸeẹHḤhḥIỊiịKḲkḳLḶlḷMṂmṃNṆnṇOỌoọRṚrṛSṢsṣTṬtṭUỤuụVṾvṿWẈwẉYỴyỵZẒzẓ"
    ),
    "b": ("\u{0331}", "BḆbḇDḎdḏhẖKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕ"),
  ]
}
