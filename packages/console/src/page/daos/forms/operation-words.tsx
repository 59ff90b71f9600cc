/** Shows a proposal's operation: in words if it is a request of a wallet or a payment, and always as JSON. */
import { Stack, Text } from '@mantine/core'
import { type Decoded, decidedBytes, inWords, type WalletRequest, walletRequestIn } from '@quorate/verify'
import { changeIn, type ShownRules } from '@quorate/verify/recount'
import { Fragment, type ReactNode } from 'react'
import { Statements } from '../../approve/check-view.tsx'
import { statementsOf } from '../../approve/statements.ts'
import { FieldLines } from '../../parts/ledger/field-lines.tsx'
import { Json } from '../../parts/ledger/json.tsx'
import { Account, Amount, IdLink, Time } from '../../parts/values.tsx'
import { statedAirdrops } from '../../requests/sentences/sentence.ts'
import { Sentence } from '../../requests/sentences/sentence-view.tsx'
import { useSentence } from '../../requests/sentences/use-sentence.ts'
import { useTexts } from '../../texts/language.tsx'
import { ChangeWords } from '../rules/change-words.tsx'
import { type HbarPayment, hbarPaymentIn } from './operations.ts'

/** @param props.votingRules The rules that the proposal would change */
export function ProposalData(props: { proposalData: Readonly<Record<string, unknown>>; votingRules: ShownRules }) {
  const { proposalData, votingRules } = props
  const { proposal: texts, rules } = useTexts()
  if (Object.keys(proposalData).length === 0) return null
  const change = changeIn(proposalData)
  const request = walletRequestIn(proposalData.operation)
  const payment = hbarPaymentIn(proposalData.operation)
  const decided = decidedBytes(proposalData.operation)
  return (
    <Stack gap={6}>
      {change ? (
        <>
          <Text size="sm" fw={650}>
            {rules.title}
          </Text>
          <ChangeWords change={change} now={votingRules} />
        </>
      ) : null}
      <Text size="sm" fw={650}>
        {'operation' in proposalData ? texts.operation : texts.data}
      </Text>
      {request ? <Words request={request} /> : null}
      {payment ? <PaymentWords payment={payment} /> : null}
      {decided ? <Decided decoded={decided} /> : null}
      <Json value={proposalData} label={'operation' in proposalData ? texts.operation : texts.data} />
    </Stack>
  )
}

/**
 * The bytes that the node signs if the proposal passes. Nothing compares them with a request, and a summary could omit
 * fields, so all fields are shown. If a field is not understood, there is no summary.
 */
function Decided({ decoded }: { decoded: Decoded }) {
  const { words } = useTexts()
  const { does, about } = statementsOf({ decoded, kept: undefined }, words)
  return (
    <div data-testid="decided">
      {decoded.findings.length === 0 ? <Statements of={[...does, ...about]} names={NO_NAMES} /> : null}
      <FieldLines lines={inWords(decoded)} />
    </div>
  )
}
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** A payment of an account that the node signs for. */
function PaymentWords({ payment: { from, to, tinybars } }: { payment: HbarPayment }) {
  const { request, ask } = useTexts()
  return (
    <dl className="statements" data-testid="operation">
      <dt>{request.from}</dt>
      <dd>
        <Account id={from} checksum />
      </dd>
      <dt>{request.title.withdraw}</dt>
      <dd>
        <Amount units={tinybars} token="HBAR" />
      </dd>
      <dt>{ask.receiver}</dt>
      <dd>
        <Account id={to} checksum />
      </dd>
    </dl>
  )
}

function Words({ request: { operation, walletId, payload, executeAt } }: { request: WalletRequest }) {
  const { request, words } = useTexts()
  return (
    <dl className="statements" data-testid="operation">
      <dt>{request.wallet}</dt>
      <dd>
        <Account id={walletId} checksum />
      </dd>
      <Details operation={operation} payload={{ walletId, ...payload }} title={request.title[operation]} />
      {executeAt === undefined ? null : (
        <>
          <dt>{words.executedAt}</dt>
          <dd>
            <Time at={executeAt} exact />
          </dd>
        </>
      )}
    </dl>
  )
}

/** An operation of the node API in a sentence. */
function OperationWords({ payload }: Pick<WalletRequest, 'payload'>) {
  return <Sentence parts={useSentence({ operation: 'operation', payload })} />
}

function Details({ operation, payload, title }: Pick<WalletRequest, 'operation' | 'payload'> & { title: string }) {
  const { ask, words } = useTexts()
  const { amountOrSerial, receiverId, tokenId, type, nodeId, action, owner, threshold } = payload
  const row = (label: string, value: ReactNode) => (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
  switch (operation) {
    case 'withdraw':
      return (
        <>
          {row(
            title,
            type === 'NON_FUNGIBLE_UNIQUE' ? (
              <IdLink to={`/explorer/tokens/${tokenId}/${amountOrSerial}`} copy={String(tokenId)}>
                {String(tokenId)} #{String(amountOrSerial)}
              </IdLink>
            ) : (
              <Amount units={BigInt(String(amountOrSerial))} token={String(tokenId)} />
            ),
          )}
          {row(ask.receiver, <Account id={String(receiverId)} checksum />)}
        </>
      )
    case 'pay':
      return (payload.payments as { receiverId: string; tokenId: string; amount: number | string }[]).map((one) => (
        <Fragment key={`${one.receiverId} ${one.tokenId}`}>
          {row(title, <Amount units={BigInt(one.amount)} token={one.tokenId} />)}
          {row(ask.receiver, <Account id={one.receiverId} checksum />)}
        </Fragment>
      ))
    case 'update':
      return (
        <>
          {row(
            action === 'remove' ? ask.actions.remove : ask.actions.add,
            <Account id={String((owner as { wallet: string }).wallet)} checksum />,
          )}
          {row(ask.threshold, String(threshold))}
        </>
      )
    case 'operation':
      return row(title, <OperationWords payload={payload} />)
    case 'stake':
      return row(title, nodeId === undefined ? words.unstake : words.stakeTo(String(nodeId)))
    case 'claim':
      return statedAirdrops(payload).map((one) => (
        <Fragment key={`${one.senderId} ${one.tokenId} ${one.serialNumber}`}>
          {row(
            title,
            <IdLink to={`/explorer/tokens/${one.tokenId}`} copy={one.tokenId}>
              {one.serialNumber === undefined ? one.tokenId : `${one.tokenId} #${one.serialNumber}`}
            </IdLink>,
          )}
          {row(words.from, <Account id={one.senderId} checksum />)}
        </Fragment>
      ))
    default:
      return row(
        title,
        <IdLink to={`/explorer/tokens/${tokenId}`} copy={String(tokenId)}>
          {String(tokenId)}
        </IdLink>,
      )
  }
}
