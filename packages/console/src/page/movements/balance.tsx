import { amountText, changeText, HBAR_DECIMALS } from '@quorate/verify'
import { useMemo } from 'react'
import { ledgerNow } from '../api/time.ts'
import type { Transaction } from '../mirror/answers.ts'
import { periodText } from '../parts/figures/balance-line.ts'
import { BalanceLine } from '../parts/figures/balance-line.tsx'
import { Big } from '../parts/figures/big.tsx'
import { clockText, dayText } from '../parts/values.tsx'
import { useLanguage } from '../texts/language.tsx'
import { useLine } from './ledger-reads.ts'

/**
 * The hbars of an account, and a line of its balance for the time that the mirror's transactions cover.
 *
 * @param props.balance In tinybars
 * @param props.readAt When the balance was read, in milliseconds of this machine's clock
 */
export function Balance(props: {
  account: string
  balance: bigint
  readAt: number
  transactions: ReadonlyMap<string, readonly Transaction[]>
}) {
  const { account, balance, readAt, transactions } = props
  const { texts, language } = useLanguage()
  const { wallet: words } = texts
  const balances = useMemo(() => new Map([[account, balance]]), [account, balance])
  const line = useLine(
    useMemo(() => [account], [account]),
    balances,
    transactions,
  )
  const first = line?.steps[0]
  return (
    <section>
      <h2 className="quiet-h">{words.balance}</h2>
      <p className="big" style={{ margin: '4px 0 0' }}>
        <Big units={balance} />
      </p>
      <p className="fine" style={{ margin: '4px 0 12px' }}>
        {words.asOf(clockText(readAt - Date.now() + ledgerNow(), language))}
      </p>
      {line && first ? (
        <>
          <BalanceLine steps={line.steps} to={line.to} />
          <div className="axis">
            <span>
              {dayText(line.from, language)} · {amountText(first.balance, HBAR_DECIMALS, language)} ℏ
            </span>
            <span>
              {changeText(line.change, HBAR_DECIMALS, language)} ℏ{' '}
              {periodText(line, words, (at) => dayText(at, language))}
            </span>
            <span>{texts.home.today}</span>
          </div>
        </>
      ) : null}
    </section>
  )
}
