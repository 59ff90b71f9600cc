/** Converts a wallet request between the form's state and the service's body. */
import type { MultisigTypes } from '@quorate/client'
import { amountInField, isEntityId, type WalletOperation, walletOperations } from '@quorate/verify'
import { measureOf, noAmount, type TypedAmount, unitsIn } from '../../parts/inputs/typed-amount.ts'
import { type AirdropStated, statedAirdrops } from '../../requests/sentences/sentence.ts'
import { memoOf } from './purpose.ts'

type Wallet = MultisigTypes['Wallet']
/** An earlier request, from which a form is filled in. */
export interface Earlier extends Pick<MultisigTypes['RequestStatus'], 'operation' | 'payload'> {
  when: When
}
/** Payments to several receivers, and other transactions, have their own screens. */
export type Kind = Exclude<WalletOperation, 'pay' | 'operation'>
export const KINDS: readonly Kind[] = walletOperations.filter((one) => one !== 'pay' && one !== 'operation')
export type When = 'short' | 'until' | 'at'

export interface Form {
  kind: Kind
  /** `HBAR` or a token id. */
  asset: string
  receiver: string
  /** An amount of HBAR or a token, or the serial number of an NFT. */
  amount: TypedAmount
  /** `rule` and `refresh` send a current owner again: to change only the threshold, or to update the owner's key. */
  action: 'add' | 'remove' | 'rule' | 'refresh'
  owner: string
  ownerName: string
  /** Undefined until the user chooses one: the threshold then stays the same, even if the service shows another. */
  threshold: number | undefined
  nodeId: string
  tokenId: string
  /** The chosen airdrops, of `claim`. */
  airdrops: readonly AirdropStated[]
  /** The memo of the transaction. */
  purpose: string
  when: When
  /** In the format of `<input type="datetime-local">`. */
  time: string
}

export type Fault =
  | 'receiver'
  | 'amount'
  | 'owner'
  | 'threshold'
  | 'nodeId'
  | 'tokenId'
  | 'airdrops'
  | 'purpose'
  | 'time'

export const emptyForm = (): Form => ({
  kind: 'withdraw',
  asset: 'HBAR',
  receiver: '',
  amount: noAmount,
  action: 'add',
  owner: '',
  ownerName: '',
  threshold: undefined,
  nodeId: '',
  tokenId: '',
  airdrops: [],
  purpose: '',
  when: 'short',
  time: '',
})

/**
 * Turns an earlier request into a form. Leaves unknown values empty, such as a future time.
 *
 * @param decimals The decimals of the asset that is paid out, as they are on the ledger
 */
export function formOf(
  { operation, payload, when }: Earlier,
  wallet: Wallet,
  { language, decimals }: { language: string; decimals: number | undefined },
): Form {
  const form = emptyForm()
  const kind = KINDS.find((one) => one === operation)
  if (!kind) return form
  const { receiverId, tokenId, amountOrSerial, action, owner, threshold, nodeId, memo } = payload
  const { wallet: account, name } = (owner ?? {}) as { wallet?: string; name?: string }
  const asset = wallet.assets.find((one) => one.tokenId === tokenId)
  return {
    ...form,
    kind,
    purpose: textOf(memo),
    when: whensOf(kind).includes(when) ? when : 'short',
    ...(kind === 'withdraw' && asset
      ? {
          asset: asset.tokenId,
          receiver: textOf(receiverId),
          amount: typedAmount(textOf(amountOrSerial), asset.type === 'NON_FUNGIBLE_UNIQUE' ? 0 : decimals, language),
        }
      : {}),
    ...(kind === 'update'
      ? {
          action: actionOf(
            action,
            wallet.settings.owners.some((one) => one.wallet === account),
            threshold,
          ),
          owner: textOf(account),
          ownerName: textOf(name),
          threshold: typeof threshold === 'number' ? threshold : undefined,
        }
      : {}),
    ...(kind === 'stake' ? { nodeId: textOf(nodeId) } : {}),
    ...(kind === 'associate' || kind === 'dissociate' ? { tokenId: textOf(tokenId) } : {}),
    ...(kind === 'claim' ? { airdrops: statedAirdrops(payload) } : {}),
  }
}

