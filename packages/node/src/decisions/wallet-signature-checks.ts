/** The checks before the network signs a wallet's request for an owner that is a DAO's account. */
import type { proto } from '@hiero-ledger/proto'
import { customFeesOf, MaxCustomFees, type MirrorAccount, type Signer } from '@quorate/ledger'
import { AccountId, type ApiError, forbidden, gone, unprocessable } from '@quorate/platform'
import {
  DECIDED_BYTES,
  excessOf,
  guardedOwnerIn,
  type Key,
  leastMaximum,
  leaves,
  publicKeyText,
  sameKey,
} from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { keyIn } from '../model/signers.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { createFacts } from '../operations/checks.ts'
import { exact } from '../operations/fields.ts'
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

/** The network's key on the chain of a ledger. */
export type NetworkKey = (ledger: OperatedLedger) => Signer

/** @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED */
export async function checkValidator(
  { bindings, records }: { bindings: Bindings; records: ValidatorRecords },
  ledger: OperatedLedger,
  account: string,
  topicId: string,
): Promise<void> {
  const binding = await bindings.of(ledger, 'account', account)
  if (!binding)
    throw forbidden('ENTITY_UNBOUND', `The account ${account} is not under a validator of this node: it does not sign`)
  const refusal = walletSignatureRefusal(await records.read(ledger, 'account', binding.validator), topicId)
  if (refusal) throw forbidden('VALIDATOR_REFUSED', `The validator of the account ${account} refuses: ${refusal}`)
}

/**
 * Checks that the network's signature of this body satisfies the account's part of the wallet's key and nothing else.
 *
 * @throws 403 OWNER_NOT_NAMED; 422 BODY_NOT_UNDERSTOOD
 */
export async function checkSigned(
  { cosigner, network }: { cosigner: Cosigner; network: NetworkKey },
  ledger: OperatedLedger,
  body: proto.TransactionBody,
  { walletId, senderId }: SignatureOperation,
): Promise<void> {
  const facts = createFacts(ledger)
  const [wallet, owner] = await Promise.all([facts.account(walletId, 'walletId'), facts.account(senderId, 'senderId')])
  const notNamed = (why: string): ApiError =>
    forbidden('OWNER_NOT_NAMED', `${senderId} is not a guarded owner of ${walletId}: ${why}`)
  const holds = (key: Key | null): boolean => holdsNetworkKey(network(ledger), key)
  const { key: newKey, memo: newMemo } = body.cryptoUpdateAccount ?? {}
  const [brought] = keyIn(newKey)
  const memo = newMemo?.value ?? wallet.memo
  const parts = [
    { key: wallet.key, memo: wallet.memo, when: 'now' },
    ...(brought ? [{ key: brought, memo, when: 'then' }] : []),
  ].filter(({ key }) => holds(key))
  const ownerKey = owner.key
  if (!ownerKey || !holds(ownerKey) || parts.length === 0)
    throw notNamed(`the network's key is no longer part of the key of ${senderId} or of the wallet`)
  for (const { key, memo: named, when } of parts) {
    if (guardedOwnerIn(named ?? '') !== senderId)
      throw notNamed(`its memo ${when} names another owner or none. Send an update/request with owner.guarded`)
    if (!key || !isPart(ownerKey, key)) throw notNamed(`its key ${when} has no part that is the key of ${senderId}`)
  }
  const [other] = await cosigner.othersIn(ledger, body, walletId)
  if (other)
    throw unprocessable(
      'BODY_NOT_UNDERSTOOD',
      `bodyBytes: the signature would count for ${other.id}, too, or could if its key held the network's`,
    )
}

/** Whether the network's key is a part of this one. */
export function holdsNetworkKey({ publicKey }: Signer, key: Key | null): boolean {
  const own = publicKeyText(publicKey)
  return key !== null && leaves(key).some((leaf) => publicKeyText(leaf) === own)
}

/**
 * Checks that the body charges the wallet no custom fees beyond those that the decision names. Anyone who holds the
 * signature may execute the body without the multi-signature service, which would check the fees against the request.
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
    throw gone('REQUEST_EXPIRED', `The decision could be executed until ${new Date(endsAt).toISOString()}`)
  if (validUntil !== undefined && endsAt > validUntil)
    throw gone(
      'DECISION_EXPIRED',
      `dao: the decision is valid until ${new Date(validUntil).toISOString()}, and what it names could be executed until ${new Date(endsAt).toISOString()}`,
    )
}

/**
 * Checks that an account has a wallet's key, which is a threshold key. An account under a validator has the network's
 * key, or a list of that and its sender's (`keyFor`). Such an account's owner wrote its memo, which must not override
 * the validator. Keys tell the two apart at any time; bindings may be unknown yet, or lost.
 *
 * @throws 403 VALIDATOR_REFUSED
 */
export function checkIsWallet({ id, key }: MirrorAccount): void {
  if (key?.type === 'threshold') return
  throw forbidden(
    'VALIDATOR_REFUSED',
    `${id} is not a wallet, because its key is not a threshold key: the network signs requests of wallets only. For an account under a validator, use the writes of the node`,
  )
}

/** Whether a key is the whole of another, or one of its parts. */
const isPart = (part: Key, key: Key): boolean =>
  sameKey(part, key) ||
  ((key.type === 'threshold' || key.type === 'list') && key.keys.some((one) => sameKey(part, one)))
