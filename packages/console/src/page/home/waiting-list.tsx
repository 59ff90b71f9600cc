import { Button, Group, Text } from '@mantine/core'
import { type useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { api, InboxEntry, Proposal } from '../api/client.ts'
import { daoQuery } from '../api/queries.ts'
import { Face } from '../parts/face.tsx'
import { Countdown } from '../parts/values.tsx'
import { endOf } from '../requests/progress.ts'
import { RequestRow } from '../requests/request-row.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'

export type InboxPages = Pick<
  ReturnType<typeof useInfiniteQuery<Awaited<ReturnType<typeof api.multisig.page<'/multisig/inbox'>>>>>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
>

export const entriesOf = ({ data }: Pick<InboxPages, 'data'>): InboxEntry[] =>
  data?.pages.flatMap(({ entries }) => entries) ?? []

/** Signatures and votes in one list, the soonest end first. Its first action is the only primary one. */
export function WaitingList({ known, votes }: { known: InboxPages; votes: readonly Proposal[] }) {
  const { home } = useTexts()
  const entries = entriesOf(known)
  const total = known.data?.pages.at(-1)?.total
  const rows = [
    ...entries.map((entry) => ({ end: Date.parse(endOf(entry)), entry })),
    ...votes.map((proposal) => ({ end: Date.parse(proposal.endTime), proposal })),
  ].sort((a, b) => a.end - b.end)
  return (
    <section aria-label={home.waiting}>
      <ul className="panel entries">
        {rows.map((row, index) =>
          'entry' in row ? (
            <RequestRow key={row.entry.jobId} request={row.entry} entry={row.entry} isFirst={index === 0} />
          ) : (
            <VoteRow key={row.proposal.proposalId} proposal={row.proposal} isFirst={index === 0} />
          ),
        )}
      </ul>
      {known.hasNextPage ? (
        <Group justify="space-between" mt="sm">
          <Text c="dimmed">{total === undefined ? null : home.shown(entries.length, total)}</Text>
          <Button variant="default" loading={known.isFetchingNextPage} onClick={() => void known.fetchNextPage()}>
            {home.more}
          </Button>
        </Group>
      ) : null}
    </section>
  )
}

function VoteRow({ proposal, isFirst }: { proposal: Proposal; isFirst: boolean }) {
  const { home, proposal: texts, vote } = useTexts()
  const { proposalId, daoId, title, endTime, votes } = proposal
  const { data: dao } = useQuery(daoQuery(daoId))
  return (
    <li>
      <Face id={daoId} kind="dao" size={46} />
      <div>
        <Link to="/proposals/$proposalId" params={{ proposalId }} className="row-t">
          <b>
            <bdi>{seen(title)}</bdi>
          </b>
        </Link>
        <div className="row-s">
          {dao ? (
            <span>
              {home.voteOf} <bdi>{seen(dao.name)}</bdi>
            </span>
          ) : null}
        </div>
      </div>
      <div className="row-a">
        <span className="left">
          <Countdown to={endTime} text={texts.endsIn} over={texts.ended} />
          <small>{home.voted(votes.length)}</small>
        </span>
        <Button component={Link} to={`/proposals/${proposalId}`} variant={isFirst ? 'filled' : 'default'} size="sm">
          {vote.look}
        </Button>
      </div>
    </li>
  )
}
