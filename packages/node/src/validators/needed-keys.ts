/** The keys that a frozen transaction needs, according to the ledger, and those that have not signed yet. */
import { evmAddressOf } from '@quorate/ledger'
import { type KeyHolder, neededBy, type Replaced } from '@quorate/ledger/operations'
import { unprocessable } from '@quorate/platform'
import { type Key, type Leaf, leaves, missing, publicKeyText, satisfied } from '@quorate/verify'
import type { MissingSigner } from '../answers/writes.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { decodeBody } from '../model/transaction-body.ts'
import type { OperatedLedger } from '../operated-ledger.ts'

export interface Signers {
  /** The leaf keys of the payer, of the transaction's entities, and of the new keys that it sets. */
  keys: Leaf[]
  /**
   * The EVM addresses of accounts without a key: the ledger accepts a signature by the key that such an address is
   * derived from.
   */
  evmAddresses: Set<string>
}

/**
 * If 0.0.2 (treasury) or 0.0.50 (administrator) pays, other system accounts (numbers up to 1000) need not sign (HAPI).
 */
const PRIVILEGED = new Set(['0.0.2', '0.0.50'])
const isSystems = ({ kind, id }: KeyHolder): boolean => kind === 'account' && Number(id.split('.')[2]) <= 1000

const nameOf = ({ holder, leaves: keys }: MissingSigner): string =>
  holder ? `${holder.kind} ${holder.id} ${holder.role}` : keys.map(publicKeyText).join()

/** The key with which a holder must sign the transaction; null if the holder need not sign. */
export async function neededKeyOf(
  { mirror }: OperatedLedger,
  { kind, id, role, receives }: KeyHolder,
): Promise<Key | null> {
  if (kind === 'topic') {
    const found = await mirror.topic(id)
    if (role === 'submitKey' || role === 'feeScheduleKey') return found?.[role] ?? null
    return found?.adminKey ?? null
  }
  if (kind === 'token') {
    const found = await mirror.tokenDetails(id)
    return found && role !== 'key' && role !== 'submitKey' ? found.keys[role] : null
  }
  const found = await mirror.account(id)
  return found && (!receives || found.receiverSigRequired) ? found.key : null
}

/**
 * Whether the ledger certainly requires a holder's signature. Accounts that may have to sign must do so in two cases:
 * if they require a signature to receive anything, or if they owe the fallback fee of an NFT that neither comes from
 * its treasury nor goes there (`CryptoTransferValidationHelper.checkReceiver`).
 */
async function isSurelyNeeded({ mirror }: OperatedLedger, { kind, id, perhaps, gift }: KeyHolder): Promise<boolean> {
  if (!perhaps) return true
  if (kind !== 'account') return false
  if ((await mirror.account(id))?.receiverSigRequired) return true
  const token = gift && (await mirror.tokenDetails(gift.tokenId))
  if (!token || token.treasury === id || token.treasury === gift.sender) return false
  return token.customFees.some((fee) => fee.kind === 'royalty' && fee.fallback !== null)
}

/** Like {@link isSurelyNeeded}, but for any time until the execution. */
export const mayBeNeeded = async (ledger: OperatedLedger, holder: KeyHolder): Promise<boolean> =>
  (await mayHaveToPay(ledger, holder)) || isSurelyNeeded(ledger, holder)

/**
 * Whether a holder may have to sign for something that it gives, at any time until the execution. The receiver of an
 * NFT may have to, if a royalty has a fallback fee. The holder of the fee schedule key can add such a fee.
 */
export async function mayHaveToPay(
  { mirror }: OperatedLedger,
  { receives, perhaps, gift }: KeyHolder,
): Promise<boolean> {
  if (!perhaps) return !receives
  const token = gift && (await mirror.tokenDetails(gift.tokenId))
  return Boolean(token?.keys.feeScheduleKey || token?.customFees.some((fee) => fee.kind === 'royalty' && fee.fallback))
}

/**
 * The EVM address of an account without a key: the ledger accepts a signature by the key that this address is derived
 * from.
 */
