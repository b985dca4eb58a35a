import Glibc

/// How much of a search without an end a run of the tests does.
///
/// Tests that could go on for ever say what a run that nobody wants to wait for shall do;
/// `CAIRN_TORTURE` in the environment multiplies it, as `make torture` does:
///
///     for seed in SeededGenerator.seeds(Torture.rounds(2_000)) { … }
public enum Torture {
  /// How many times the usual is done, 1 without the variable.
  public static let factor = max(1, number(in: "CAIRN_TORTURE") ?? 1)

  /// The number that a variable of the environment holds, if it holds one.
  public static func number(in variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  /// Whether more than the usual is wanted, so that samples may become the whole.
  public static var isOn: Bool { factor > 1 }

  /// The rounds to do where `usual` are done in an ordinary run.
  public static func rounds(_ usual: Int) -> Int { usual * factor }
}
