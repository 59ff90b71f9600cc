/** A list of transactions, and the details of one. */
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { changeText, HBAR_DECIMALS } from '@quorate/verify'
import type { ReactNode } from 'react'
import { CheckIcon, CrossIcon } from '../parts/icons.tsx'
import { isoOf } from '../parts/moments.ts'
import { Account, Copied, IdLink, Time } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { type Transaction, TransactionsAnswer } from './answers.ts'
import { hexIn, textIn } from './bytes.ts'
import { kindText } from './kinds.ts'
import { useMirrorList } from './mirror.ts'
import { Fact, Facts, Hbars, Moment, Pages, Row, Rows, TokenUnits, Written } from './parts.tsx'
import { entityPlace } from './search.ts'

const SUCCESSES = ['SUCCESS', 'FEE_SCHEDULE_FILE_PART_UPLOADED', 'SUCCESS_BUT_MISSING_EXPECTED_OPERATION']

/**
 * The transactions at this path of the mirror.
 *
 * @param account Each transaction shows how much this account paid or received
 */
export function TransactionList(props: { path: string; account?: string; isLive?: boolean }) {
  const { path, account, isLive = false } = props
  const { explorer: texts } = useTexts()
  const list = useMirrorList(path, TransactionsAnswer, ({ transactions }) => transactions, { isLive })
  return (
    <Pages list={list} empty={texts.noTransactions}>
      {(items) => (
        <Rows>
          {items.map((one) => (
            <TransactionRow key={one.consensus_timestamp} transaction={one} account={account} />
          ))}
        </Rows>
      )}
    </Pages>
  )
}

function TransactionRow({ transaction, account }: { transaction: Transaction; account: string | undefined }) {
  const { texts: all, language } = useLanguage()
  const { explorer: texts } = all
  const { name, result, consensus_timestamp: at, transaction_id: id, entity_id: entity, transfers = [] } = transaction
  const change = transfers.reduce((sum, { account: of, amount }) => (of === account ? sum + BigInt(amount) : sum), 0n)
  return (
    <Row answer={transaction}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600} title={name}>
            {kindText(name, texts)}
          </Text>
          {SUCCESSES.includes(result) ? null : <Result result={result} />}
          {entity ? (
            <Text size="sm" component="div">
              <IdLink to={entityPlace(name, entity)}>{entity}</IdLink>
            </Text>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <Time at={isoOf(at)} exact />
        </Text>
      </Group>
      <Group gap="xs" justify="space-between">
        <IdLink to={`/explorer/transactions/${at}`} copy={id}>
          {id}
        </IdLink>
        {change === 0n ? null : (
          <Text size="sm" fw={600} className="number">
            {changeText(change, HBAR_DECIMALS, language)} ℏ
          </Text>
        )}
      </Group>
    </Row>
  )
}

export function Result({ result }: { result: string }) {
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

export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  const { name, result, transaction_id: id, consensus_timestamp: at, parent_consensus_timestamp: parent } = transaction
  const { entity_id: entity, node, charged_tx_fee: fee, memo_base64: memo, transaction_hash: hash } = transaction
  const { max_fee: maxFee, assessed_custom_fees: customFees, staking_reward_transfers: rewards } = transaction
  const payer = id.split('-')[0] ?? ''
  return (
    <Stack gap="md">
      <Facts>
        <Fact label={texts.type}>
          {kindText(name, texts)} <span className="id dim">{name}</span>
        </Fact>
        <Fact label={texts.result}>
          <Result result={result} />
        </Fact>
        <Fact label={texts.time}>
          <Moment at={at} />
        </Fact>
        <Fact label={texts.transactionId}>
          <Copied text={id} />
        </Fact>
        <Fact label={texts.payer}>
          <Account id={payer} />
        </Fact>
        <Fact label={texts.node}>{node ? <Account id={node} /> : null}</Fact>
        <Fact label={texts.fee}>{fee === null || fee === undefined ? null : <Hbars units={fee} />}</Fact>
        <Fact label={texts.maxFee}>{maxFee ? <Hbars units={BigInt(maxFee)} /> : null}</Fact>
        <Fact label={texts.memo}>{memo ? <Written text={textIn(memo) ?? memo} /> : null}</Fact>
        <Fact label={texts.entity}>
          {entity ? (
            <IdLink to={entityPlace(name, entity)} copy={entity}>
              {entity}
            </IdLink>
          ) : null}
        </Fact>
        <Fact label={texts.scheduled}>{transaction.scheduled ? texts.yes : null}</Fact>
        <Fact label={texts.parent}>
          {parent ? (
            <IdLink to={`/explorer/transactions/${parent}`} copy={parent}>
              {parent}
            </IdLink>
          ) : null}
        </Fact>
        <Fact label={texts.hash}>{hash ? <Copied text={`0x${hexIn(hash)}`} /> : null}</Fact>
        <Fact label={texts.customFees}>
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
        </Fact>
        <Fact label={texts.rewards}>
          {rewards?.length
            ? rewards.map(({ account, amount }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rewards have a fixed order
                <div key={index}>
                  <Hbars units={amount} /> {account ? <Account id={account} /> : null}
                </div>
              ))
            : null}
        </Fact>
      </Facts>
      <Moves transaction={transaction} />
    </Stack>
  )
}

/** All transfers of a transaction, with their accounts. */
function Moves({ transaction }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  const { transfers = [], token_transfers: tokens = [], nft_transfers: nfts = [] } = transaction
  if (transfers.length + tokens.length + nfts.length === 0) return null
  return (
    <div>
      <Title order={2} mb="xs">
        {texts.moves}
      </Title>
      <Rows>
        {transfers.map(({ account, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the transfers have a fixed order
          <Move key={index} of={account ? <Account id={account} /> : '–'}>
            <Hbars units={amount} isChange />
          </Move>
        ))}
        {tokens.map(({ account, amount, token_id: token }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the transfers have a fixed order
          <Move key={index} of={account ? <Account id={account} /> : '–'}>
            <TokenUnits token={token} units={BigInt(amount)} isChange />
          </Move>
        ))}
        {nfts.map(({ sender_account_id: from, receiver_account_id: to, serial_number: serial, token_id: token }) => (
          <Move
            key={`${token} ${serial} ${from} ${to}`}
            of={
              <>
                {from ? <Account id={from} /> : '–'} → {to ? <Account id={to} /> : '–'}
              </>
            }
          >
            <IdLink to={`/explorer/tokens/${token}/${serial}`}>
              {token} #{String(serial)}
            </IdLink>
          </Move>
        ))}
      </Rows>
    </div>
  )
}

/** One transfer: the account or accounts, and the amount. Stacked on narrow screens. */
function Move({ of, children }: { of: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className="row">{of}</div>
      <div>{children}</div>
    </li>
  )
}
