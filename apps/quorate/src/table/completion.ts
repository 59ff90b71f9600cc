/** Shell scripts that complete commands, made from the table. They call no service and no command. */
import { type Command, commandsOf, dashed, type Option, type Table } from './declare.ts'

type Shell = 'bash' | 'zsh' | 'fish'

export const completionFor = (shell: Shell, table: Table): string => SHELLS[shell](table)

const SHELLS: Record<Shell, (table: Table) => string> = { bash, zsh, fish }

/** The words that may follow a command: for `wallet`, its subcommands. */
function words(table: Table): Map<string, string[]> {
  const found = new Map<string, string[]>([['', ['help', '--help', '--version']]])
  const add = (before: string, word: string) => {
    const known = found.get(before) ?? []
    if (!known.includes(word)) found.set(before, [...known, word])
  }
  for (const { name, command } of commandsOf(table)) {
    const [first = '', second] = name.split(' ')
    add('', first)
    if (second !== undefined) add(first, second)
    for (const choice of Object.values(command.arguments ?? {}).flatMap(({ choices = [] }) => choices))
      add(name, choice)
    for (const option of ['--help', ...optionNames(command)]) add(name, option)
  }
  return found
}

const optionNames = ({ options = {} }: Command): string[] => Object.keys(options).map((name) => `--${dashed(name)}`)

/** Options that take a file. */
function fileOptions(table: Table): string[] {
  const all = [...commandsOf(table)].flatMap(({ command }) => Object.entries<Option>(command.options ?? {}))
  return [...new Set(all.filter(([, { kind }]) => kind === 'file').map(([name]) => `--${dashed(name)}`))]
}

function bash(table: Table): string {
  const cases = [...words(table)].map(([before, after]) => `    '${before}') words='${after.join(' ')}' ;;`)
  return `_quorate() {
  local word=\${COMP_WORDS[COMP_CWORD]} before='' words='' one count=0
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $one in -*) continue ;; esac
    [ $count -lt 2 ] && before="\${before:+$before }$one"
    count=$((count + 1))
  done
  case \${COMP_WORDS[COMP_CWORD-1]} in
    ${fileOptions(table).join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  while :; do
    case $before in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [ -n "$words" ] || [ -z "$before" ] && break
    case $before in *' '*) before=\${before% *} ;; *) break ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _quorate quorate`
}

/** zsh runs the script for bash. */
function zsh(table: Table): string {
  return `#compdef quorate
autoload -U +X bashcompinit && bashcompinit
${bash(table)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`

function fish(table: Table): string {
  const lines = ['complete -c quorate -f']
  const seen = new Set<string>()
  for (const { name, command } of commandsOf(table)) {
    const [first = '', second] = name.split(' ')
    const summary = quoted(second === undefined ? command.summary : (table[first]?.summary ?? ''))
    if (!seen.has(first)) lines.push(`complete -c quorate -n __fish_use_subcommand -a ${first} -d ${summary}`)
    seen.add(first)
    const within =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
    if (second !== undefined)
      lines.push(
        `complete -c quorate -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(command.summary)}`,
      )
    for (const { choices = [] } of Object.values(command.arguments ?? {}))
      if (choices.length > 0) lines.push(`complete -c quorate -n ${quoted(within)} -a ${quoted(choices.join(' '))}`)
    for (const [option, { summary, value, kind, choices }] of Object.entries<Option>(command.options ?? {}))
      lines.push(
        `complete -c quorate -n ${quoted(within)} -l ${dashed(option)} -d ${quoted(summary)}${value === undefined ? '' : kind === 'file' ? ' -r -F' : ' -x'}${choices ? ` -a ${quoted(choices.join(' '))}` : ''}`,
      )
  }
  return lines.join('\n')
}
