// Group     the commands of one file in `commands/`. With a prefix, they are called `quorate <prefix> <command>`
// Command   a command's arguments and options, as data. The parser, the help, completions and docs/reference/cli.md are
// made from it
// Given     the values in a call of a command: its arguments and options by name

/** The form that the text of an argument or an option must have. */
export type Kind =
  | 'text'
  | 'integer'
  | 'id'
  | 'owner'
  | 'airdrop'
  | 'url'
  | 'file'
  | 'time'
  | 'amount'
  | 'number'
  | 'share'

export interface Argument {
  summary: string
  kind?: Kind
  optional?: true
  /** Takes all following arguments. */
  many?: true
  choices?: readonly string[]
}

/** Named in camel case: `dataDir` is `--data-dir`. An option whose name begins with `no` leaves something out. */
export interface Option {
  summary: string
  /** The name of its value in the help. An option without one is on or off. */
  value?: string
  kind?: Kind
  required?: true
  /** May be given several times. */
  many?: true
  choices?: readonly string[]
  default?: string
  /** The environment setting that replaces it. */
  env?: string
  /** Its one-letter name. */
  short?: string
}

export interface Command {
  summary: string
  /** Text in addition to the summary, for the help and docs/reference/cli.md. */
  description?: string
  /** In the order of the command line. */
  arguments?: Readonly<Record<string, Argument>>
  options?: Readonly<Record<string, Option>>
  /** Whole command lines. */
  examples?: readonly string[]
}

export interface Group {
  /** The heading in the help. */
  heading: string
  /** The word before the names of its commands, if any. */
  prefix?: string
  /** The purpose of the commands with a prefix. */
  summary?: string
  commands: Readonly<Record<string, Command>>
}

export type Table = Readonly<Record<string, Group>>

type Parsed<A extends { kind?: Kind; choices?: readonly string[] }> = A extends { kind: 'integer' }
  ? number
  : A extends { choices: readonly (infer C)[] }
    ? C
    : string
type ArgumentValue<A extends Argument> = A extends { many: true }
  ? Parsed<A>[]
  : A extends { optional: true }
    ? Parsed<A> | undefined
    : Parsed<A>
type OptionValue<O extends Option> = O extends { value: string }
  ? O extends { many: true }
    ? Parsed<O>[]
    : O extends { required: true } | { default: string }
      ? Parsed<O>
      : Parsed<O> | undefined
  : boolean

export type Given<C extends Command> = (C extends { arguments: infer A extends Record<string, Argument> }
  ? { [N in keyof A]: ArgumentValue<A[N]> }
  : unknown) &
  (C extends { options: infer O extends Record<string, Option> } ? { [N in keyof O]: OptionValue<O[N]> } : unknown)

/** The exports of a group's file: a function for each of its commands. */
export type Handlers<G extends Group> = {
  [N in keyof G['commands']]: (given: Given<G['commands'][N]>) => Promise<void>
}

/** Converts `dataDir` to `data-dir`. */
export const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** All commands by their full names, such as `wallet list`, in the order of the table. */
export function* commandsOf(table: Table): Generator<{ name: string; group: string; command: Command }> {
  for (const [group, { prefix, commands }] of Object.entries(table))
    for (const [own, command] of Object.entries(commands))
      yield { name: prefix === undefined ? dashed(own) : `${prefix} ${dashed(own)}`, group, command }
}
