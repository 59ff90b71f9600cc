/** The accounts that pay for owners' schedules if SCHEDULE_PAYER=service, one for each chain. */
import { type Ledger, type Operator, signerFromText } from '@quorate/ledger'
import { AccountId, ConfigError, readSettings, setting } from '@quorate/platform'
import { publicKeyText } from '@quorate/verify'
import { Type } from 'typebox'
import type { Settings } from '../../../settings.ts'

const named = (chain: string, name: 'ID' | 'KEY'): string =>
  `${chain.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_SCHEDULE_PAYER_${name}`

/** `hedera:testnet` reads `HEDERA_TESTNET_SCHEDULE_PAYER_ID` and `_KEY`. */
export const schedulePayerSettings = (chains: readonly string[]) =>
  Object.fromEntries(
    chains.flatMap((chain) => [
      [
        named(chain, 'ID'),
        setting('The account that pays for schedules with SCHEDULE_PAYER=service.', Type.Optional(AccountId)),
      ],
      [
        named(chain, 'KEY'),
        setting(
          'The private key of that account. It must differ from all other keys of the platform, and between chains.',
          Type.Optional(Type.String({ title: 'a private key in hex, DER or 32 raw bytes', secret: true })),
        ),
      ],
    ]),
  )

/**
 * The payers set in the environment, by chain; none if owners pay.
 *
 * @throws ConfigError if SCHEDULE_PAYER=service and a chain has no payer, a key cannot be read, or two chains share a
 * key: a body does not name its chain
 */
export function readSchedulePayers(
  chains: readonly string[],
  env: NodeJS.ProcessEnv,
  { SCHEDULE_PAYER }: Settings,
): Map<string, Operator> {
  const settings: Record<string, unknown> = readSettings(schedulePayerSettings(chains), { env })
  const payers = new Map<string, Operator>()
  if (SCHEDULE_PAYER === 'owner') return payers
  for (const chain of chains) {
    const [id, key] = [named(chain, 'ID'), named(chain, 'KEY')]
    const missing = [id, key].find((name) => settings[name] === undefined)
    if (missing) throw new ConfigError(`${missing} is not set: SCHEDULE_PAYER=service needs an account and its key`)
    const payer = { accountId: String(settings[id]), ...signerOf(key, String(settings[key])) }
    for (const [other, { publicKey }] of payers)
      if (publicKeyText(publicKey) === publicKeyText(payer.publicKey))
        throw new ConfigError(
          `${key} is also the key of ${other}: transactions signed there could be executed on ${chain}. Set a separate key`,
        )
    payers.set(chain, payer)
  }
  return payers
}

function signerOf(name: string, text: string) {
  try {
    return signerFromText(text)
  } catch {
    // The reason is dropped because it could contain the key.
    throw new ConfigError(`${name} is set, but not usable: expected a private key in hex, DER or 32 raw bytes`)
  }
}

/** The key that pays for schedules must sign nothing else. @throws ConfigError if it is an operator's */
export function assertPayersApart(payers: ReadonlyMap<string, Operator>, ledgers: ReadonlyMap<string, Ledger>): void {
  const operators = new Set([...ledgers.values()].flatMap(({ operator }) => (operator ? [operator] : [])))
  for (const [chain, { accountId, publicKey }] of payers)
    for (const operator of operators)
      if (publicKeyText(operator.publicKey) === publicKeyText(publicKey))
        throw new ConfigError(
          `${named(chain, 'KEY')} is the key of the operator ${operator.accountId}: give ${accountId} a separate key`,
        )
}
