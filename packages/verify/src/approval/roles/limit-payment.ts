/** A payment from a wallet that its spender signs alone, within an allowance from the owners. */

import { startsNow } from '../../bodies/compare.ts'
import { compareCall, type StatedCall } from '../../bodies/intent.ts'
import type { OperationLanguage } from '../../bodies/operations/words.ts'
import { statementsIn } from '../../bodies/statements.ts'
import { quoted } from '../../bodies/summaries.ts'
import { type Decoded, decode } from '../../protobuf/decode.ts'
import { fillIn } from '../../values/fill-in.ts'

export interface LimitPayment {
  walletId: string
  receiverId: string
  /** `HBAR`, or a fungible token. */
  tokenId: string
  /** In smallest units. */
  amount: bigint
  /** Empty for none. */
  memo: string
}

/** The highest fee that the payer offers for such a payment, in tinybars. The ledger charges a few cents. */
export const LIMIT_PAYMENT_FEE = 200_000_000n

const HBARS = 'cryptoTransfer.transfers.accountAmounts'
const listOf = (tokenId: string): string =>
  tokenId === 'HBAR' ? HBARS : `cryptoTransfer.tokenTransfers[${tokenId}].transfers`

/** The required content of the bytes. `is_approval` makes the ledger use the allowance, so no owner has to sign. */
export function limitPaymentSays({ walletId, receiverId, tokenId, amount, memo }: LimitPayment): StatedCall['says'] {
  const list = listOf(tokenId)
  return {
    ...(memo === '' ? {} : { memo: quoted(memo) }),
    ...(tokenId === 'HBAR' ? {} : { [`cryptoTransfer.tokenTransfers[${tokenId}].token`]: tokenId }),
    [`${list}[${walletId}].accountID`]: walletId,
    [`${list}[${walletId}].amount`]: String(-amount),
    [`${list}[${walletId}].is_approval`]: 'true',
    [`${list}[${receiverId}].accountID`]: receiverId,
    [`${list}[${receiverId}].amount`]: String(amount),
  }
}

/**
 * The payment in a body, if it is one from a wallet within the payer's spending limit; undefined for any other body.
 *
 * @param now In milliseconds
 */
export function limitPaymentIn(
  body: Uint8Array,
  { walletId, payerId, now }: { walletId: string; payerId: string; now: number },
): LimitPayment | undefined {
  const decoded = decode(body)
  const found = readIn(decoded, walletId)
  if (!found) return undefined
  const call = {
    payerId,
    validStart: startsNow(now),
    maxTransactionFee: LIMIT_PAYMENT_FEE,
    says: limitPaymentSays(found),
  }
  return compareCall(decoded, call).length === 0 ? found : undefined
}

function readIn(decoded: Decoded, walletId: string): LimitPayment | undefined {
  const said = statementsIn(decoded.fields, decoded.message)
  for (const [path, { text }] of said) {
    const [, list = '', receiverId = ''] = /^(cryptoTransfer\..*)\[(\d+\.\d+\.\d+)\]\.amount$/.exec(path) ?? []
    if (list === '' || receiverId === walletId || !/^[1-9]\d{0,18}$/.test(text)) continue
    const tokenId = list === HBARS ? 'HBAR' : /^cryptoTransfer\.tokenTransfers\[([\d.]+)\]\.transfers$/.exec(list)?.[1]
    if (tokenId === undefined) return undefined
    const memo = decoded.fields.findLast(({ name }) => name === 'memo')?.value ?? ''
    return { walletId, receiverId, tokenId, amount: BigInt(text), memo: String(memo) }
  }
  return undefined
}

const SENTENCES: Readonly<Record<OperationLanguage, string>> = {
  en: '{spender} pays {amount} from the wallet {wallet} to {receiver}, within its spending limit. No owner signs this.',
  de: '{spender} zahlt {amount} aus der Wallet {wallet} an {receiver}, im Rahmen des eigenen Ausgabenlimits. Kein Eigentümer unterschreibt das.',
}

/** @param amount As people read it, such as `2.5 ℏ` */
export const limitPaymentSentence = (
  payment: Pick<LimitPayment, 'walletId' | 'receiverId'>,
  { spenderId, amount, language = 'en' }: { spenderId: string; amount: string; language?: OperationLanguage },
): string =>
  fillIn(SENTENCES[language], {
    spender: spenderId,
    amount,
    wallet: payment.walletId,
    receiver: payment.receiverId,
  })
