import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import type { Proposal, WalletSummary } from '../api/client.ts'
import { firstPendingQuery } from '../api/queries.ts'
import { clockOf, dayPartsOf } from '../parts/values.tsx'
import { useSummary } from '../requests/sentences/use-sentence.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'

const MOST = 5

/** Timed requests and the ends of votes, soonest first. */
export function Upcoming({ wallets, votes }: { wallets: readonly WalletSummary[]; votes: readonly Proposal[] }) {
  const { home } = useTexts()
  const pending = useQueries({ queries: wallets.map(({ wallet }) => firstPendingQuery(wallet)) })
  const called = useCalled()
  const timed = pending
    .flatMap(({ data = [] }) => data)
    .flatMap((request) => (request.executeAt ? [{ at: request.executeAt, request }] : []))
  const rows = [...timed, ...votes.map((proposal) => ({ at: proposal.endTime, proposal }))]
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .slice(0, MOST)
  if (rows.length === 0) return null
  return (
    <section className="panel">
      <h2>{home.upcoming}</h2>
      <ul className="up">
        {rows.map((row) =>
          'request' in row ? (
            <Sending
              key={row.request.jobId}
              at={row.at}
              request={row.request}
              wallet={called(
                row.request.walletId ?? '',
                wallets.find(({ wallet }) => wallet === row.request.walletId)?.name,
              )}
            />
          ) : (
            <Coming key={row.proposal.proposalId} at={row.at} isVote>
              <Link to="/proposals/$proposalId" params={{ proposalId: row.proposal.proposalId }} className="row-t">
                <bdi>{home.voteEnds(seen(row.proposal.title))}</bdi>
              </Link>
            </Coming>
          ),
        )}
      </ul>
    </section>
  )
}

function Sending(props: {
  at: string
  request: Parameters<typeof useSummary>[0] & { jobId: string }
  wallet: string | undefined
}) {
  const { at, request, wallet } = props
  return (
    <Coming at={at} below={wallet}>
      <Link to="/requests/$jobId" params={{ jobId: request.jobId }} className="row-t">
        {useSummary(request)}
      </Link>
    </Coming>
  )
}

function Coming(props: { at: string; isVote?: boolean; below?: string | undefined; children: ReactNode }) {
  const { at, isVote = false, below, children } = props
  const { language } = useLanguage()
  const [day, month] = dayPartsOf(at, language)
  return (
    <li>
      <span className="d" data-state={isVote ? 'wait' : 'sched'}>
        {day}
        <small>{month}</small>
      </span>
      <div>
        {children}
        <span className="sub">
          {clockOf(at, language)}
          {below ? (
            <>
              {' · '}
              <bdi>{below}</bdi>
            </>
          ) : null}
        </span>
      </div>
    </li>
  )
}
