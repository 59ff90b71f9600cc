/** Makes the parser and the help from the table. */
import { parseFraction } from '@quorate/verify'
import {
  Command as Commander,
  CommanderError,
  Argument as GivenArgument,
  Option as GivenOption,
  InvalidArgumentError,
} from 'commander'
import { EXIT } from '../exit-codes.ts'
import { readNumber, readPercent } from '../terminal/amounts.ts'
import { plainJson } from '../terminal/plain.ts'
import {
  type Argument,
  type Command,
  dashed,
  type Given,
  type Group,
  type Kind,
  type Option,
  type Table,
} from './declare.ts'

/** Runs a command of a group. */
export type Run = (group: string, command: string, given: Record<string, unknown>) => Promise<void>

export function program(
  table: Table,
  { name, summary, version }: { name: string; summary: string; version: string },
  run: Run,
): Commander {
  const root = prepared(new Commander(name)).description(summary).version(version, '-V, --version', 'the version')
  root.helpCommand('help [command]', 'show how to use a command').commandsGroup('')
  for (const [id, group] of Object.entries(table)) {
    const parent = group.prefix === undefined ? root : parentOf(root, group.prefix, group)
    for (const [own, command] of Object.entries(group.commands)) {
      const made = commandOf(own, command)
      made.action(async (...all: unknown[]) => run(id, own, givenOf(command, all)))
      if (group.prefix === undefined) made.helpGroup(`${group.heading}:`)
      parent.addCommand(made)
    }
  }
  return root
}

/**
 * The exit code if the parser has ended the command: 0 after the help, 2 for a wrong call, which it has explained.
 * Undefined for other errors.
 */
export const parsersEnd = (error: unknown): number | undefined =>
  error instanceof CommanderError ? (error.exitCode === 0 ? EXIT.ok : EXIT.usage) : undefined

/** A program with a single command. */
export const single = <C extends Command>(
  name: string,
  command: C,
  run: (given: Given<C>) => Promise<void>,
): Commander => commandOf(name, command).action(async (...all: unknown[]) => run(givenOf(command, all) as Given<C>))

const prepared = (command: Commander): Commander =>
  command
    .exitOverride()
    .helpOption('-h, --help', 'show how to use it')
    .configureHelp({ showGlobalOptions: false, helpWidth: 110 })
    .configureOutput({ outputError: (text, write) => write(wrongCall(text, command)) })
    .showHelpAfterError(false)

/** The message about a wrong call, with a pointer to the command's help. */
function wrongCall(text: string, command: Commander): string {
  const message = text.trim().replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
  const advice = `${pathOf(command)} --help shows how to use it`
  if (process.argv.includes('--json')) return `${plainJson({ error: { code: 'USAGE', message, advice } })}\n`
  return `${message}\n${advice}\n`
}

/** The name after those of its groups, such as `quorate wallet show`. */
const pathOf = (command: Commander): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`

function parentOf(root: Commander, prefix: string, { heading, summary = '' }: Group): Commander {
  const found = root.commands.find((one) => one.name() === prefix)
  if (found) return found
  const made = prepared(new Commander(prefix)).summary(summary).description(summary).helpGroup(`${heading}:`)
  made.helpCommand(false)
  root.addCommand(made)
  return made
}

function commandOf(
  own: string,
  { summary, description, arguments: taken = {}, options = {}, examples }: Command,
): Commander {
  const made = prepared(new Commander(dashed(own)))
    .summary(summary)
    .description(description ? `${summary}\n\n${description}` : summary)
  for (const [name, argument] of Object.entries(taken)) made.addArgument(argumentOf(name, argument))
  for (const [name, option] of Object.entries(options)) made.addOption(optionOf(name, option))
  if (examples?.length) made.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`)
  return made
}

function argumentOf(name: string, { summary, kind, optional, many, choices }: Argument): GivenArgument {
  const inner = many ? `${dashed(name)}...` : dashed(name)
  const made = new GivenArgument(optional ? `[${inner}]` : `<${inner}>`, summary)
  if (choices) made.choices([...choices])
  else made.argParser(parserOf(kind, many))
  return made
}

function optionOf(
  name: string,
  { summary, value, kind, required, many, choices, default: standard, env, short }: Option,
): GivenOption {
  const made = new GivenOption(flagsOf(name, { value, short } as Option), summary)
  if (choices) {
    made.choices([...choices])
    // With choices, Commander keeps only the last value of a repeated option, so this collects them.
    if (many) made.argParser(oneOf(choices))
  } else if (value !== undefined) made.argParser(parserOf(kind, many))
  if (required) made.makeOptionMandatory()
  if (standard !== undefined) made.default(kind === 'integer' ? Number(standard) : standard)
  // An empty setting counts as unset, as in the services.
  if (env !== undefined && process.env[env] === '') delete process.env[env]
  if (env !== undefined) made.env(env)
  return made
}

