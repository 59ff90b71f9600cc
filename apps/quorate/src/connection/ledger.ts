/** The command's own reads of the ledger, from a mirror whose answers about keys are trusted. */
import type { Clock } from '@quorate/platform'
import { type CreationReads, type LedgerReads, mirrorLedger, PUBLIC_MIRRORS } from '@quorate/verify'
import { Failure } from '../exit-codes.ts'
import { local } from './connect.ts'

const REST = 5551
const CONSOLE = 3005

export interface LedgerOptions {
  chain: string
  mirrorUrl?: string | undefined
}

interface Ledger extends LedgerReads, CreationReads {
  /** The ledger's time in milliseconds. */
  now: number
}

const isEmbedded = (chain: string): boolean => chain === 'hedera:devnet' && !process.env.HEDERA_DEVNET_NODES

/**
 * The mirror of a chain: from the option, else from the chain's setting, else the embedded ledger's, else the public
 * one.
 *
 * @throws Failure if there is none
 */
export function mirrorUrlOf({ chain, mirrorUrl }: LedgerOptions): string {
  const setting = `${chain.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_MIRROR_URL`
  const standard = isEmbedded(chain) ? local('LOCALNET_REST_PORT', REST) : PUBLIC_MIRRORS.get(chain)
  const url = mirrorUrl ?? (process.env[setting] || standard)
  if (url !== undefined && /^https?:/.test(url) && URL.canParse(url)) return url
  throw new Failure(
    'usage',
    url === undefined
      ? `${chain} has no known mirror: set one with --mirror-url`
      : `${mirrorUrl === undefined ? setting : '--mirror-url'} is ${url}: expected a URL that starts with http:// or https://`,
  )
}

export async function ledgerOf(options: LedgerOptions): Promise<Ledger> {
  const { now } = await ledgerClock(options)
  return { ...mirrorLedger(mirrorUrlOf(options)), now: now() }
}

/** The time of a ledger, which development can have moved ahead of this machine's. */
export async function ledgerClock(options: LedgerOptions): Promise<Clock> {
  const aheadMs = isEmbedded(options.chain) ? await developmentAheadMs(mirrorUrlOf(options)) : 0
  return { now: () => Date.now() + aheadMs }
}

/**
 * How far development has moved the clock of the embedded ledger ahead of this machine's, in milliseconds. It is the
 * number that the console gives, or how far the mirror's newest block is ahead if that is more. Used only for the
 * embedded ledger, since its keys are public.
 */
async function developmentAheadMs(mirrorUrl: string): Promise<number> {
  const [said, blocks] = await Promise.all([
    answerOf(`${local('CONSOLE_HTTP_PORT', CONSOLE)}/config.json`) as Promise<{ development?: { aheadMs?: unknown } }>,
    answerOf(`${mirrorUrl}/api/v1/blocks?order=desc&limit=1`) as Promise<{
      blocks?: { timestamp?: { to?: unknown } }[]
    }>,
  ])
  const newestMs = Number(blocks?.blocks?.[0]?.timestamp?.to) * 1_000
  const ahead = [said?.development?.aheadMs, newestMs - Date.now()]
  return Math.max(0, ...ahead.filter((ms): ms is number => typeof ms === 'number' && Number.isFinite(ms)))
}

/** Returns the JSON at the URL; undefined if nothing answers, or if the answer is not JSON. */
async function answerOf(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return JSON.parse(await response.text())
  } catch {
    return undefined
  }
}
