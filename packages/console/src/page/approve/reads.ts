/** Reads the ledger before signing. */
import { isQuorateError, QuorateError } from '@quorate/client'
import { keyFromMirror, mirrorLedger, tokenIn, VerifyError } from '@quorate/verify'
import { api } from '../api/client.ts'
import { mirrorOf } from '../api/mirrors.ts'
import { ledgerNow } from '../api/time.ts'
import { fromBase64 } from '../parts/bytes.ts'
import type { Reads } from './check.ts'

type Ledger = Reads['ledger']

/**
 * The mirror itself answers, since the node could lie. The node is asked only if this browser does not reach the
 * mirror, as in a network of containers that has one of its own.
 */
export function readsOf(chain: string): Reads {
  const url = mirrorOf(chain)
  const source = async (): Promise<Ledger> =>
    url !== undefined && (await isReached(url)) ? fromMirror(url) : throughNode(chain)
  return {
    chain,
    now: ledgerNow,
    ledger: {
      key: async (id) => (await source()).key(id),
      keyAt: async (id, time) => (await source()).keyAt(id, time),
      schedule: async (id) => (await source()).schedule(id),
      token: async (id) => (await source()).token(id),
    },
    async ownersOf({ walletId, operation }) {
      if (walletId === null || operation !== 'update') return undefined
      try {
        const { settings } = await api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
        return settings.owners.map(({ wallet }) => wallet)
      } catch (error) {
        if (isQuorateError(error) && error.status === 403) return undefined
        throw error
      }
    },
  }
}

const PROBE_MS = 3_000
const probes = new Map<string, Promise<boolean>>()

/** Whether anything answers there. What is not reached is tried again at the next read. */
function isReached(url: string): Promise<boolean> {
  const base = url.replace(/\/?(?:api\/v1\/?)?$/, '')
  const probe = probes.get(base) ?? probeOf(base)
  probes.set(base, probe)
  return probe
}

async function probeOf(base: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS)
    await fetch(`${base}/api/v1/network/nodes?limit=1`, { credentials: 'omit', signal })
    return true
  } catch {
    probes.delete(base)
    return false
  }
}

function fromMirror(url: string): Ledger {
  const { key, keyAt, schedule, token } = mirrorLedger(url)
  return {
    key: inClientTerms(key),
    keyAt: inClientTerms(keyAt),
    schedule: inClientTerms(schedule),
    token: inClientTerms(token),
  }
}

/** A mirror that does not answer says nothing about the request, so that its error is not the request's. */
const inClientTerms =
  <Given extends unknown[], T>(read: (...given: Given) => Promise<T>) =>
  async (...given: Given): Promise<T> => {
    try {
      return await read(...given)
    } catch (error) {
      if (!(error instanceof VerifyError) || error.code !== 'MIRROR_UNAVAILABLE') throw error
      throw new QuorateError({ code: error.code, message: error.message, status: 503, cause: error })
    }
  }

const throughNode = (chain: string): Ledger => ({
  key: (wallet) => keyAt(chain, wallet),
  keyAt: (wallet, time) => keyAt(chain, wallet, time),
  async schedule(schedule) {
    const path = { schedule }
    const kept = await found(api.node.get('/mirrors/transactions/schedules/{schedule}', { path, query: { chain } }))
    return (
      kept && {
        body: fromBase64(kept.transaction_body_bytes),
        adminKey: keyFromMirror(kept.admin_key as Parameters<typeof keyFromMirror>[0]),
        createdAt: kept.consensus_timestamp ?? '0.000000000',
        payer: kept.payer_account_id ?? kept.creator_account_id,
        memo: kept.memo ?? '',
        waitForExpiry: kept.wait_for_expiry,
        expirationTime: kept.expiration_time ?? null,
        deleted: kept.deleted,
        executedTimestamp: kept.executed_timestamp ?? null,
      }
    )
  },
  async token(token) {
    const answer = await found(api.node.get('/mirrors/hts/tokens/{token}', { path: { token }, query: { chain } }))
    return answer && tokenIn(token, answer)
  },
})

/** The key of now, or of a past time. */
async function keyAt(chain: string, wallet: string, time?: string) {
  const query = { chain, ...(time === undefined ? {} : { transactions: 'false' as const, timestamp: `lte:${time}` }) }
  const account = await found(api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query }))
  return account && account.deleted !== true ? keyFromMirror(account.key as Parameters<typeof keyFromMirror>[0]) : null
}

/** null if the mirror has none. */
async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isQuorateError(error) && error.status === 404) return null
    throw error
  }
}

/** Returns an account's key; undefined if the account has no key or the key is not understood. */
export async function keyOf(chain: string, account: string) {
  try {
    return (await readsOf(chain).ledger.key(account)) ?? undefined
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}
