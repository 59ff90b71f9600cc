/** The command's own reads of the ledger, from a mirror whose answers about keys are trusted. */
import { type CallLedger, type CreationReads, type LedgerReads, mirrorLedger, PUBLIC_MIRRORS } from '@quorate/verify'
import { Failure } from '../exit-codes.ts'
import { local } from './connect.ts'

const REST = 5551
const CONSOLE = 3005

export interface LedgerOptions {
  chain: string
  mirrorUrl?: string | undefined
}

interface Ledger extends LedgerReads, CallLedger, CreationReads {
  /** The ledger's time in milliseconds. */
  now: number
}

const isEmbedded = (chain: string): boolean => chain === 'hedera:devnet' && !process.env.HEDERA_DEVNET_NODES

/**
 * The mirror of a chain: that of the option, of the chain's setting, of the embedded ledger, or else the public one.
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
  const aheadMs = isEmbedded(options.chain) ? await developmentAheadMs() : 0
  return { ...mirrorLedger(mirrorUrlOf(options)), now: Date.now() + aheadMs }
}

/**
 * How far development has moved the clock of the embedded ledger ahead of this machine's, in milliseconds; 0 if the
 * console does not say. Used only for the embedded ledger, since its keys are public.
 */
async function developmentAheadMs(): Promise<number> {
  try {
    const response = await fetch(`${local('CONSOLE_HTTP_PORT', CONSOLE)}/config.json`, {
      signal: AbortSignal.timeout(2_000),
    })
    const { development } = JSON.parse(await response.text()) as { development?: { aheadMs?: unknown } | null }
    const ms = development?.aheadMs
    return typeof ms === 'number' && Number.isFinite(ms) ? ms : 0
  } catch {
    return 0
  }
}
