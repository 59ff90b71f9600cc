/** Reads the bytes of a creation under a validator, and compares them with what was asked for. */
import {
  type AskedCalls,
  type Decoded,
  decode,
  fingerprint,
  inWords,
  isLeaf,
  type Key,
  keyFromProto,
  keyText,
  newTopicSays,
  quoted,
  reviewCalls,
  sameKey,
  startsNow,
  VerifyError,
} from '@quorate/verify'
import { ledgerNow } from '../api/time.ts'
import type { Check } from './check.ts'

/** A creation that was asked of the node. */
export interface AskedCreation {
  kind: 'account' | 'topic'
  /** Who signs, and pays. */
  payerId: string
  /** The payer's key on the ledger. */
  own: Key
  /** Whose keys the new entity must have: its owner's, the owner's and the network's, or the network's. */
  security: 'none' | 'partial' | 'full'
  memo: string
  /** In tinybars. */
  balance: bigint
}

/** The node lets the payer offer up to 50 hbars at most; the ledger charges cents. */
const MOST_FEE = 5_000_000_000n

/** What differs from each key that bytes can have. */
const NO_SUCH_KEY = "a key with the network's in its place"
const MAX_INT64 = '9223372036854775807'

/** What the bytes must say. */
export const callOf = (bodyBytes: Uint8Array, asked: AskedCreation, now: number): AskedCalls => ({
  ...{ payerId: asked.payerId, maxTransactionFee: MOST_FEE, validStart: startsNow(now) },
  says: [saysOf(decode(bodyBytes), asked)],
})

/** Only a `trusted` one may be signed. */
export function checkCreation(bodyBytes: Uint8Array, asked: AskedCreation, now = ledgerNow()): Check {
  const decoded = decode(bodyBytes)
  const read = { decoded, fingerprint: fingerprint(bodyBytes), lines: inWords(decoded), kept: undefined }
  if (decoded.findings.length > 0)
    return {
      ...{ ...read, verdict: 'BODY_NOT_UNDERSTOOD' },
      differences: decoded.findings.map(({ path, start, end, message }) => ({
        ...{ path, said: null, stated: null, range: { start, end }, message },
      })),
    }
  const { differences } = reviewCalls([bodyBytes], callOf(bodyBytes, asked, now))
  return { ...read, verdict: differences.length === 0 ? 'trusted' : 'BYTES_DIFFER', differences }
}

function saysOf(
  decoded: Decoded,
  { kind, payerId, own, security, memo, balance }: AskedCreation,
): AskedCalls['says'][number] {
  const [field, name] = kind === 'account' ? ['cryptoCreateAccount', 'key'] : ['consensusCreateTopic', 'adminKey']
  const due = keyDue(keyAt(decoded, field, name), own, security)
  const key = due ? keyText(due) : NO_SUCH_KEY
  if (kind === 'topic') return newTopicSays({ payerId, memo, adminKey: key, submitKey: key })
  return {
    'cryptoCreateAccount.key': key,
    ...(memo === '' ? {} : { 'cryptoCreateAccount.memo': quoted(memo) }),
    ...(balance > 0n ? { 'cryptoCreateAccount.initialBalance': String(balance) } : {}),
    // What SDKs say of each creation: three months, and no records of transfers.
    'cryptoCreateAccount.autoRenewPeriod': '7776000',
    'cryptoCreateAccount.sendRecordThreshold': MAX_INT64,
    'cryptoCreateAccount.receiveRecordThreshold': MAX_INT64,
  }
}

/**
 * The key that the entity must have. The network's key is the one of the bytes: no ledger says whose it is, but it must
 * be a single one, not the payer's, and stand where the validator puts it. Undefined where it is not.
 */
function keyDue(said: Key | undefined, own: Key, security: AskedCreation['security']): Key | undefined {
  if (security === 'none') return own
  const network = security === 'full' ? said : said?.type === 'list' ? said.keys[1] : undefined
  const isNetworks = network !== undefined && isLeaf(network) && !sameKey(network, own)
  if (!isNetworks) return undefined
  return security === 'full' ? network : { type: 'list', keys: [own, network] }
}

function keyAt({ fields, bytes }: Decoded, message: string, name: string): Key | undefined {
  const field = fields.find((one) => one.name === message)?.fields?.findLast((one) => one.name === name)
  try {
    return field && keyFromProto(bytes.subarray(field.contentStart, field.end))
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}
