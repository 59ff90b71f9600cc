import { amountText, changeText, decimalsIn, HBAR_DECIMALS } from '@quorate/verify'
import { ALL_SERIALS } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSymbol } from '../address-book/use-called.ts'
import { useOwnerNames } from '../address-book/use-owner-names.ts'
import { tokenQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { Face } from '../parts/faces/face.tsx'
import { InIcon, OutIcon } from '../parts/layout/icons.tsx'
import { isoOf } from '../parts/moments.ts'
import { Time } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import type { Movement } from './movements.ts'

/** Movements of wallets as a table. On a phone each has two lines: the other party, and the amount. */
export function MovementTable({ movements, hasWallet = false }: { movements: Movement[]; hasWallet?: boolean }) {
  const { home } = useTexts()
  const nameOf = useOwnerNames()
  return (
    <div className="panel tw">
      <table className={hasWallet ? 'table cards of-wallets' : 'table cards'}>
        <thead className="only-readers">
          <tr>
            <th>{home.columns.who}</th>
            {hasWallet ? <th>{home.columns.wallet}</th> : null}
            <th>{home.columns.when}</th>
            <th>{home.columns.amount}</th>
          </tr>
        </thead>
        <tbody>
          {movements.map((movement) => {
            const wallet = nameOf(movement.wallet, movement.wallet) ?? movement.wallet
            return (
              <tr key={`${movement.at} ${movement.wallet} ${movement.token} ${movement.serial}`}>
                <td>
                  <MovementParty movement={movement} name={movement.other && nameOf(movement.wallet, movement.other)} />
                </td>
                {hasWallet ? (
                  <td className="hide">
                    <span className="who">
                      <Face id={movement.wallet} kind="wallet" size={20} />
                      <bdi className="dim">{wallet}</bdi>
                    </span>
                  </td>
                ) : null}
                <td className="when hide">
                  <Time at={isoOf(movement.at)} />
                </td>
                <td className="r">
                  <MovementAmount movement={movement} />
                  <span className="sub only-phone">
                    <Time at={isoOf(movement.at)} />
                  </span>
                  {hasWallet ? (
                    <span className="sub only-phone">
                      <bdi>{wallet}</bdi>
                    </span>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The other party. The whole row leads to the transaction. */
export function MovementParty({ movement, name }: { movement: Movement; name: string | undefined }): ReactNode {
  const { home, pay } = useTexts()
  const { other = '', others, change, memo, at } = movement
  const isIn = change > 0n
  return (
    <Link to="/explorer/transactions/$id" params={{ id: at }} className="who whole">
      <span className="faced">
        <AccountFace id={other} name={name} size={36} />
        <span className={isIn ? 'dir got' : 'dir'} role="img" aria-label={isIn ? home.incoming : home.outgoing}>
          {isIn ? <InIcon /> : <OutIcon />}
        </span>
      </span>
      <span className="who-t">
        <span className="who-n">
          <bdi>{name ?? other}</bdi>
          {others > 0 ? <span className="sub">{pay.others(others)}</span> : null}
        </span>
        <span className="sub">{memo ? <bdi>{seen(memo)}</bdi> : name === undefined ? null : other}</span>
      </span>
    </Link>
  )
}

/** @param props.isSigned Whether to show a plus or minus sign */
export function MovementAmount(props: {
  movement: Pick<Movement, 'change' | 'token' | 'serial'>
  isSigned?: boolean
}): ReactNode {
  const { movement, isSigned = true } = props
  const { change, token, serial } = movement
  const { texts, language } = useLanguage()
  const { chain } = useSession()
  const { data } = useQuery({ ...tokenQuery(token ?? '', chain), enabled: token !== undefined })
  const symbolOf = useSymbol()
  const textOf = (decimals: number): string =>
    isSigned ? changeText(change, decimals, language) : amountText(change < 0n ? -change : change, decimals, language)
  if (token === undefined) return <span className="number">{textOf(HBAR_DECIMALS)} ℏ</span>
  const symbol = data && symbolOf(token, data.symbol)
  if (serial !== undefined)
    return (
      <span className="number">
        {isSigned ? (change < 0n ? '−' : '+') : null}
        <bdi>
          {serial === ALL_SERIALS
            ? texts.sentences.allNfts(symbol ?? token)
            : texts.sentences.nft(symbol ?? token, serial)}
        </bdi>
        {symbol === undefined ? null : <span className="sub">{token}</span>}
      </span>
    )
  const decimals = decimalsIn(data?.decimals)
  if (!data || decimals === undefined) return texts.amounts.unknown
  return (
    <span className="number">
      {textOf(decimals)} <bdi>{symbol ?? token}</bdi>
      <span className="sub">{token}</span>
    </span>
  )
}
