/** Reads of the ledger that a signature depends on. */
import { isQuorateError, QuorateError } from '@quorate/client'
import {
  type Changes,
  type CreationReads,
  createdIn,
  earlierKeysOf,
  keyFromMirror,
  type LedgerReads,
  MOST_CHANGES,
  mirrorLedger,
  tokenIn,
  VerifyError,
} from '@quorate/verify'
import { api } from './client.ts'
import { mirrorOf } from './mirrors.ts'

export type PageReads = LedgerReads & CreationReads

/**
 * Reads from the mirror itself, since the node could lie. It uses the node only if this browser cannot reach the
 * mirror, for example because the mirror is inside a network of containers.
 */
export function ledgerOf(chain: string): PageReads {
  const url = mirrorOf(chain)
  const source = async (): Promise<PageReads> =>
    url !== undefined && (await isReached(url)) ? fromMirror(url) : throughNode(chain)
  return {
    key: async (id) => (await source()).key(id),
    keyAt: async (id, time) => (await source()).keyAt(id, time),
    earlierKeys: async (id, walletId) => (await source()).earlierKeys(id, walletId),
    memo: async (id) => (await source()).memo(id),
    schedule: async (id) => (await source()).schedule(id),
    token: async (id) => (await source()).token(id),
    topic: async (id) => (await source()).topic(id),
    isAccount: async (id) => (await source()).isAccount(id),
    created: async (id) => (await source()).created(id),
  }
}

const PROBE_MS = 3_000
const probes = new Map<string, Promise<boolean>>()

/** Whether the mirror answers. An unreachable one is tried again at the next read. */
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

function fromMirror(url: string): PageReads {
  const { key, keyAt, earlierKeys, memo, schedule, token, topic, isAccount, created } = mirrorLedger(url)
  return {
    key: inClientTerms(key),
    keyAt: inClientTerms(keyAt),
    earlierKeys: inClientTerms(earlierKeys),
    memo: inClientTerms(memo),
    schedule: inClientTerms(schedule),
    token: inClientTerms(token),
    topic: inClientTerms(topic),
    isAccount: inClientTerms(isAccount),
    created: inClientTerms(created),
  }
}

/** Gives the mirror's errors the status 503, so that an outage does not look like a refusal of the request. */
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

const throughNode = (chain: string): PageReads => ({
  key: (wallet) => keyAt(chain, wallet),
  keyAt: (wallet, time) => keyAt(chain, wallet, time),
  earlierKeys: (id, walletId) =>
    earlierKeysOf(
      { changesOf: (wallet) => changesOf(chain, wallet), keyAt: (wallet, time) => keyAt(chain, wallet, time) },
      id,
      walletId,
    ),
  async memo(wallet) {
    const query = { chain, transactions: 'false' as const }
    return (await found(api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query })))?.memo ?? ''
  },
  async schedule(schedule) {
    const path = { schedule }
    const kept = await found(api.node.get('/mirrors/transactions/schedules/{schedule}', { path, query: { chain } }))
    return (
      kept && {
        body: bytesOf(kept.transaction_body_bytes),
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
  async topic(topic) {
    throw new QuorateError({
      code: 'MIRROR_UNAVAILABLE',
      message: `The node does not show what the topic ${topic} charges, and this browser cannot reach the mirror node`,
      status: 503,
    })
  },
  async isAccount(wallet) {
    const query = { chain, transactions: 'false' as const }
    const account = await found(api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query }))
    return account !== null && account.deleted !== true
  },
  async created(transaction) {
    const query = { chain, nonce: 0, scheduled: 'false' as const }
    const one = await found(api.node.get('/mirrors/transactions/{transaction}', { path: { transaction }, query }))
    return one && createdIn({ transactions: [one] })
  },
})

/** The key at present or, with `time`, at a past time. */
async function keyAt(chain: string, wallet: string, time?: string) {
  const query = { chain, ...(time === undefined ? {} : { transactions: 'false' as const, timestamp: `lte:${time}` }) }
  const account = await found(api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query }))
  return account && account.deleted !== true ? keyFromMirror(account.key as Parameters<typeof keyFromMirror>[0]) : null
}

/** When an account was created, and its newest updates. */
async function changesOf(chain: string, wallet: string): Promise<Changes> {
  const query = { chain, transactiontype: 'CRYPTOUPDATEACCOUNT', order: 'desc' as const, limit: MOST_CHANGES }
  const account = await found(api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query }))
  const updates = account?.transactions?.map((one) => one.consensus_timestamp) ?? []
  return {
    created: account?.created_timestamp ?? undefined,
    updates: updates.filter((time) => typeof time === 'string'),
  }
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

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Returns an account's key; undefined if the account has no key or the key is not understood. */
export async function keyOf(chain: string, account: string) {
  try {
    return (await ledgerOf(chain).key(account)) ?? undefined
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}
