/** A one-line summary of a request for lists, based on the service's statement. */
import type { MultisigTypes } from '@quorate/client'
import { amountText, decimalsIn, HBAR_DECIMALS } from '@quorate/verify'
import type { Texts } from '../texts/en.ts'
import { seen } from '../texts/strangers.ts'

type Operation = MultisigTypes['RequestStatus']['operation']

export interface Reader {
  texts: Texts
  language: string
  /** The names in the address book, by account. */
  names: ReadonlyMap<string, string>
  /** The token that is paid out, once it is loaded. */
  token?: { symbol: string; decimals: string | number } | undefined
}

export function summaryText(
  { operation, payload }: { operation: Operation; payload: Readonly<Record<string, unknown>> },
  reader: Reader,
): string {
  const title = reader.texts.request.title[operation]
  const details = detailsOf(operation, payload, reader)
  return details === '' ? title : `${title}: ${details}`
}

function detailsOf(
  operation: Operation,
  payload: Readonly<Record<string, unknown>>,
  { texts, language, names, token }: Reader,
): string {
  const called = (account: unknown): string => [names.get(String(account)), account].filter(Boolean).join(' ')
  const { tokenId, type, amountOrSerial, receiverId, name, nodeId, owner } = payload
  switch (operation) {
    case 'withdraw': {
      const amount = String(amountOrSerial)
      const decimals = decimalsIn(token?.decimals)
      const isAmount = /^\d{1,19}$/.test(amount)
      const what =
        tokenId === 'HBAR' && isAmount
          ? `${amountText(BigInt(amount), HBAR_DECIMALS, language)} ℏ`
          : type === 'NON_FUNGIBLE_UNIQUE'
            ? `${tokenId} #${amount}`
            : token && decimals !== undefined && isAmount
              ? `${amountText(BigInt(amount), decimals, language)} ${seen(token.symbol)} (${tokenId})`
              : `${tokenId} (${texts.amounts.unknown})`
      return `${what} ${texts.words.to} ${called(receiverId)}`
    }
    case 'create':
      return seen(String(name ?? ''))
    case 'update':
      return `${payload.action === 'remove' ? '−' : '+'} ${called((owner as { wallet?: string } | undefined)?.wallet ?? '')}`
    case 'stake':
      return nodeId === undefined ? texts.words.unstake : texts.words.stakeTo(String(nodeId))
    default:
      return String(tokenId ?? '')
  }
}

/** The operation of a history entry. The history records stakes as updates. */
export const operationOf = (type: Operation, payload: Readonly<Record<string, unknown>>): Operation =>
  type === 'update' && payload.action === undefined ? 'stake' : type
