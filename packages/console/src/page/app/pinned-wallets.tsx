import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCalled } from '../address-book/use-called.ts'
import { everyWalletQuery } from '../api/queries.ts'
import { Face } from '../parts/faces/face.tsx'
import { useWaitingByWallet } from '../requests/waiting.ts'
import { useTexts } from '../texts/language.tsx'
import { pinnedOf, usePinned } from './pinned.ts'

/** The pinned wallets in the navigation, with the number of requests that wait for the account. */
export function PinnedWallets({ path }: { path: string }) {
  const { app } = useTexts()
  const { data: wallets = [] } = useQuery(everyWalletQuery())
  const pinned = pinnedOf(wallets, usePinned())
  const called = useCalled()
  const waiting = useWaitingByWallet()
  if (wallets.length === 0) return null
  return (
    <>
      <div className="side-h">{app.pinned}</div>
      <nav aria-label={app.pinned}>
        {pinned.map(({ wallet, name }) => {
          const to = `/wallets/${wallet}`
          const count = waiting.get(wallet)
          return (
            <Link
              key={wallet}
              to={to}
              className="nav-i nav-w"
              data-on={path.startsWith(to)}
              aria-current={path === to ? 'page' : undefined}
            >
              <Face id={wallet} kind="wallet" size={22} />
              <span>
                <bdi>{called(wallet, name) ?? wallet}</bdi>
              </span>
              {count ? (
                <b className="count" role="img" aria-label={app.waiting(count)}>
                  {count}
                </b>
              ) : null}
            </Link>
          )
        })}
        {wallets.length > pinned.length ? (
          <Link to="/wallets" className="nav-i nav-all">
            <span>{app.allWallets(wallets.length)}</span>
          </Link>
        ) : null}
      </nav>
    </>
  )
}
