import { amountText, changeText, HBAR_DECIMALS } from '@quorate/verify'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import type { WalletSummary } from '../api/client.ts'
import { ledgerNow } from '../api/time.ts'
import type { Transaction } from '../mirror/answers.ts'
import { useBalances, useLine } from '../movements/ledger-reads.ts'
import { Face, Thing } from '../parts/faces/face.tsx'
import { periodText } from '../parts/figures/balance-line.ts'
import { BalanceLine } from '../parts/figures/balance-line.tsx'
import { Big } from '../parts/figures/big.tsx'
import { MoreIcon } from '../parts/layout/icons.tsx'
import { clockText, dayText } from '../parts/values.tsx'
import { useLanguage } from '../texts/language.tsx'

/** The hbars of all wallets, as the mirror shows them, and a balance line of the pinned wallets. */
export function HoldingsPanel(props: {
  wallets: readonly WalletSummary[]
  pinned: readonly WalletSummary[]
  transactions: ReadonlyMap<string, readonly Transaction[]>
}) {
  const { wallets, pinned, transactions } = props
  const { texts, language } = useLanguage()
  const { home, wallet } = texts
  const called = useCalled()
  const { data: balances, dataUpdatedAt } = useBalances(useMemo(() => wallets.map(({ wallet }) => wallet), [wallets]))
  const ids = pinned.map(({ wallet }) => wallet).join(' ')
  const line = useLine(
    useMemo(() => ids.split(' ').filter(Boolean), [ids]),
    balances,
    transactions,
  )
  const sum = (of: readonly WalletSummary[]) => of.reduce((all, { wallet }) => all + (balances?.get(wallet) ?? 0n), 0n)
  const others = wallets.filter(({ wallet }) => !pinned.some((one) => one.wallet === wallet))
  return (
    <section className="panel">
      <div className="held">
        <h2>{home.held(wallets.length)}</h2>
        <p className="big">{balances ? <Big units={sum(wallets)} /> : '–'}</p>
        {balances ? (
          <p className="row-s">{wallet.asOf(clockText(dataUpdatedAt - Date.now() + ledgerNow(), language))}</p>
        ) : null}
        {line && line.change !== 0n ? (
          <p className="row-s">
            <span>
              <b className="number">{changeText(line.change, HBAR_DECIMALS, language)} ℏ</b>
            </span>
            <span>{periodText(line, wallet, (at) => dayText(at, language))}</span>
          </p>
        ) : null}
      </div>
      {line ? (
        <div className="held-line">
          <BalanceLine steps={line.steps} to={line.to} height={72} />
          <div className="axis">
            <span>{dayText(line.from, language)}</span>
            <span>{home.ofPinned}</span>
            <span>{home.today}</span>
          </div>
        </div>
      ) : null}
      <ul className="hold">
        {pinned.map(({ wallet, name }) => (
          <li key={wallet}>
            <Link to="/wallets/$walletId" params={{ walletId: wallet }}>
              <Face id={wallet} kind="wallet" size={28} />
              <span>
                <bdi>{called(wallet, name) ?? wallet}</bdi>
              </span>
              <b className="number">{balances?.has(wallet) ? hbars(balances.get(wallet) ?? 0n, language) : '–'}</b>
            </Link>
          </li>
        ))}
        {others.length > 0 ? (
          <li>
            <Link to="/wallets">
              <Thing size={28}>
                <MoreIcon />
              </Thing>
              <span className="dim">{home.otherWallets(others.length)}</span>
              <b className="number dim">{balances ? hbars(sum(others), language) : '–'}</b>
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

const hbars = (units: bigint, language: string): string => `${amountText(units, HBAR_DECIMALS, language)} ℏ`
