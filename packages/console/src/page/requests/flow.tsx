/** From and to: the changes that a payment makes, once its bytes have been compared with the request. */
import { amountText, decimalsIn, HBAR_DECIMALS } from '@quorate/verify'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSymbol } from '../address-book/use-called.ts'
import type { Request } from '../api/client.ts'
import { historyQuery, tokenQuery, walletQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import type { Check } from '../approve/check.ts'
import { effectFeeOf } from '../approve/statements.ts'
import { movementsOf, useTransactions } from '../movements/ledger-reads.ts'
import { MOST_READ } from '../movements/movements.ts'
import { Who } from '../parts/faces/who.tsx'
import { RightIcon, WarningIcon } from '../parts/layout/icons.tsx'
import { AccountLink, dayText } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { paymentsBefore } from './paid-before.ts'
import { unitsIn } from './sentences/sentence.ts'

export function Flow(props: { request: Request; check: Check; names: ReadonlyMap<string, string>; isOpen: boolean }) {
  const { request, check, names, isOpen } = props
  const { request: texts } = useTexts()
  const { walletId, payload } = request
  const receiver = String(payload.receiverId)
  if (walletId === null) return null
  return (
    <div className="panel flow">
      <div className="end">
        <p className="lab">{texts.from}</p>
        <Who id={walletId} name={names.get(walletId)} kind="wallet" size={40} below={<AccountLink id={walletId} />} />
        {isOpen ? <Left request={request} check={check} walletId={walletId} /> : null}
      </div>
      <div className="arrow" aria-hidden="true">
        <span>
          <RightIcon />
        </span>
      </div>
      <div className="end">
        <p className="lab">{texts.to}</p>
        <Who id={receiver} name={names.get(receiver)} size={40} below={<AccountLink id={receiver} />} />
        {isOpen ? <Before request={request} walletId={walletId} receiver={receiver} /> : null}
      </div>
    </div>
  )
}

/** Formats an amount of the paid asset; undefined until its decimals are known, and for NFTs. */
function useAmountText(payload: Request['payload']): ((units: bigint) => string) | undefined {
  const { language } = useLanguage()
  const { chain } = useSession()
  const { tokenId, type } = payload
  const isToken = tokenId !== 'HBAR'
  const { data } = useQuery({ ...tokenQuery(String(tokenId), chain), enabled: isToken })
  const symbolOf = useSymbol()
  if (type === 'NON_FUNGIBLE_UNIQUE') return undefined
  if (!isToken) return (units) => `${amountText(units, HBAR_DECIMALS, language)} ℏ`
  const decimals = decimalsIn(data?.decimals)
  if (!data || decimals === undefined) return undefined
  const unit = symbolOf(String(tokenId), data.symbol) ?? String(tokenId)
  return (units) => `${amountText(units, decimals, language)} ${unit}`
}

/** The wallet's holdings now and afterwards. */
function Left({
  request: { payload },
  check,
  walletId,
}: {
  request: Request
  check: Check
  walletId: string
}): ReactNode {
  const { texts, language } = useLanguage()
  const { data: wallet } = useQuery({ ...walletQuery(walletId), retry: false })
  const textOf = useAmountText(payload)
  const asset = wallet?.assets.find(({ tokenId }) => tokenId === payload.tokenId)
  const paid = unitsIn(payload.amountOrSerial)
  const held = unitsIn(asset?.balance)
  if (!textOf || paid === undefined || held === undefined) return null
  const { payer, fee } = effectFeeOf(check, walletId)
  const isFeeTaken = payload.tokenId === 'HBAR' && payer === walletId
  return (
    <>
      <p>
        {texts.request.holds} <b className="number">{textOf(held)}</b>
      </p>
      {held >= paid ? (
        <p>
          {texts.request.afterwards} <b className="number">{textOf(held - paid)}</b>
          {isFeeTaken ? `, ${texts.request.minusFee(`${amountText(fee, HBAR_DECIMALS, language)} ℏ`)}` : null}
        </p>
      ) : (
        <p className="warn">
          <WarningIcon /> {texts.ask.amountTooMuch}
        </p>
      )}
    </>
  )
}

/** The number of payments to this account in the loaded part of the wallet's history, and in its newest transactions. */
function Before({ request, walletId, receiver }: { request: Request; walletId: string; receiver: string }): ReactNode {
  const { texts, language } = useLanguage()
  const { data } = useInfiniteQuery({ ...historyQuery(walletId), retry: false })
  const textOf = useAmountText(request.payload)
  const wallets = useMemo(() => [walletId], [walletId])
  const transactions = useTransactions(wallets)
  const list = transactions.get(walletId)
  if (!data || !list) return null
  const paid = paymentsBefore(request, receiver, data.entries, movementsOf(transactions))
  const isCut = (data.total !== undefined && data.total > data.entries.length) || list.length >= MOST_READ
  const [last] = paid
  const same = paid.flatMap(({ amounts }) => amounts)
  const most = same.reduce((a, b) => (b > a ? b : a), 0n)
  const now = unitsIn(request.payload.amountOrSerial) ?? 0n
  return (
    <>
      <p>
        {last ? texts.request.paidBefore(paid.length, dayText(Date.parse(last.at), language)) : texts.request.neverPaid}
        {isCut ? ` (${texts.request.inTheLatest})` : null}
      </p>
      {most > 0n && now > most && textOf ? (
        <p className="warn">
          <WarningIcon /> {texts.request.moreThanEver(textOf(most))}
        </p>
      ) : null}
    </>
  )
}
