// Group     commands of one file below `commands/`; those of a named group are called `quorate <group> <command>`
// Command   what it takes, as data: the parser, the help, completions and docs/reference/cli.md are made from it
// Given     what a command is called with: its arguments and options by name

/** What the text of an argument or an option must be. */
export type Kind = 'text' | 'integer' | 'id' | 'url' | 'file' | 'time' | 'amount' | 'number'

export interface Argument {
  summary: string
  kind?: Kind
  optional?: true
  /** Takes all that follow. */
  many?: true
  choices?: readonly string[]
}

/** Named in camel case: `dataDir` is `--data-dir`. One whose name begins with `no` leaves something out. */
export interface Option {
  summary: string
  /** The name of its value in the help; without one, the option is on or off. */
  value?: string
  kind?: Kind
  required?: true
  /** May be given several times. */
  many?: true
  choices?: readonly string[]
  default?: string
  /** The setting of the environment that stands in for it. */
  env?: string
  /** Its other name, one letter. */
  short?: string
}

export interface Command {
  summary: string
  /** More than the summary, for the help and docs/reference/cli.md. */
  description?: string
  /** In their order. */
  arguments?: Readonly<Record<string, Argument>>
  options?: Readonly<Record<string, Option>>
  /** Whole lines, as one would write them. */
  examples?: readonly string[]
}

export interface Group {
  /** The heading in the help. */
  heading: string
  /** What stands before the names of its commands; absent where nothing does. */
  prefix?: string
  /** What the commands of a prefix are for. */
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

/** What the file of a group exports: a function for each of its commands. */
export type Handlers<G extends Group> = {
  [N in keyof G['commands']]: (given: Given<G['commands'][N]>) => Promise<void>
}

/** `dataDir` as `data-dir`. */
export const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** All commands by their full names, such as `wallet list`, in the order of the table. */
export function* commandsOf(table: Table): Generator<{ name: string; group: string; command: Command }> {
  for (const [group, { prefix, commands }] of Object.entries(table))
    for (const [own, command] of Object.entries(commands))
      yield { name: prefix === undefined ? dashed(own) : `${prefix} ${dashed(own)}`, group, command }
}
