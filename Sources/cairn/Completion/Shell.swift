/// A shell that completes words.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The answer that tells the shell to complete names of files.
  static let fileMark = ":file"

  /// The script of the shell, which calls the program for each word.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # Completes the words of cairn in bash.
    _cairn() {
      mapfile -t COMPREPLY < <(
        "${1/#\~/$HOME}" complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      if [[ ${COMPREPLY[0]-} == :file ]]; then
        COMPREPLY=()
        compopt -o bashdefault -o default 2>/dev/null
      elif [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=:] ]]; then
        compopt -o nospace 2>/dev/null
      fi
    }
    complete -F _cairn cairn

    """#

  private static let zshScript = #"""
    #compdef cairn
    # Completes the words of cairn in zsh.
    _cairn() {
      local -a answers texts shown open open_shown
      local answer text
      answers=("${(@f)$("${(Q)words[1]/#\~/$HOME}" complete zsh "${(@Q)words[2,CURRENT-1]}" \
        "${(Q)PREFIX}" 2>/dev/null)}")
      if [[ $answers[1] == :file ]]; then
        _files
        return
      fi
      for answer in $answers; do
        text=${answer%%$'\t'*}
        [[ -n $text ]] || continue
        [[ $answer == *$'\t'* ]] && answer="$text  -- ${answer#*$'\t'}"
        if [[ $text == *[/=:] ]]; then
          open+=("$text") open_shown+=("$answer")
        else
          texts+=("$text") shown+=("$answer")
        fi
      done
      (( $#texts )) && compadd -l -d shown -a texts
      (( $#open )) && compadd -S '' -l -d open_shown -a open
      (( $#texts + $#open ))
    }
    if [[ $funcstack[1] == _cairn ]]; then
      _cairn "$@"
    else
      compdef _cairn cairn
    fi

    """#

  private static let fishScript = #"""
    # Completes the words of cairn in fish.
    function __cairn_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l answers ($words[1] complete fish $words[2..-1] (string unescape -- $current; or echo -- $current) 2>/dev/null)
      if test "$answers[1]" = :file
        __fish_complete_path $current
      else if test (count $answers) -gt 0
        printf '%s\n' $answers
      end
    end
    complete -c cairn -f -a '(__cairn_complete)'

    """#
}
