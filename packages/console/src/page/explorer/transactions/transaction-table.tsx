/** Transactions as a table in words: payers and receivers, or what was done. */
import { amountText, HBAR_DECIMALS } from '@quorate/verify'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { type Transaction, TransactionsAnswer } from '../../mirror/answers.ts'
import { useMirrorList } from '../../mirror/mirror.ts'
import { MovementAmount } from '../../movements/movement-table.tsx'
import { changesIn, type Movement } from '../../movements/movements.ts'
import { paymentIn } from '../../movements/parties.ts'
import { AccountFace } from '../../parts/faces/account-face.tsx'
import { Thing } from '../../parts/faces/face.tsx'
import { Chip } from '../../parts/layout/chip.tsx'
import {
  BytesIcon,
  ClockIcon,
  EditIcon,
  FileIcon,
  InIcon,
  LedgerIcon,
  OutIcon,
  PeopleIcon,
  TokenIcon,
  WarningIcon,
} from '../../parts/layout/icons.tsx'
import { isoOf } from '../../parts/moments.ts'
import { Resembles, Time } from '../../parts/values.tsx'
import { kindText } from '../../texts/kinds.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { textIn } from '../bytes.ts'
import { Pages } from '../parts.tsx'

export const SUCCESSES = ['SUCCESS', 'FEE_SCHEDULE_FILE_PART_UPLOADED', 'SUCCESS_BUT_MISSING_EXPECTED_OPERATION']
/** The maximum number of amounts that one row shows. */
const MOST_AMOUNTS = 3

/**
 * The transactions at this path of the mirror.
 *
 * @param props.account Each row says what this account paid or received
 */
export function TransactionList(props: { path: string; account?: string; isLive?: boolean }) {
  const { path, account, isLive = false } = props
  const { explorer: texts } = useTexts()
  const list = useMirrorList(path, TransactionsAnswer, ({ transactions }) => transactions, { isLive })
  return (
    <Pages list={list} empty={texts.noTransactions}>
      {(items) => (
        <div className="panel tw">
          <table className="table cards of-ledger">
            <thead>
              <tr>
                <th>{texts.columns.what}</th>
                <th>{texts.time}</th>
                <th className="r">{texts.fee}</th>
                <th className="r">{account === undefined ? texts.columns.amount : texts.columns.change}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <Row key={one.consensus_timestamp} transaction={one} account={account} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Pages>
  )
}

function Row({ transaction, account }: { transaction: Transaction; account: string | undefined }) {
  const { texts: all, language } = useLanguage()
  const { explorer: texts } = all
  const { result, consensus_timestamp: at, charged_tx_fee: charged } = transaction
  const payment = account === undefined ? paymentIn(transaction) : undefined
  const { movements, fee } =
    account === undefined
      ? { movements: payment?.movements ?? [], fee: BigInt(charged ?? 0) }
      : changesIn(transaction, account)
  const [first] = movements
  const time = <Time at={isoOf(at)} exact />
  return (
    <tr>
      <td>
        <Link to="/explorer/transactions/$id" params={{ id: at }} className="who whole">
          {first?.other === undefined ? (
            <Done transaction={transaction} account={account} />
          ) : (
            <Paid movement={first} from={payment?.from} />
          )}
        </Link>
      </td>
      <td className="when hide">{time}</td>
      <td className="r when hide">{fee === 0n ? null : `${amountText(fee, HBAR_DECIMALS, language)} ℏ`}</td>
      <td className="r">
        {SUCCESSES.includes(result) ? (
          movements.slice(0, MOST_AMOUNTS).map((movement) => (
            <div key={`${movement.token} ${movement.serial}`}>
              <MovementAmount movement={movement} isSigned={account !== undefined} />
            </div>
          ))
        ) : (
          <Chip state="refused" icon={<WarningIcon />}>
            {texts.failed}
          </Chip>
        )}
        {movements.length > MOST_AMOUNTS ? (
          <span className="sub">{texts.moreAmounts(movements.length - MOST_AMOUNTS)}</span>
        ) : null}
        <span className="sub only-phone">{time}</span>
      </td>
    </tr>
  )
}

/** A payment. @param props.from Who paid, if the row is not about one of the two accounts */
function Paid({ movement, from }: { movement: Movement; from: string | undefined }): ReactNode {
  const { explorer: texts, pay } = useTexts()
  const nameOf = useOwnerNames()
  const { other = '', others, change, memo, wallet } = movement
  const isIn = change > 0n
  const face = from ?? other
  const called = (account: string) => <bdi>{nameOf(wallet, account) ?? account}</bdi>
  return (
    <>
      <span className="faced">
        <AccountFace id={face} name={nameOf(wallet, face)} size={36} />
        {from === undefined ? (
          <span className={isIn ? 'dir got' : 'dir'} aria-hidden="true">
            {isIn ? <InIcon /> : <OutIcon />}
          </span>
        ) : null}
      </span>
      <span className="who-t">
        <span className="who-n">
          <span>
            {from === undefined ? (
              <>
                {isIn ? texts.receivedFrom : texts.sentTo} {called(other)}
              </>
            ) : (
              <>
                {called(from)} <span className="light">{texts.paid}</span> {called(other)}
              </>
            )}
          </span>
          {others > 0 ? <span className="sub">{pay.others(others)}</span> : null}
        </span>
        <span className="sub">{memo ? <bdi>{seen(memo)}</bdi> : null}</span>
        {from === undefined ? <Resembles id={other} /> : null}
      </span>
    </>
  )
}

/** For a transaction without payments: its kind, with the entity or the payer. */
function Done({ transaction, account }: { transaction: Transaction; account: string | undefined }): ReactNode {
  const { explorer: texts } = useTexts()
  const nameOf = useOwnerNames()
  const { name, result, entity_id: entity, memo_base64: memo, transaction_id: id } = transaction
  const payer = id.split('-')[0] ?? ''
  const isOther = entity !== null && entity !== undefined && entity !== account
  const said = SUCCESSES.includes(result) ? (memo ? textIn(memo) : undefined) : result
  return (
    <>
      <Thing size={36}>{iconOf(name)}</Thing>
      <span className="who-t">
        <span className="who-n" title={name}>
          <span>
            {kindText(name, texts)} {isOther ? <bdi>{nameOf(null, entity) ?? entity}</bdi> : null}
          </span>
        </span>
        <span className="sub">
          {said ? (
            <bdi>{seen(said)}</bdi>
          ) : payer === account ? null : (
            <>
              {texts.payer} <bdi>{nameOf(null, payer) ?? payer}</bdi>
            </>
          )}
        </span>
      </span>
    </>
  )
}

function iconOf(name: string): ReactNode {
  if (name.startsWith('TOKEN')) return <TokenIcon />
  if (name.startsWith('CONSENSUS')) return <LedgerIcon />
  if (name.startsWith('SCHEDULE')) return <ClockIcon />
  if (name.startsWith('FILE')) return <FileIcon />
  if (name.startsWith('CONTRACT') || name.startsWith('ETHEREUM')) return <BytesIcon />
  return name === 'CRYPTOUPDATEACCOUNT' ? <EditIcon /> : <PeopleIcon />
}
