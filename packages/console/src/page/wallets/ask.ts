/** What somebody asks a wallet to do, as the form has it and as the service takes it. */
import type { MultisigTypes } from '@quorate/client'
import { isEntityId } from '@quorate/verify'
import { amountOf, amountText, HBAR_DECIMALS } from '../texts/amounts.ts'

type Wallet = MultisigTypes['Wallet']
type Request = MultisigTypes['RequestStatus']
export type Kind = Exclude<MultisigTypes['RequestStatus']['operation'], 'create'>
export const KINDS: readonly Kind[] = ['withdraw', 'update', 'stake', 'associate', 'dissociate']
export type When = 'short' | 'until' | 'at'

export interface Form {
  kind: Kind
  /** HBAR, or a token. */
  asset: string
  receiver: string
  amount: string
  action: 'add' | 'remove'
  owner: string
  ownerName: string
  threshold: number
  nodeId: string
  tokenId: string
  when: When
  /** As `<input type="datetime-local">` has it. */
  time: string
}

export type Fault = 'receiver' | 'amount' | 'tooMuch' | 'owner' | 'nodeId' | 'tokenId' | 'time'

export const emptyForm = ({ settings: { threshold } }: Wallet): Form => ({
  ...{ kind: 'withdraw', asset: 'HBAR', receiver: '', amount: '', action: 'add', owner: '', ownerName: '' },
  ...{ threshold, nodeId: '', tokenId: '', when: 'short', time: '' },
})

/** What was asked for, as the form has it; what is not known any more, such as a time that has passed, is left empty. */
export function formOf(
  { operation, payload, executeAt, schedule }: Pick<Request, 'operation' | 'payload' | 'executeAt' | 'schedule'>,
  wallet: Wallet,
  language: string,
): Form {
  const form = emptyForm(wallet)
  const kind = KINDS.find((one) => one === operation)
  if (!kind) return form
  const { receiverId, tokenId, amountOrSerial, action, owner, threshold, nodeId } = payload
  const { wallet: account, name } = (owner ?? {}) as { wallet?: string; name?: string }
  const when = executeAt ? 'at' : schedule ? 'until' : 'short'
  const asset = wallet.assets.find((one) => one.tokenId === tokenId)
  return {
    ...{ ...form, kind, when: whensOf(kind).includes(when) ? when : 'short' },
    ...(kind === 'withdraw' && asset
      ? {
          asset: asset.tokenId,
          receiver: textOf(receiverId),
          amount: typedAmount(textOf(amountOrSerial), asset, language),
        }
      : {}),
    ...(kind === 'update'
      ? {
          action: action === 'remove' ? ('remove' as const) : ('add' as const),
          owner: textOf(account),
          ownerName: textOf(name),
          threshold: typeof threshold === 'number' ? threshold : form.threshold,
        }
      : {}),
    ...(kind === 'stake' ? { nodeId: textOf(nodeId) } : {}),
    ...(kind === 'associate' || kind === 'dissociate' ? { tokenId: textOf(tokenId) } : {}),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** An amount as it is typed: without separators of thousands. */
function typedAmount(units: string, { type, tokenId, decimals }: Wallet['assets'][number], language: string): string {
  if (type === 'NON_FUNGIBLE_UNIQUE' || !/^\d{1,19}$/.test(units)) return units
  const thousand = (1000).toLocaleString(language, { useGrouping: true }).charAt(1)
  return amountText(BigInt(units), tokenId === 'HBAR' ? HBAR_DECIMALS : decimals, language).replaceAll(thousand, '')
}

/** The ledger schedules neither associations nor dissociations. */
export const whensOf = (kind: Kind): readonly When[] =>
  kind === 'associate' || kind === 'dissociate' ? ['short', 'at'] : ['short', 'until', 'at']

/** The body of the request, or what is wrong with the form. */
export function bodyOf(
  form: Form,
  wallet: Wallet,
  now: number,
): { body: Record<string, unknown> } | { faults: Fault[] } {
  const { when, time } = form
  const { body, faults } = operationBody(form, wallet)
  const at = Date.parse(time)
  if (when !== 'short' && !(at > now)) faults.push('time')
  if (faults.length > 0) return { faults }
  const timing = when === 'short' ? {} : { [when === 'at' ? 'executeAt' : 'expiresAt']: new Date(at).toISOString() }
  return { body: { walletId: wallet.wallet, ...body, ...timing } }
}

function operationBody(form: Form, wallet: Wallet): { body: Record<string, unknown>; faults: Fault[] } {
  const { kind, action, owner, ownerName, threshold, nodeId, tokenId } = form
  switch (kind) {
    case 'withdraw':
      return withdrawal(form, wallet)
    case 'update': {
      const name = ownerName.trim()
      const named = { wallet: owner, ...(action === 'add' && name !== '' ? { name } : {}) }
      return {
        body: { action, owner: named, threshold: Math.min(threshold, Math.max(1, ownersAfter(form, wallet))) },
        faults: isEntityId(owner) ? [] : ['owner'],
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
  const units = amountOf(amount, isNft ? 0 : decimalsOf(wallet, asset))
  if (units === undefined || units === 0n) faults.push('amount')
  else if (!isNft && units > BigInt(held?.balance ?? 0)) faults.push('tooMuch')
  const type = isNft ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON'
  return { body: { receiverId: receiver, tokenId: asset, type, amountOrSerial: String(units ?? 0) }, faults }
}

export const decimalsOf = ({ assets }: Pick<Wallet, 'assets'>, asset: string): number =>
  asset === 'HBAR' ? HBAR_DECIMALS : (assets.find(({ tokenId }) => tokenId === asset)?.decimals ?? 0)

/** How many owners the wallet has after the change. */
export function ownersAfter(
  { action, owner }: Pick<Form, 'action' | 'owner'>,
  { settings: { owners } }: Pick<Wallet, 'settings'>,
): number {
  const isOwner = owners.some(({ wallet }) => wallet === owner)
  return owners.length + (action === 'add' ? (isOwner ? 0 : 1) : isOwner ? -1 : 0)
}
