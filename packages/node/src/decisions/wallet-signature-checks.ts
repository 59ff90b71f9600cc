/** Checks before the network signs a wallet's request for a DAO's account that owns part of the wallet. */
import type { proto } from '@hiero-ledger/proto'
import { customFeesOf, MaxCustomFees, type MirrorAccount } from '@quorate/ledger'
import { createFacts, exact, keyIn } from '@quorate/ledger/operations'
import { AccountId, type ApiError, forbidden, gone, unprocessable } from '@quorate/platform'
import { DECIDED_BYTES, excessOf, guardedOwnerIn, type Key, type Leaf, leastMaximum, sameKey } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { holdsNetworkKey, type NetworkKeys, networkKeysIn, withPresentKey } from '../model/shared-key/network-keys.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Bindings } from '../validators/bindings.ts'
import type { Cosigner } from '../validators/cosign.ts'
import { walletSignatureRefusal } from '../validators/permission.ts'
import type { ValidatorRecords } from '../validators/records.ts'
import type { PassedDecision } from './decisions.ts'

/** The body of the operation that names a request in a proposal. */
export const SignatureOperation = Type.Object(
  {
    walletId: AccountId,
    senderId: AccountId,
    bodyBytes: Type.String({ minLength: 4, maxLength: 8192, pattern: DECIDED_BYTES }),
    scheduleId: Type.Optional(AccountId),
    maxCustomFees: Type.Optional(MaxCustomFees),
  },
  exact,
)
export type SignatureOperation = Static<typeof SignatureOperation>

/** @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED */
export async function checkValidator(
  { bindings, records }: { bindings: Bindings; records: ValidatorRecords },
  ledger: OperatedLedger,
  account: string,
  topicId: string,
): Promise<void> {
  const binding = await bindings.of(ledger, 'account', account)
  if (!binding)
    throw forbidden(
      'ENTITY_UNBOUND',
      `This node does not sign for the account ${account}, because no validator of this node guards it`,
    )
  const refusal = walletSignatureRefusal(await records.ofBinding(ledger, 'account', binding), topicId)
  if (refusal) throw forbidden('VALIDATOR_REFUSED', `The validator of the account ${account} refuses: ${refusal}`)
}

/**
 * Checks that the network's signature of this body satisfies the account's part of the wallet's key and nothing else.
 * Returns the network's key in that part.
 *
 * @throws 403 OWNER_NOT_NAMED; 422 BODY_NOT_UNDERSTOOD
 */
export async function checkSigned(
  { cosigner, networkKeys }: { cosigner: Cosigner; networkKeys(ledger: OperatedLedger): NetworkKeys },
  ledger: OperatedLedger,
  body: proto.TransactionBody,
  { walletId, senderId }: SignatureOperation,
): Promise<Leaf> {
  const facts = createFacts(ledger)
  const [wallet, owner] = await Promise.all([facts.account(walletId, 'walletId'), facts.account(senderId, 'senderId')])
  const notNamed = (why: string): ApiError =>
    forbidden('OWNER_NOT_NAMED', `The network does not sign for ${senderId} as an owner of ${walletId}: ${why}`)
  const holds = (key: Key | null): boolean => holdsNetworkKey(networkKeys(ledger), key)
  const { key: newKey, memo: newMemo } = body.cryptoUpdateAccount ?? {}
  const [brought] = keyIn(newKey)
  const memo = newMemo?.value ?? wallet.memo
  const parts = [
    { key: wallet.key, memo: wallet.memo, when: 'now' },
    ...(brought ? [{ key: brought, memo, when: 'then' }] : []),
  ].filter(({ key }) => holds(key))
  const ownerKey = owner.key
  const all = networkKeys(ledger)
  if (!ownerKey || networkKeysIn(all, ownerKey).length === 0 || parts.length === 0)
    throw notNamed(`the network's key is not part of both ${senderId}'s key and the wallet's key`)
  // The wallet may still have the account's key from before the account was moved to the network's current key.
  const forms = all.map((networkKey) => ({ networkKey, form: withPresentKey([networkKey, ...all], ownerKey) }))
  const signing = parts.map(({ key }) => forms.find(({ form }) => key && isPart(form, key)))
  for (const [index, { memo: named, when }] of parts.entries()) {
    if (guardedOwnerIn(named ?? '') !== senderId)
      throw notNamed(
        `the wallet's memo ${when} does not name it as the guarded owner. Send an update/request with owner.guarded`,
      )
    if (!signing[index]) throw notNamed(`no part of the wallet's key ${when} is the key of ${senderId}`)
  }
  const [other] = await cosigner.othersIn(ledger, body, walletId)
  if (other)
    throw unprocessable(
      'BODY_NOT_UNDERSTOOD',
      `bodyBytes: the network's signature would also count for ${other.id}, or would if its key contained the network's key`,
    )
  return signing[0]?.networkKey ?? all[0]
}

/**
 * Checks that the body charges the wallet no more custom fees than the decision permits. Whoever has the signature can
 * execute the body without the multi-signature service, which would compare the fees with the request.
 *
 * @throws 422 CUSTOM_FEES, INVALID_TOKEN_ID
 */
export async function checkFees(
  { mirror }: OperatedLedger,
  body: proto.TransactionBody,
  wallet: MirrorAccount,
  { maxCustomFees = [] }: SignatureOperation,
): Promise<void> {
  const fees = await customFeesOf({ mirror }, body, wallet.id)
  const excess = excessOf(fees, maxCustomFees)
  if (excess === undefined) return
  throw unprocessable(
    'CUSTOM_FEES',
    `The wallet ${wallet.id} could pay more than the decision permits: ${excess}. To permit the current fees, set "maxCustomFees": ${JSON.stringify(leastMaximum(fees))} in the operation's body`,
    leastMaximum(fees),
  )
}

/** @throws 410 DECISION_EXPIRED, REQUEST_EXPIRED */
export function checkTime(endsAt: number, { validUntil }: PassedDecision, now: number): void {
  if (endsAt <= now)
    throw gone(
      'REQUEST_EXPIRED',
      `The request's transaction could be executed only until ${new Date(endsAt).toISOString()}`,
    )
  if (validUntil !== undefined && endsAt > validUntil)
    throw gone(
      'DECISION_EXPIRED',
      `dao: the decision is valid until ${new Date(validUntil).toISOString()}, but the transaction that it names could be executed until ${new Date(endsAt).toISOString()}`,
    )
}

/**
 * Checks that an account has a wallet's key, which is a threshold key. An account under a validator has the network's
 * key, or a list of that key and its sender's key (`keyFor`). Its owner wrote its memo, and that memo must not override
 * the validator. Checking the key works at any time, while bindings may not be known yet or may be lost.
 *
 * @throws 403 VALIDATOR_REFUSED
 */
export function checkIsWallet({ id, key }: MirrorAccount): void {
  if (key?.type === 'threshold') return
  throw forbidden(
    'VALIDATOR_REFUSED',
    `${id} is not a wallet, because its key is not a threshold key, and the network signs only requests of wallets. For an account under a validator, use the node's write operations`,
  )
}

/** Whether `part` equals `key` or is one of its direct parts. */
const isPart = (part: Key, key: Key): boolean =>
  sameKey(part, key) ||
  ((key.type === 'threshold' || key.type === 'list') && key.keys.some((one) => sameKey(part, one)))