async function addressOf({ mirror }: OperatedLedger, { kind, id }: KeyHolder): Promise<string | undefined> {
  const account = kind === 'account' ? await mirror.account(id) : null
  return account?.key === null ? (account.evmAddress ?? undefined) : undefined
}

/** The keys that must sign besides these signers. Counts only keys whose signatures the ledger certainly requires. */
export async function missingSigners(
  ledger: OperatedLedger,
  { bodies: [first] }: FrozenWrite,
  signers: readonly Leaf[],
): Promise<MissingSigner[]> {
  const { holders, newKeys, replaced } = neededBy(decodeBody(first ?? new Uint8Array()))
  const ids = new Set(signers.map(publicKeyText))
  const addresses = new Set(signers.map(evmAddressOf))
  const isPrivileged = PRIVILEGED.has(holders[0]?.id ?? '')
  const asked = holders.filter((holder, index) => !(isPrivileged && isSystems(holder) && index > 0))
  const isNeeded = await Promise.all(asked.map((holder) => isSurelyNeeded(ledger, holder)))
  const of = (holder: KeyHolder | undefined, key: Key): MissingSigner[] =>
    satisfied(key, ids) ? [] : [{ holder, ...missing(key, ids) }]
  const ofHolder = async (holder: KeyHolder): Promise<MissingSigner[]> => {
    const key = await neededKeyOf(ledger, holder)
    if (key) return of(holder, key)
    const evmAddress = holder.receives ? undefined : await addressOf(ledger, holder)
    return evmAddress === undefined || addresses.has(evmAddress) ? [] : [{ holder, leaves: [], count: 1, evmAddress }]
  }
  /**
   * Either the admin key signs, or the replaced key together with the new one. Returns the admin key if there is one.
   */
  const ofReplaced = async ({ admin, self, newKey }: Replaced): Promise<MissingSigner[]> => {
    const [adminKey, ownKey] = await Promise.all([neededKeyOf(ledger, admin), self && neededKeyOf(ledger, self)])
    const byItself = self && ownKey ? [...of(self, ownKey), ...of(undefined, newKey)] : undefined
    if (byItself?.length === 0) return []
    if (adminKey) return of(admin, adminKey)
    return byItself ?? [{ holder: admin, leaves: [], count: Number.POSITIVE_INFINITY }]
  }
  const found = await Promise.all([
    ...asked.filter((_holder, index) => isNeeded[index]).map(ofHolder),
    ...replaced.map(ofReplaced),
  ])
  const lacking = [...found.flat(), ...newKeys.flatMap((key) => of(undefined, key))]
  return [...new Map(lacking.map((one) => [nameOf(one), one])).values()]
}

/**
 * Checks that these signers satisfy every key whose signature the ledger certainly requires.
 *
 * @throws 422 INVALID_SIGNATURE, naming the entity whose key they do not satisfy
 */
export async function assertNoOtherSigners(
  ledger: OperatedLedger,
  frozen: FrozenWrite,
  signers: readonly Leaf[],
): Promise<void> {
  const [first] = await missingSigners(ledger, frozen, signers)
  if (!first) return
  const who = first.holder ? `the ${first.holder.kind} ${first.holder.id}` : 'a key that the transaction sets'
  throw unprocessable('INVALID_SIGNATURE', `${who} must sign too: request the bytes with isOfflineTransaction`)
}

/** The keys whose signatures a transaction may need. */
export async function signersOf(ledger: OperatedLedger, { bodies: [first] }: FrozenWrite): Promise<Signers> {
  const { holders, newKeys, maybeNewKeys } = neededBy(decodeBody(first ?? new Uint8Array()))
  const keys = await Promise.all(holders.map((holder) => neededKeyOf(ledger, holder)))
  const all = [...keys.filter((key) => key !== null), ...newKeys, ...maybeNewKeys]
  const keyless = holders.filter((_holder, index) => keys[index] === null)
  const addresses = await Promise.all(keyless.map((holder) => addressOf(ledger, holder)))
  return { keys: all.flatMap(leaves), evmAddresses: new Set(addresses.filter((address) => address !== undefined)) }
}
