/** Finds the places on the ledger that a search text may mean. */
import { isEntityId, withoutChecksum } from '@quorate/verify'

export interface Place {
  /** The path to look for at the mirror. */
  path: string
  /** A path of the page. */
  to: string
}

const TRANSACTION_ID = /^(\d{1,4}\.\d{1,5}\.\d{1,19})[@-](\d{1,12})[.-](\d{1,9})$/
const TIMESTAMP = /^\d{1,12}\.\d{9}$/
const HASH_HEX = /^(?:0x)?([0-9a-f]{96}|[0-9a-f]{64})$/i
const HASH_BASE64 = /^[A-Za-z0-9+/]{64}$/
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i

/** The maximum length of a search text. The longest useful text is a hash in hex. */
export const MAX_SEARCH = 100

/**
 * Returns the possible places, the most likely first. Empty if the text has no meaning on this chain, for example an id
 * with a wrong checksum.
 */
export function placesOf(typed: string, chain: string): Place[] {
  const text = typed.trim()
  if (text === '' || text.length > MAX_SEARCH) return []
  const block = /^#(\d{1,15})$/.exec(text)?.[1]
  if (block !== undefined) return [at('blocks', block)]
  const id = /^\d{1,15}$/.test(text) ? `0.0.${text}` : withoutChecksum(text, chain)
  if (id !== undefined && isEntityId(id))
    return [
      { path: `/api/v1/accounts/${id}?transactions=false`, to: `/explorer/accounts/${id}` },
      ...['tokens', 'topics', 'schedules'].map((kind) => at(kind, id)),
      ...(text === id ? [] : numbered(text)),
    ]
  const transaction = TRANSACTION_ID.exec(text)
  if (transaction) {
    const [, payer, seconds, nanos = ''] = transaction
    return [at('transactions', `${payer}-${seconds}-${nanos.padStart(9, '0')}`)]
  }
  if (TIMESTAMP.test(text))
    return [{ path: `/api/v1/transactions?timestamp=${text}&limit=1`, to: `/explorer/transactions/${text}` }]
  const hash = HASH_HEX.exec(text)?.[1]?.toLowerCase()
  if (hash !== undefined) return [at('transactions', `0x${hash}`), at('blocks', `0x${hash}`)]
  // In paths, the mirror expects the URL-safe base64 alphabet.
  if (HASH_BASE64.test(text)) return [at('transactions', text.replaceAll('+', '-').replaceAll('/', '_'))]
  if (EVM_ADDRESS.test(text)) {
    const address = text.toLowerCase()
    const account = { path: `/api/v1/accounts/${address}?transactions=false`, to: `/explorer/accounts/${address}` }
    const id = idInAddress(address)
    // Ethereum tools use a token's long-zero address, which is made from its number.
    return id === undefined ? [account] : [account, at('tokens', id)]
  }
  return []
}

/** The id in a long-zero EVM address (shard, realm and number); undefined for other addresses. */
function idInAddress(address: string): string | undefined {
  const [, ...parts] = /^0x(.{8})(.{16})(.{16})$/.exec(address) ?? []
  const id = parts.map((part) => BigInt(`0x${part}`)).join('.')
  return isEntityId(id) ? id : undefined
}

/** A bare number may also be a block. */
const numbered = (text: string): Place[] => (/^\d{1,15}$/.test(text) ? [at('blocks', String(Number(text)))] : [])

const at = (kind: string, id: string): Place => ({ path: `/api/v1/${kind}/${id}`, to: `/explorer/${kind}/${id}` })

/** The screen for the entity of a transaction. */
export function entityPlace(transactionType: string, id: string): string {
  if (/^(CRYPTO|CONTRACT|ETHEREUM)/.test(transactionType)) return `/explorer/accounts/${id}`
  if (transactionType.startsWith('TOKEN')) return `/explorer/tokens/${id}`
  if (transactionType.startsWith('CONSENSUS')) return `/explorer/topics/${id}`
  if (transactionType.startsWith('SCHEDULE')) return `/explorer/schedules/${id}`
  return `/explorer/find/${id}`
}

/** The mirror's path of an entity; null if the text in the page's URL is not safe in a path. */
export const pathOf = (kind: string, id: string, rest = ''): string | null =>
  isPathPart(id) ? `/api/v1/${kind}/${id}${rest}` : null

export const isPathPart = (text: string): boolean => /^[A-Za-z0-9._-]{1,100}$/.test(text)
