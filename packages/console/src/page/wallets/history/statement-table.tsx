import { amountText, HBAR_DECIMALS, isoTimeOf } from '@quorate/verify'
import {
  type Statement,
  type StatementAsset,
  type StatementEntry,
  type StatementMovement,
  type StatementRequest,
  signersOf,
} from '@quorate/verify/recount'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { MovementAmount, MovementParty } from '../../movements/movement-table.tsx'
import { type Movement, movementOf } from '../../movements/movements.ts'
import { Face, Thing } from '../../parts/faces/face.tsx'
import { StakeIcon } from '../../parts/layout/icons.tsx'
import { clockOf, longDayText } from '../../parts/values.tsx'
import { kindText } from '../../texts/kinds.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'

interface Row {
  entry: StatementEntry
  /** Absent for a row that shows only a fee or a reward. */
  movement?: StatementMovement
  /** Whether it is the first row of its transaction, which shows the fee and the signers. */
  isFirst: boolean
}

/** The entries of a statement by day, newest first. */
export function StatementTable(props: {
  statement: Statement
  requests: ReadonlyMap<string, StatementRequest>
}): ReactNode {
  const { statement, requests } = props
  const { statement: texts } = useTexts()
  const { language } = useLanguage()
  const rows = statement.entries.toReversed().flatMap(rowsOf)
  const days = Map.groupBy(rows, ({ entry }) => longDayText(isoTimeOf(entry.at), language))
  const assetOf = new Map(statement.assets.map((one) => [one.asset, one]))
  return (
    <div className="panel tw">
      <table className="table cards" data-testid="statement">
        <thead>
          <tr>
            <th>{texts.what}</th>
            <th>{texts.signedBy}</th>
            <th>{texts.time}</th>
            <th className="r">{texts.amount}</th>
            <th className="r">{texts.balance}</th>
          </tr>
        </thead>
        <tbody>
          {[...days].map(([day, of]) => (
            <Fragment key={day}>
              <tr className="day">
                <th colSpan={5} scope="rowgroup">
                  {day}
                </th>
              </tr>
              {of.map((row, index) => (
                <Entry
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a month that has ended do not change
                  key={`${row.entry.at} ${index}`}
                  row={row}
                  wallet={statement.account}
                  request={row.isFirst ? requests.get(row.entry.at) : undefined}
                  asset={row.movement && assetOf.get(row.movement.asset)}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function rowsOf(entry: StatementEntry): Row[] {
  if (entry.movements.length === 0) return [{ entry, isFirst: true }]
  return entry.movements.map((movement, index) => ({ entry, movement, isFirst: index === 0 }))
}

function Entry(props: {
  row: Row
  wallet: string
  request: StatementRequest | undefined
  asset: StatementAsset | undefined
}) {
  const { row, wallet, request, asset } = props
  const { entry, movement, isFirst } = row
  const { texts, language } = useLanguage()
  const nameOf = useOwnerNames()
  const moved = movement && movementOf(movement, { wallet, at: entry.at, memo: entry.memo })
  const balance =
    movement === undefined || movement.asset === 'HBAR'
      ? amountText(entry.balance, HBAR_DECIMALS, language)
      : movement.balance !== undefined && asset
        ? amountText(movement.balance, asset.decimals, language)
        : undefined
  return (
    <tr>
      <td>
        {moved ? (
          <>
            <MovementParty movement={moved} name={moved.other && nameOf(wallet, moved.other)} />
            {moved.receivers.length > 1 ? <Receivers movement={moved} /> : null}
          </>
        ) : (
          <FeeOrReward entry={entry} />
        )}
      </td>
      <td className="full" data-label={texts.statement.signedBy}>
        {request ? (
          <Signers wallet={wallet} request={request} />
        ) : isFirst ? (
          <Spender wallet={wallet} entry={entry} />
        ) : null}
      </td>
      <td className="when">
        <time dateTime={isoTimeOf(entry.at)} title={entry.at}>
          {clockOf(isoTimeOf(entry.at), language)}
        </time>
      </td>
      <td className="r">
        {moved ? <MovementAmount movement={moved} /> : null}
        {isFirst ? <FeeAndReward entry={entry} /> : null}
        {balance === undefined ? null : (
          <span className="sub only-phone" data-testid="balance-after">
            {texts.statement.balance}: <span className="number">{balance}</span>
          </span>
        )}
      </td>
      <td className="r hide">{balance === undefined ? null : <span className="number">{balance}</span>}</td>
    </tr>
  )
}

/** The receivers of a payment to several, each with its amount. */
function Receivers({ movement }: { movement: Movement }) {
  const nameOf = useOwnerNames()
  const { wallet, receivers, token } = movement
  return (
    <ul className="plain-list" data-testid="receivers">
      {receivers.map(({ account, amount }) => {
        const name = nameOf(wallet, account)
        return (
          <li key={account} className="sub">
            <bdi>{name ?? account}</bdi>
            {name === undefined ? null : ` (${account})`}:{' '}
            <MovementAmount movement={{ change: amount, ...(token === undefined ? {} : { token }) }} isSigned={false} />
          </li>
        )
      })}
    </ul>
  )
}

/** A transaction that moved nothing but its fee, or a reward. */
function FeeOrReward({ entry }: { entry: StatementEntry }) {
  const { statement: texts, explorer } = useTexts()
  const isFailed = entry.result !== 'SUCCESS'
  return (
    <Link to="/explorer/transactions/$id" params={{ id: entry.at }} className="who whole">
      <Thing size={36}>
        <StakeIcon />
      </Thing>
      <span className="who-t">
        <span className="who-n">{entry.fee > 0n ? texts.feeOnly : texts.reward}</span>
        <span className="sub">{isFailed ? texts.failed(entry.result) : kindText(entry.name, explorer)}</span>
      </span>
    </Link>
  )
}

function FeeAndReward({ entry: { fee, reward } }: { entry: StatementEntry }) {
  const { statement: texts } = useTexts()
  const { language } = useLanguage()
  const hbars = (units: bigint) => `${amountText(units, HBAR_DECIMALS, language)} ℏ`
  return (
    <>
      {reward > 0n ? <span className="sub">{texts.rewardOf(hbars(reward))}</span> : null}
      {fee > 0n ? <span className="sub">{texts.feeOf(hbars(fee))}</span> : null}
    </>
  )
}

function Signers({ wallet, request }: { wallet: string; request: StatementRequest }) {
  const nameOf = useOwnerNames()
  return (
    <Link to="/requests/$jobId" params={{ jobId: request.jobId }} className="signed-by">
      {request.signers.map((id) => (
        <span key={id} className="who">
          <Face id={id} name={nameOf(wallet, id)} size={20} />
          <bdi>{nameOf(wallet, id) ?? id}</bdi>
        </span>
      ))}
    </Link>
  )
}

/** The account that paid without a request, for example within its spending limit. */
function Spender({ wallet, entry }: { wallet: string; entry: StatementEntry }) {
  const nameOf = useOwnerNames()
  return signersOf(entry, undefined, wallet).map((id) => (
    <span key={id} className="signed-by">
      <span className="who">
        <Face id={id} name={nameOf(wallet, id)} size={20} />
        <bdi>{nameOf(wallet, id) ?? id}</bdi>
      </span>
    </span>
  ))
}
