/** Writes `.env.example` from the schemas of the services' settings: `npm run docs:env`. */
import { writeFile } from 'node:fs/promises'
import { settings as console } from '@quorate/console'
import { settings as governance } from '@quorate/governance'
import { settings as health } from '@quorate/health'
import { networkSettings as chainSettings } from '@quorate/ledger'
import { settings as multisig, schedulePayerSettings } from '@quorate/multisig'
import { networkKeySettings, settings as node } from '@quorate/node'
import { platformSettings, type SettingsShape } from '@quorate/platform'
import { settings as storage } from '@quorate/storage'
import { sharedSettings } from '../settings.ts'

export const ENV_EXAMPLE = new URL('../../../../.env.example', import.meta.url)

/** A service's settings. The `prefix` precedes the names that each service sets for itself (`OWN_NAMES`). */
interface Group {
  title: string
  shape: SettingsShape
  prefix?: string
}

const CHAIN = 'hedera:testnet'
const OWN_NAMES = ['HTTP_PORT', 'WS_PORT', 'WS_NAMESPACE']

const services: Group[] = [
  { title: 'The node', shape: node, prefix: 'NODE' },
  { title: 'Content storage', shape: storage },
  { title: 'Multi-signature wallets', shape: multisig, prefix: 'MULTISIG' },
  { title: 'Governance', shape: governance, prefix: 'GOVERNANCE' },
  { title: 'Health', shape: health },
  { title: 'The console', shape: console, prefix: 'CONSOLE' },
]
const chain: Group = {
  title: `A public network (${CHAIN}; likewise for other chains)`,
  shape: { ...chainSettings(CHAIN), ...networkKeySettings([CHAIN]), ...schedulePayerSettings([CHAIN]) },
}

const INTRODUCTION = `# Every setting with its default. Copy this file to .env, remove the # before what you change, and start with
#
#     set -a; . ./.env; set +a; npm start
#
# A service's own name goes before the plain one: MULTISIG_MAX_OWNERS before MAX_OWNERS. Lists are separated by commas.
# This file is made by "npm run docs:env"; docs/reference/configuration.md says more about each setting.
`

/** The text of the file. */
export function envExample(): string {
  return [
    INTRODUCTION,
    ...groups().map(({ title, shape, prefix }) => `\n# == ${title}\n${linesOf(shape, prefix)}`),
  ].join('')
}

/**
 * Lists a setting under the first service that has it. Settings that several services or the process itself read come
 * first.
 */
function groups(): Group[] {
  const readers = (name: string): number => services.filter(({ shape }) => name in shape).length
  const isShared = (name: string): boolean => name in platformSettings && readers(name) !== 1
  const shared = Object.entries(sharedSettings).filter(([name]) => isShared(name) || readers(name) === 0)
  const own = services.map((service, index) => {
    const isElsewhere = (name: string): boolean =>
      isShared(name) || (!OWN_NAMES.includes(name) && services.slice(0, index).some(({ shape }) => name in shape))
    return {
      ...service,
      shape: Object.fromEntries(Object.entries(service.shape).filter(([name]) => !isElsewhere(name))),
    }
  })
  return [{ title: 'Every service', shape: Object.fromEntries(shared) }, chain, ...own]
}

const linesOf = (shape: SettingsShape, prefix?: string): string =>
  Object.entries(shape)
    .map(([name, schema]) => {
      const {
        description = '',
        default: standard,
        secret,
      } = schema as { description?: string; default?: unknown; secret?: boolean }
      const shown = prefix && OWN_NAMES.includes(name) ? `${prefix}_${name}` : name
      return `\n# ${description}\n# ${shown}=${secret || standard === undefined ? '' : quoted(String(standard))}\n`
    })
    .join('')

const quoted = (text: string): string => (/[^\w.,:/-]/.test(text) ? `'${text}'` : text)

if (import.meta.main) await writeFile(ENV_EXAMPLE, envExample())
