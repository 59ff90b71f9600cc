/** Converts a wallet request between the form's state and the service's body. */
import type { MultisigTypes } from '@quorate/client'
import { amountInField, isEntityId, type WalletOperation, walletOperations } from '@quorate/verify'
import { noAmount, type TypedAmount } from '../parts/typed-amount.ts'
import { memoOf } from './purpose.ts'

type Wallet = MultisigTypes['Wallet']
/** A request that a form begins with. */
export interface Earlier extends Pick<MultisigTypes['RequestStatus'], 'operation' | 'payload'> {
  when: When
}
/** Payments to several receivers have a screen of their own. */
export type Kind = Exclude<WalletOperation, 'pay'>
export const KINDS: readonly Kind[] = walletOperations.filter((one) => one !== 'pay')
export type When = 'short' | 'until' | 'at'

export interface Form {
  kind: Kind
  /** `HBAR` or a token id. */
  asset: string
  receiver: string
  /** An amount of HBAR or a token, or the serial number of an NFT. */
  amount: TypedAmount
  /** To change only the rule, the service takes a present owner once more, as it does for an owner with a new key. */
  action: 'add' | 'remove' | 'rule' | 'refresh'
  owner: string
  ownerName: string
  /** Undefined while the user has not chosen one: as many must sign as before, whatever the service says that is. */
  threshold: number | undefined
  nodeId: string
  tokenId: string
  /** The memo of the transaction. */
  purpose: string
  when: When
  /** In the format of `<input type="datetime-local">`. */
  time: string
}

export type Fault = 'receiver' | 'amount' | 'owner' | 'threshold' | 'nodeId' | 'tokenId' | 'purpose' | 'time'

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
  return { text: amountInField(BigInt(units), decimals, language), units: BigInt(units) }
}

/** The ledger cannot schedule associations or dissociations. */
export const whensOf = (kind: Kind): readonly When[] =>
  kind === 'associate' || kind === 'dissociate' ? ['short', 'at'] : ['short', 'until', 'at']

/** The chosen time, or a similar one if the operation cannot have it. The choice is kept for other operations. */
export const whenOf = ({ kind, when }: Pick<Form, 'kind' | 'when'>): When =>
  whensOf(kind).includes(when) ? when : 'at'

/** Returns the body of the request, or the faults of the form. */
export function bodyOf(
  form: Form,
  wallet: Wallet,
  now: number,
): { body: Record<string, unknown> } | { faults: Fault[] } {
  const { time, purpose } = form
  const when = whenOf(form)
  const { body, faults } = operationBody(form, wallet)
  const memo = memoOf(purpose)
  if (!memo) faults.push('purpose')
  const at = Date.parse(time)
  if (when !== 'short' && !(at > now)) faults.push('time')
  if (faults.length > 0) return { faults }
  const timing = when === 'short' ? {} : { [when === 'at' ? 'executeAt' : 'expiresAt']: new Date(at).toISOString() }
  return { body: { walletId: wallet.wallet, ...body, ...memo, ...timing } }
}

function operationBody(form: Form, wallet: Wallet): { body: Record<string, unknown>; faults: Fault[] } {
  const { kind, action, owner, ownerName, nodeId, tokenId } = form
  switch (kind) {
    case 'withdraw':
      return withdrawal(form, wallet)
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
    default:
      return { body: { tokenId }, faults: isEntityId(tokenId) ? [] : ['tokenId'] }
  }
}

function withdrawal({ asset, receiver, amount }: Form, wallet: Wallet) {
  const faults: Fault[] = isEntityId(receiver) ? [] : ['receiver']
  const held = wallet.assets.find(({ tokenId }) => tokenId === asset)
  const isNft = held?.type === 'NON_FUNGIBLE_UNIQUE'
  const { units } = amount
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

/** The threshold that a change of owners sets: the chosen one, or fewer if that many owners are not left. */
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
