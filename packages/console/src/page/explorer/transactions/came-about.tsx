/** The history of a transaction of one of the reader's wallets: the requester, the signers, and the times. */
import { Button } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requestsOfTransactionQuery } from '../../api/queries.ts'
import type { Transaction } from '../../mirror/answers.ts'
import { AccountFace } from '../../parts/faces/account-face.tsx'
import { Thing } from '../../parts/faces/face.tsx'
import { CheckIcon } from '../../parts/layout/icons.tsx'
import { Section } from '../../parts/layout/screen.tsx'
import { isoOf } from '../../parts/moments.ts'
import { Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useNamesIn, useWalletsIn } from './wallets-in.ts'

type Entry = MultisigTypes['HistoryEntry']

/** The request that became this transaction. Other requests with the same transaction id were replaced. */
function useRequest(transaction: Transaction): { wallet: string; entry: Entry } | undefined {
  const wallets = useWalletsIn(transaction)
  const found = useQueries({
    queries: wallets.map((wallet) => requestsOfTransactionQuery(wallet, transaction.transaction_id)),
  })
  return found
    .flatMap(({ data }, index) => data?.map((entry) => ({ wallet: wallets[index] ?? '', entry })) ?? [])
    .find(({ entry }) => entry.status === 'success')
}

export function CameAbout({ transaction }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  const nameOf = useNamesIn(transaction)
  const request = useRequest(transaction)
  if (!request) return null
  const { wallet, entry } = request
  const name = (account: string) => nameOf(account) ?? account
  const signatures = signaturesIn(entry)
  const { requesterId: requester } = entry
  return (
    <Section title={texts.cameAbout}>
      <div className="panel pad stack-s">
        <ol className="timeline">
          {requester === undefined ? null : (
            <Step at={entry.timestamp} face={<AccountFace id={requester} name={name(requester)} size={30} />}>
              {texts.requestedBy(name(requester))}
            </Step>
          )}
          {signatures.map(({ account, at }) => (
            <Step key={account} at={at} face={<AccountFace id={account} name={name(account)} size={30} />}>
              {texts.signedBy(name(account))}
            </Step>
          ))}
          <Step at={isoOf(transaction.consensus_timestamp)} face={<Thing>{<CheckIcon />}</Thing>}>
            {texts.ledgerExecuted}
          </Step>
        </ol>
        <p className="sub">{texts.cameAboutSource(name(wallet))}</p>
        <div>
          <Button component={Link} to={`/requests/${entry.jobId}`} variant="default">
            {texts.openRequest}
          </Button>
        </div>
      </div>
    </Section>
  )
}

function Step({ at, face, children }: { at: string; face: ReactNode; children: ReactNode }) {
  return (
    <li>
      {face}
      <b>{children}</b>
      <Time at={at} />
    </li>
  )
}

/** The accounts whose signatures count, each with the time of its first one. */
function signaturesIn({ events }: Entry): { account: string; at: string }[] {
  const first = new Map<string, string>()
  for (const { action, status, payload, timestamp } of events) {
    const { senderId } = payload
    if (action === 'signature' && status === 'success' && typeof senderId === 'string' && !first.has(senderId))
      first.set(senderId, timestamp)
  }
  return [...first].map(([account, at]) => ({ account, at }))
}
