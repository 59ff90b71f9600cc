/** Shows a proposal's operation: in words if it is a request of a wallet, and always as JSON. */
import { Stack, Text } from '@mantine/core'
import { type Decoded, decidedBytes, inWords, type WalletRequest, walletRequestIn } from '@quorate/verify'
import { Fragment, type ReactNode } from 'react'
import { Statements } from '../approve/check-view.tsx'
import { statementsOf } from '../approve/statements.ts'
import { FieldLines } from '../parts/field-lines.tsx'
import { Json } from '../parts/json.tsx'
import { Account, Amount, IdLink, Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'

export function ProposalData({ proposalData }: { proposalData: Readonly<Record<string, unknown>> }) {
  const { proposal: texts } = useTexts()
  if (Object.keys(proposalData).length === 0) return null
  const request = walletRequestIn(proposalData.operation)
  const decided = decidedBytes(proposalData.operation)
  return (
    <Stack gap={6}>
      <Text size="sm" fw={650}>
        {'operation' in proposalData ? texts.operation : texts.data}
      </Text>
      {request ? <Words request={request} /> : null}
      {decided ? <Decided decoded={decided} /> : null}
      <Json value={proposalData} label={'operation' in proposalData ? texts.operation : texts.data} />
    </Stack>
  )
}

/**
 * The bytes that a YES has the node sign. They are not compared with a request, so the summary may lack something that
 * they say: all fields are shown. If anything in them is not understood, there is no summary.
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

function Words({ request: { operation, walletId, payload, executeAt } }: { request: WalletRequest }) {
  const { request, words } = useTexts()
  return (
    <dl className="statements" data-testid="operation">
      <dt>{request.wallet}</dt>
      <dd>
        <Account id={walletId} checksum />
      </dd>
      <Details operation={operation} payload={payload} title={request.title[operation]} />
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
    case 'stake':
      return row(title, nodeId === undefined ? words.unstake : words.stakeTo(String(nodeId)))
    default:
      return row(
        title,
        <IdLink to={`/explorer/tokens/${tokenId}`} copy={String(tokenId)}>
          {String(tokenId)}
        </IdLink>,
      )
  }
}