const actionOf = (action: unknown, isOwner: boolean, threshold: unknown): Form['action'] => {
  if (action === 'remove') return 'remove'
  if (!isOwner) return 'add'
  return typeof threshold === 'number' ? 'rule' : 'refresh'
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function typedAmount(units: string, decimals: number | undefined, language: string): TypedAmount {
  if (decimals === undefined || !/^\d{1,19}$/.test(units)) return noAmount
  return { text: amountInField(BigInt(units), decimals, language) }
}

/** The ledger cannot schedule these. */
const UNSCHEDULED: readonly Kind[] = ['associate', 'dissociate', 'claim']
export const whensOf = (kind: Kind): readonly When[] =>
  UNSCHEDULED.includes(kind) ? ['short', 'at'] : ['short', 'until', 'at']

/** Only owners can ask until a date, because the requester's signature creates the schedule. */
export const whensFor = (whens: readonly When[], { role }: Pick<Wallet, 'role'>): readonly When[] =>
  role === 'proposer' ? whens.filter((when) => when !== 'until') : whens

/** The chosen `when`, or `at` if the operation cannot have it. The form keeps the choice for other operations. */
export const whenOf = ({ kind, when }: Pick<Form, 'kind' | 'when'>, wallet: Pick<Wallet, 'role'>): When =>
  whensFor(whensOf(kind), wallet).includes(when) ? when : 'at'

/** What the reading of a form depends on: its amount is text, which is read for the asset's decimals. */
export interface Reading {
  language: string
  /** The decimals of the form's asset on the ledger; undefined until they are read. */
  decimals: number | undefined
  now: number
}

/** Returns the body of the request, or the faults of the form. */
export function bodyOf(
  form: Form,
  wallet: Wallet,
  { now, ...reading }: Reading,
): { body: Record<string, unknown> } | { faults: Fault[] } {
  const { time, purpose } = form
  const when = whenOf(form, wallet)
  const { body, faults } = operationBody(form, wallet, reading)
  const memo = memoOf(purpose)
  if (!memo) faults.push('purpose')
  const at = Date.parse(time)
  if (when !== 'short' && !(at > now)) faults.push('time')
  if (faults.length > 0) return { faults }
  const timing = when === 'short' ? {} : { [when === 'at' ? 'executeAt' : 'expiresAt']: new Date(at).toISOString() }
  return { body: { walletId: wallet.wallet, ...body, ...memo, ...timing } }
}

function operationBody(
  form: Form,
  wallet: Wallet,
  reading: Omit<Reading, 'now'>,
): { body: Record<string, unknown>; faults: Fault[] } {
  const { kind, action, owner, ownerName, nodeId, tokenId } = form
  switch (kind) {
    case 'withdraw':
      return withdrawal(form, wallet, reading)
    case 'update': {
      const name = ownerName.trim()
      const named = { wallet: owner, ...(action === 'add' && name !== '' ? { name } : {}) }
      const isSame = action === 'rule' && (form.threshold ?? wallet.settings.threshold) === wallet.settings.threshold
      return {
        body: { action: action === 'remove' ? 'remove' : 'add', owner: named, ...thresholdIn(form, wallet) },
        faults: [...(isEntityId(owner) ? [] : ['owner' as const]), ...(isSame ? ['threshold' as const] : [])],
      }
    }
    case 'stake':
      if (nodeId.trim() === '') return { body: {}, faults: [] }
      return { body: { nodeId: Number(nodeId) }, faults: /^\d{1,9}$/.test(nodeId.trim()) ? [] : ['nodeId'] }
    case 'claim':
      return { body: { airdrops: form.airdrops }, faults: form.airdrops.length === 0 ? ['airdrops'] : [] }
    default:
      return { body: { tokenId }, faults: isEntityId(tokenId) ? [] : ['tokenId'] }
  }
}

/** The amount of a payment in smallest units, or the serial number; undefined if it is missing or wrong. */
export function amountOf(
  { asset, amount }: Pick<Form, 'asset' | 'amount'>,
  isNft: boolean,
  { language, decimals }: Omit<Reading, 'now'>,
): bigint | undefined {
  if (!isNft) return unitsIn(amount, measureOf(asset, decimals, language))
  // As `#3`, as the wallet shows it.
  const serial = /^#?(\d{1,19})$/.exec(amount.text.trim())?.[1]
  return serial === undefined ? undefined : BigInt(serial)
}

function withdrawal(form: Form, wallet: Wallet, reading: Omit<Reading, 'now'>) {
  const { asset, receiver } = form
  const faults: Fault[] = isEntityId(receiver) ? [] : ['receiver']
  const held = wallet.assets.find(({ tokenId }) => tokenId === asset)
  const isNft = held?.type === 'NON_FUNGIBLE_UNIQUE'
  const units = amountOf(form, isNft, reading)
  if (units === undefined || units === 0n) faults.push('amount')
  const type = isNft ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON'
  return { body: { receiverId: receiver, tokenId: asset, type, amountOrSerial: String(units ?? 0) }, faults }
}

/** Kept back for the transaction fee of a few cents, which the wallet pays. */
const FEE_RESERVE = 10_000_000n

/** The largest amount that the wallet can pay out; undefined for NFTs. */
export function mostOf({ assets }: Pick<Wallet, 'assets'>, asset: string): bigint | undefined {
  const held = assets.find(({ tokenId }) => tokenId === asset)
  if (!held || held.type === 'NON_FUNGIBLE_UNIQUE') return undefined
  return asset === 'HBAR' ? BigInt(held.balance) - FEE_RESERVE : BigInt(held.balance)
}

/** The threshold that a change of owners sets: the chosen one, or the number of owners left if that is smaller. */
function thresholdIn(form: Form, wallet: Wallet): { threshold?: number } {
  const most = Math.max(1, ownersAfter(form, wallet))
  if (form.threshold !== undefined) return { threshold: Math.min(form.threshold, most) }
  return wallet.settings.threshold > most ? { threshold: most } : {}
}

/** The number of owners after the change. */
export function ownersAfter(
  { action, owner }: Pick<Form, 'action' | 'owner'>,
  { settings: { owners } }: Pick<Wallet, 'settings'>,
): number {
  const isOwner = owners.some(({ wallet }) => wallet === owner)
  if (action === 'remove') return owners.length - (isOwner ? 1 : 0)
  return owners.length + (action === 'add' && !isOwner ? 1 : 0)
}
