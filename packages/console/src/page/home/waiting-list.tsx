import { Button, Group, Text } from '@mantine/core'
import { type useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { api, InboxEntry, Proposal } from '../api/client.ts'
import { daoQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { Face } from '../parts/faces/face.tsx'
import { Account, Countdown } from '../parts/values.tsx'
import { endOf } from '../requests/progress.ts'
import { RequestRow } from '../requests/request-row.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import type { OpenVeto } from '../votes/vetoes/vetoes.ts'

export type InboxPages = Pick<
  ReturnType<typeof useInfiniteQuery<Awaited<ReturnType<typeof api.multisig.page<'/multisig/inbox'>>>>>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
>

export const entriesOf = ({ data }: Pick<InboxPages, 'data'>): InboxEntry[] =>
  data?.pages.flatMap(({ entries }) => entries) ?? []

/** Signatures, votes and vetoes in one list, the soonest end first. Only its first action is a primary button. */
export function WaitingList(props: { known: InboxPages; votes: readonly Proposal[]; vetoes: readonly OpenVeto[] }) {
  const { known, votes, vetoes } = props
  const { home } = useTexts()
  const entries = entriesOf(known)
  const total = known.data?.pages.at(-1)?.total
  const rows = [
    ...entries.map((entry) => ({ end: Date.parse(endOf(entry)), entry })),
    ...votes.map((proposal) => ({ end: Date.parse(proposal.endTime), proposal })),
    ...vetoes.map((veto) => ({ end: Date.parse(veto.end), veto })),
  ].sort((a, b) => a.end - b.end)
  return (
    <section aria-label={home.waiting}>
      <ul className="panel entries">
        {rows.map((row, index) =>
          'entry' in row ? (
            <RequestRow key={row.entry.jobId} request={row.entry} entry={row.entry} isFirst={index === 0} />
          ) : 'veto' in row ? (
            <VetoRow key={row.veto.proposal.proposalId} veto={row.veto} isFirst={index === 0} />
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
  const { daoId, endTime, votes } = proposal
  const { data: dao } = useQuery(daoQuery(daoId))
  return (
    <ProposalRow
      proposal={proposal}
      isFirst={isFirst}
      below={
        dao ? (
          <span>
            {home.voteOf} <bdi>{seen(dao.name)}</bdi>
          </span>
        ) : null
      }
      left={
        <>
          <Countdown to={endTime} text={texts.endsIn} over={texts.ended} />
          <small>{home.voted(votes.length)}</small>
        </>
      }
      look={vote.look}
    />
  )
}

/** A passed proposal that may be vetoed until its delay ends. */
function VetoRow({ veto: { proposal, council, end, begun }, isFirst }: { veto: OpenVeto; isFirst: boolean }) {
  const { home, veto: texts } = useTexts()
  const me = useMe()
  return (
    <ProposalRow
      proposal={proposal}
      isFirst={isFirst}
      below={
        <>
          <span data-testid="may-veto">{council === me ? home.youMayVeto : home.mayVeto}</span>
          {council === me ? null : (
            <span>
              <Account id={council} />
            </span>
          )}
          {begun ? <span>{texts.begun(begun.signed, begun.missing)}</span> : null}
        </>
      }
      left={<Countdown to={end} text={home.vetoEndsIn} over={texts.over} />}
      look={texts.look}
    />
  )
}

function ProposalRow(props: { proposal: Proposal; isFirst: boolean; below: ReactNode; left: ReactNode; look: string }) {
  const { proposal, isFirst, below, left, look } = props
  const { proposalId, daoId, title } = proposal
  return (
    <li>
      <Face id={daoId} kind="dao" size={46} />
      <div>
        <Link to="/proposals/$proposalId" params={{ proposalId }} className="row-t">
          <b>
            <bdi>{seen(title)}</bdi>
          </b>
        </Link>
        <div className="row-s">{below}</div>
      </div>
      <div className="row-a">
        <span className="left">{left}</span>
        <Button component={Link} to={`/proposals/${proposalId}`} variant={isFirst ? 'filled' : 'default'} size="sm">
          {look}
        </Button>
      </div>
    </li>
  )
}