/** `-o, --output <file>` */
export function flagsOf(name: string, { value, short }: Option): string {
  return `${short ? `-${short}, ` : ''}--${dashed(name)}${value === undefined ? '' : ` <${value}>`}`
}

function parserOf(kind: Kind = 'text', many?: boolean) {
  return (text: string, earlier: unknown) => {
    const value = PARSERS[kind](text)
    return many ? [...(Array.isArray(earlier) ? earlier : []), value] : value
  }
}

const oneOf = (choices: readonly string[]) => (text: string, earlier: unknown) => {
  if (!choices.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
  return [...(Array.isArray(earlier) ? earlier : []), text]
}

const fits = (pattern: RegExp, expected: string) => (text: string) => {
  if (pattern.test(text)) return text
  throw new InvalidArgumentError(`Expected ${expected}.`)
}

const PARSERS: Record<Kind, (text: string) => string | number> = {
  text: (text) => text,
  file: (text) => text,
  integer: (text) => {
    const value = Number(text)
    if (/^\d{1,15}$/.test(text)) return value
    throw new InvalidArgumentError('Expected an integer from 0.')
  },
  id: fits(/^\d{1,4}\.\d{1,5}\.\d{1,19}(?:-[a-z]{5})?$/, 'an id on the ledger, such as 0.0.1022 or 0.0.1022-sydlq'),
  owner: fits(
    /^\d{1,4}\.\d{1,5}\.\d{1,19}(?:-[a-z]{5})?(?:=[\s\S]{0,1000})?$/,
    'an account, perhaps with a name: 0.0.1022=Ada',
  ),
  airdrop: fits(
    /^\d{1,4}\.\d{1,5}\.\d{1,19}(?:-[a-z]{5})?=\d{1,4}\.\d{1,5}\.\d{1,19}(?:#\d{1,19})?$/,
    'a sender and a token, with the serial number of an NFT: 0.0.1023=0.0.2044 or 0.0.1023=0.0.2044#7',
  ),
  url: fits(/^https?:\/\/[^\s/]{1,255}(?:\/[^\s]{0,1000})?$/, 'a URL that starts with http:// or https://'),
  // The command parses it once it knows the decimals.
  amount: fits(/^[\d.,' ]{1,150}$/, 'an amount such as 12.5'),
  number: (text) => {
    const read = readNumber(text)
    if ('number' in read) return read.number
    throw new InvalidArgumentError(`${read.fault}.`)
  },
  share: (text) => {
    const read = parseFraction(text) ? { number: text } : readPercent(text)
    if ('number' in read) return read.number
    throw new InvalidArgumentError(
      text.includes('/') ? 'Expected a percentage, or a fraction of up to 1 such as 2/3.' : `${read.fault}.`,
    )
  },
  time: (text) => {
    const time = timeOf(text)
    if (time !== undefined) return time
    throw new InvalidArgumentError(
      'Expected a time such as 2030-01-01T00:00:00Z, or one from now: +90s, +10m, +3h, +2d.',
    )
  },
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts such a time to ISO 8601 with milliseconds. One from now stays as it is until the ledger's time is known. */
function timeOf(text: string): string | undefined {
  if (fromNow(text) !== undefined) return text
  const ms = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : undefined
}

/** The milliseconds of a time from now, such as `+90s`; undefined for other texts. */
export function fromNow(text: string): number | undefined {
  const [, count, unit = ''] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNIT_MS[unit] ?? 0)
}

/** Names the values that the parser passes to an action: the arguments, the options and the parser itself. */
function givenOf(command: Command, all: unknown[]): Record<string, unknown> {
  const names = Object.keys(command.arguments ?? {})
  const parsed = all[names.length] as Record<string, unknown>
  return { ...Object.fromEntries(names.map((name, index) => [name, all[index]])), ...optionsGiven(command, parsed) }
}

/** The options by their names in the table. Options that are off are false, and lists that are not given are empty. */
function optionsGiven({ options = {} }: Command, parsed: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value, many }]) => {
      if (/^no[A-Z]/.test(name)) return [name, parsed[name.charAt(2).toLowerCase() + name.slice(3)] === false]
      return [name, parsed[name] ?? (value === undefined ? false : many ? [] : undefined)]
    }),
  )
}
