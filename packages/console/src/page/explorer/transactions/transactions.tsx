/** The details of a transaction: its facts and its transfers. */
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Transaction } from '../../mirror/answers.ts'
import { Thing } from '../../parts/faces/face.tsx'
import { Who } from '../../parts/faces/who.tsx'
import { CheckIcon, CrossIcon, LedgerIcon, RightIcon } from '../../parts/layout/icons.tsx'
import { Section } from '../../parts/layout/screen.tsx'
import { Account, AccountLink, Copied, IdLink } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { hexIn } from '../bytes.ts'
import { Hbars, Moment, RailFact, RailFacts, TokenUnits } from '../parts.tsx'
import { entityPlace } from '../search/search.ts'
import { SUCCESSES } from './transaction-table.tsx'
import { useNamesIn } from './wallets-in.ts'

export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  const { name, result, transaction_id: id, consensus_timestamp: at, parent_consensus_timestamp: parent } = transaction
  const { entity_id: entity, node, charged_tx_fee: fee, transaction_hash: hash } = transaction
  const { max_fee: maxFee, assessed_custom_fees: customFees, staking_reward_transfers: rewards } = transaction
  const payer = id.split('-')[0] ?? ''
  return (
    <section className="panel pad">
      <h2>{texts.transaction}</h2>
      <RailFacts>
        <RailFact label={texts.result}>
          <Result result={result} />
        </RailFact>
        <RailFact label={texts.fee}>{fee === null || fee === undefined ? null : <Hbars units={fee} />}</RailFact>
        <RailFact label={texts.maxFee}>{maxFee ? <Hbars units={BigInt(maxFee)} /> : null}</RailFact>
        <RailFact label={transaction.scheduled ? texts.scheduledBy : texts.payer}>
          <Account id={payer} />
        </RailFact>
        <RailFact label={texts.node}>{node ? <Account id={node} /> : null}</RailFact>
        <RailFact label={texts.entity}>
          {entity ? (
            <IdLink to={entityPlace(name, entity)} copy={entity}>
              {entity}
            </IdLink>
          ) : null}
        </RailFact>
        <RailFact label={texts.type}>
          <span className="id">{name}</span>
        </RailFact>
        <RailFact label={texts.time}>
          <Moment at={at} />
        </RailFact>
        <RailFact label={texts.scheduled}>{transaction.scheduled ? texts.yes : null}</RailFact>
        <RailFact label={texts.parent}>
          {parent ? (
            <IdLink to={`/explorer/transactions/${parent}`} copy={parent}>
              {parent}
            </IdLink>
          ) : null}
        </RailFact>
        <RailFact label={texts.customFees}>
          {customFees?.length
            ? customFees.map(({ amount, collector_account_id: to, token_id: token }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the fees have a fixed order
                <div key={index}>
                  {token ? <TokenUnits token={token} units={BigInt(amount)} /> : <Hbars units={amount} />}
                  {to ? (
                    <>
                      {' → '}
                      <Account id={to} />
                    </>
                  ) : null}
                </div>
              ))
            : null}
        </RailFact>
        <RailFact label={texts.rewards}>
          {rewards?.length
            ? rewards.map(({ account, amount }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rewards have a fixed order
                <div key={index}>
                  <Hbars units={amount} /> {account ? <Account id={account} /> : null}
                </div>
              ))
            : null}
        </RailFact>
        <RailFact label={texts.transactionId}>
          <Copied text={id} />
        </RailFact>
        <RailFact label={texts.hash}>{hash ? <Copied text={`0x${hexIn(hash)}`} /> : null}</RailFact>
      </RailFacts>
    </section>
  )
}

function Result({ result }: { result: string }) {
  const isSuccess = SUCCESSES.includes(result)
  return (
    <Badge
      color={isSuccess ? 'green' : 'red'}
      variant="outline"
      radius="sm"
      tt="none"
      leftSection={isSuccess ? <CheckIcon /> : <CrossIcon />}
    >
      {result}
    </Badge>
  )
}

type NameOf = ReturnType<typeof useNamesIn>

interface Side {
  key: string
  account: string | null | undefined
  what: ReactNode
}

/** All transfers of a transaction: payers on the left, receivers on the right. */
export function Moved({ transaction }: { transaction: Transaction }) {
  const { explorer: texts, request } = useTexts()
  const nameOf = useNamesIn(transaction)
  const { transfers = [], token_transfers: tokens = [], nft_transfers: nfts = [] } = transaction
  if (transfers.length + tokens.length + nfts.length === 0) return null
  const lines = [
    ...transfers.map(({ account, amount }, index) => ({
      ...{ key: `hbar ${index}`, account, isOut: amount < 0 },
      what: <Hbars units={amount} isChange />,
    })),
    ...tokens.map(({ account, amount, token_id: token }, index) => ({
      ...{ key: `token ${index}`, account, isOut: amount < 0 },
      what: <TokenUnits token={token} units={BigInt(amount)} isChange />,
    })),
    ...nfts.flatMap(({ sender_account_id: from, receiver_account_id: to, serial_number: serial, token_id: token }) => {
      const what = (
        <IdLink key="nft" to={`/explorer/tokens/${token}/${serial}`}>
          {token} #{String(serial)}
        </IdLink>
      )
      const key = `${token} ${serial} ${from} ${to}`
      return [
        ...(from ? [{ key: `${key} from`, account: from, isOut: true, what }] : []),
        ...(to ? [{ key: `${key} to`, account: to, isOut: false, what }] : []),
      ]
    }),
  ]
  const { out = [], into = [] } = Object.groupBy(lines, ({ isOut }) => (isOut ? 'out' : 'into'))
  return (
    <Section title={texts.moves}>
      <div className="panel flow moved">
        <Party label={request.from} lines={out} nameOf={nameOf} />
        <div className="arrow" aria-hidden="true">
          <span>
            <RightIcon />
          </span>
        </div>
        <Party label={request.to} lines={into} nameOf={nameOf} />
      </div>
    </Section>
  )
}

function Party({ label, lines, nameOf }: { label: string; lines: readonly Side[]; nameOf: NameOf }) {
  const { explorer: texts } = useTexts()
  return (
    <div className="end">
      <p className="lab">{label}</p>
      <ul>
        {[...Map.groupBy(lines, ({ account }) => account ?? '')].map(([account, of]) => (
          <li key={account}>
            {NETWORK.has(account) ? (
              <span className="who">
                <Thing>
                  <LedgerIcon />
                </Thing>
                <span className="who-t">
                  <span className="who-n">{texts.network}</span>
                  <span className="sub id">
                    <AccountLink id={account} />
                  </span>
                </span>
              </span>
            ) : account === '' ? (
              '–'
            ) : (
              <Who id={account} name={nameOf(account)} below={<AccountLink id={account} />} />
            )}
            <div>
              {of.map(({ key, what }) => (
                <b key={key} className="number">
                  {what}
                </b>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Accounts that receive the network's fees and pay rewards. */
const NETWORK = new Set(['0.0.98', '0.0.800', '0.0.801', '0.0.802'])
