/** Writes `docs/reference/cli.md` from the table of commands, except its tour: `npm run docs:cli`. */
import { readFile, writeFile } from 'node:fs/promises'
import { EXIT, EXIT_MEANINGS } from '../exit-codes.ts'
import { table } from '../table/commands.ts'
import { type Argument, type Command, commandsOf, dashed, type Option } from '../table/declare.ts'
import { flagsOf } from '../table/program.ts'

export const CLI_PAGE = new URL('../../../../docs/reference/cli.md', import.meta.url)
/** The hand-written part ends here. */
const BEGIN = '<!-- What follows is written by npm run docs:cli -->'

/** The page, with the hand-written part as in `page`. */
export function cliPage(page: string): string {
  const byHand = page.split(BEGIN)[0]
  const commands = [...commandsOf(table)].map(({ name, command }) => section(name, command))
  return `${byHand}${BEGIN}\n\n## Exit codes\n\n${exitCodes()}\n## Commands\n\n${commands.join('\n')}`
}

function exitCodes(): string {
  const rows = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${EXIT_MEANINGS[name as keyof typeof EXIT]} |\n`)
  return `| code | what it says |\n|---|---|\n${rows.join('')}`
}

function section(
  name: string,
  { summary, description, arguments: taken = {}, options = {}, examples = [] }: Command,
): string {
  const given = Object.entries<Argument>(taken).map(([own, argument]) => usage(own, argument))
  const rows = [
    ...Object.entries<Argument>(taken).map(([own, argument]) => [usage(own, argument), meaning(argument)]),
    ...Object.entries<Option>(options).map(([own, option]) => [flagsOf(own, option), meaning(option)]),
  ]
  const tableOf = rows
    .map(([flags = '', what = '']) => `| \`${flags.replaceAll('|', '\\|')}\` | ${what.replaceAll('|', '\\|')} |\n`)
    .join('')
  return [
    `### quorate ${[name, ...given].join(' ')}\n`,
    `${capital(summary)}.${description ? ` ${description}` : ''}\n`,
    ...(rows.length > 0 ? [`| | |\n|---|---|\n${tableOf}`] : []),
    ...(examples.length > 0 ? [`\`\`\`console\n${examples.map((line) => `${line}\n`).join('')}\`\`\`\n`] : []),
  ].join('\n')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function usage(name: string, { optional, many }: Argument): string {
  const inner = many ? `${dashed(name)}...` : dashed(name)
  return optional ? `[${inner}]` : `<${inner}>`
}

function meaning(of: Argument | Option): string {
  const { required, default: standard, env } = of as Option
  const more = [
    ...(of.choices ? [of.choices.map((choice) => `\`${choice}\``).join(', ')] : []),
    ...(of.many ? ['repeatable'] : []),
    ...(required ? ['required'] : []),
    ...(standard ? [`\`${standard}\` if absent`] : []),
    ...(env ? [`\`${env}\``] : []),
  ]
  return of.summary.replaceAll('<', '&lt;') + (more.length > 0 ? ` (${more.join('; ')})` : '')
}

if (import.meta.main) await writeFile(CLI_PAGE, cliPage(await readFile(CLI_PAGE, 'utf8')))
