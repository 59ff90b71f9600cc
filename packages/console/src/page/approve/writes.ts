/** Reads the bytes of a write that the node has prepared, and compares them with what the user has asked for. */
import {
  type AskedCalls,
  type Decoded,
  type Difference,
  decode,
  fingerprint,
  inWords,
  isLeaf,
  type Key,
  keyFromProto,
  keyText,
  leaves,
  newTopicSays,
  publicKeyText,
  quoted,
  reviewCalls,
  sameKey,
  startsNow,
  VerifyError,
  validatorIn,
} from '@quorate/verify'
import { ledgerNow } from '../api/time.ts'
import type { Check } from './check.ts'

/** The creation that the user asked the node to prepare. */
export interface AskedCreation {
  kind: 'account' | 'topic'
  /** The account that signs and pays. */
  payerId: string
  /** The payer's key on the ledger. */
  own: Key
  /**
   * The required keys of the new entity: the owner's (`none`), the owner's and the network's (`partial`), or the
   * network's (`full`).
   */
  security: 'none' | 'partial' | 'full'
  /** The consensus timestamp of the validator. The memo of the transaction must name it, which binds the new entity. */
  validator: string
  memo: string
  /** In tinybars. */
  balance: bigint
}

/** The payment of a guarded account that the user asked the node to prepare, as a decision permits it. */
export interface AskedPayment {
  kind: 'payment'
  /** The account that signs and pays the fee. */
  payerId: string
  /** The payer's key on the ledger. */
  own: Key
  from: string
  /** The key of `from` on the ledger. */
  fromKey: Key
  to: string
  tinybars: bigint
}

export type AskedWrite = AskedCreation | AskedPayment

/** The payer offers at most 50 hbars, as the node allows. The ledger charges only cents. */
const MOST_FEE = 5_000_000_000n

/** Differs from every key that the bytes can contain. */
const NO_SUCH_KEY = "a key with the network's in its place"
const MAX_INT64 = '9223372036854775807'

/** Returns the required content of the bytes. */
export const callOf = (bodyBytes: Uint8Array, asked: AskedWrite, now: number): AskedCalls => ({
  payerId: asked.payerId,
  maxTransactionFee: MOST_FEE,
  validStart: startsNow(now),
  says: [asked.kind === 'payment' ? paymentSays(asked) : saysOf(decode(bodyBytes), asked)],
})

/** Only bytes with the verdict `trusted` may be signed. */
export function checkWrite(bodyBytes: Uint8Array, asked: AskedWrite, now = ledgerNow()): Check {
  const decoded = decode(bodyBytes)
  const read = { decoded, fingerprint: fingerprint(bodyBytes), lines: inWords(decoded), kept: undefined }
  if (decoded.findings.length > 0)
    return {
      ...read,
      verdict: 'BODY_NOT_UNDERSTOOD',
      differences: decoded.findings.map(({ path, start, end, message }) => ({
        path,
        said: null,
        stated: null,
        range: { start, end },
        message,
      })),
    }
  const differences = [
    ...reviewCalls([bodyBytes], callOf(bodyBytes, asked, now)).differences,
    ...(asked.kind === 'payment' ? ownMoneyIn(asked) : []),
  ]
  return { ...read, verdict: differences.length === 0 ? 'trusted' : 'BYTES_DIFFER', differences }
}

/**
 * The payer's signature must pay only the fee. The money must come from an account that the DAO controls: anybody may
 * create a DAO, add members, and pass a decision to pay from a member's own account, or from a wallet that it co-owns.
 * There, the signature would count as one of those that the wallet needs.
 */
function ownMoneyIn({ from, fromKey, payerId, own }: AskedPayment): Difference[] {
  const signers = new Set(leaves(own).map(publicKeyText))
  const isIn = (key: Key): boolean => leaves(key).some((leaf) => signers.has(publicKeyText(leaf)))
  // A validator may require both its owner's key and the network's. No wallet has such a key.
  const [, network] = fromKey.type === 'list' ? fromKey.keys : []
  const isShared = fromKey.type === 'list' && fromKey.keys.length === 2 && network && isLeaf(network) && !isIn(network)
  if (from !== payerId && (isShared || !isIn(fromKey))) return []
  const message = `Your signature would count for ${from}, whatever the DAO has decided`
  return [{ path: 'cryptoTransfer.transfers', said: null, stated: null, range: null, message }]
}

function paymentSays({ from, to, tinybars }: AskedPayment): AskedCalls['says'][number] {
  const list = 'cryptoTransfer.transfers.accountAmounts'
  return {
    [`${list}[${from}].accountID`]: from,
    [`${list}[${from}].amount`]: String(-tinybars),
    [`${list}[${to}].accountID`]: to,
    [`${list}[${to}].amount`]: String(tinybars),
  }
}

function saysOf(
  decoded: Decoded,
  { kind, payerId, own, security, validator, memo, balance }: AskedCreation,
): AskedCalls['says'][number] {
  const binding = { memo: quoted(bindingIn(decoded, validator)) }
  const [field, name] = kind === 'account' ? ['cryptoCreateAccount', 'key'] : ['consensusCreateTopic', 'adminKey']
  const due = keyDue(keyAt(decoded, field, name), own, security)
  const key = due ? keyText(due) : NO_SUCH_KEY
  if (kind === 'topic') return { ...binding, ...newTopicSays({ payerId, memo, adminKey: key, submitKey: key }) }
  return {
    ...binding,
    'cryptoCreateAccount.key': key,
    ...(memo === '' ? {} : { 'cryptoCreateAccount.memo': quoted(memo) }),
    ...(balance > 0n ? { 'cryptoCreateAccount.initialBalance': String(balance) } : {}),
    // SDKs add these to each creation: three months, and no records of transfers.
    'cryptoCreateAccount.autoRenewPeriod': '7776000',
    'cryptoCreateAccount.sendRecordThreshold': MAX_INT64,
    'cryptoCreateAccount.receiveRecordThreshold': MAX_INT64,
  }
}

/**
 * Returns the required key, or undefined if the bytes have none that fits. The network's key is taken from the bytes,
 * because the ledger does not say whose it is. It must be a single key, differ from the payer's, and be at the place
 * that the validator defines.
 */
function keyDue(said: Key | undefined, own: Key, security: AskedCreation['security']): Key | undefined {
  if (security === 'none') return own
  const network = security === 'full' ? said : said?.type === 'list' ? said.keys[1] : undefined
  const isNetworks = network !== undefined && isLeaf(network) && !sameKey(network, own)
  if (!isNetworks) return undefined
  return security === 'full' ? network : { type: 'list', keys: [own, network] }
}

/** The memo of the bytes if it names this validator; otherwise a text that no bytes can have. */
function bindingIn({ fields }: Decoded, validator: string): string {
  const memo = String(fields.findLast(({ name }) => name === 'memo')?.value ?? '')
  return validatorIn(memo)?.validator === validator ? memo : `quorate:bound <topic>@${validator} <hash>`
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
