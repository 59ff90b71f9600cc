/** Writes `docs/reference/limits.md` from the lists of limits that the services enforce: `npm run docs:limits`. */
import { writeFile } from 'node:fs/promises'
import * as console from '@quorate/console'
import * as governance from '@quorate/governance'
import * as health from '@quorate/health'
import * as ledger from '@quorate/ledger'
import * as localnet from '@quorate/localnet'
import * as multisig from '@quorate/multisig'
import * as node from '@quorate/node'
import * as platform from '@quorate/platform'
import * as storage from '@quorate/storage'
import * as verify from '@quorate/verify'

const parts: [title: string, module: object][] = [
  ['Every service: HTTP, sockets, jobs', platform],
  ['Sessions and the node API', node],
  ['Multi-signature wallets', multisig],
  ['Governance', governance],
  ['Content storage', storage],
  ['Health', health],
  ['Keys, signatures and mirrors, in every service', ledger],
  ['Verification by anyone', verify],
  ['The console', console],
  ['The embedded ledger', localnet],
]

export const LIMITS_PAGE = new URL('../../../../docs/reference/limits.md', import.meta.url)

const INTRODUCTION = `# Limits

This page lists what one request, connection, address, wallet or process may use. Each limit is next to its code, in the
\`limits\` of its package; this page is generated from them by \`npm run docs:limits\`, and a test compares the two. A value
with a setting is that setting's default.
`

/** The text of the page. */
export function limitsPage(): string {
  const tables = parts.flatMap(([title, module]) => {
    const limits: platform.Limits = 'limits' in module ? (module.limits as platform.Limits) : {}
    const rows = Object.values(limits).map(row)
    return rows.length === 0
      ? []
      : [`## ${title}\n\n| what is limited | value | setting | beyond it |\n|---|---|---|---|\n${rows.join('')}`]
  })
  return [INTRODUCTION, ...tables].join('\n')
}

const row = ({ bounds, value, unit, setting, answer }: platform.Limit): string =>
  `| ${[bounds, inWords(value, unit), setting ? `\`${setting}\`` : '', answer].map(cell).join(' | ')} |\n`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Writes a value with separated thousands; bytes and times in the largest unit that gives a whole number. */
function inWords(value: number, unit: string): string {
  const steps = unit === 'bytes' ? BYTES : unit === 'ms' ? TIMES : []
  const [size, name] = steps.find(([size]) => value >= size && value % size === 0) ?? [1, unit]
  return `${(value / size).toLocaleString('en-US')} ${name}`
}

const BYTES: [size: number, name: string][] = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
]
const TIMES: [size: number, name: string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

if (import.meta.main) await writeFile(LIMITS_PAGE, limitsPage())
