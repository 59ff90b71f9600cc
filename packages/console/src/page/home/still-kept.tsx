/** Withdrawn, rejected and replaced requests that the ledger keeps and can still execute. */
import { Button } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOwnerNames } from '../address-book/use-owner-names.ts'
import { BALANCE_MS, keptRequestsQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { Face } from '../parts/faces/face.tsx'
import { Section } from '../parts/layout/screen.tsx'
import { Time } from '../parts/values.tsx'
import { Sentence } from '../requests/sentences/sentence-view.tsx'
import { useSentence } from '../requests/sentences/use-sentence.ts'
import { useTexts } from '../texts/language.tsx'

type Request = MultisigTypes['Request']

/** Polled, because the ledger may end a schedule without an event. */
export function useStillKept(): readonly Request[] {
  const { data = [] } = useQuery({ ...keptRequestsQuery(), refetchInterval: BALANCE_MS })
  return data
}

export function StillKept({ requests }: { requests: readonly Request[] }) {
  const { stillKept: texts } = useTexts()
  if (requests.length === 0) return null
  return (
    <Section title={texts.kept} count={requests.length} hint={texts.keptHint}>
      <ul className="panel entries" data-testid="still-kept">
        {requests.map((request) => (
          <KeptRow key={request.jobId} request={request} />
        ))}
      </ul>
    </Section>
  )
}

function KeptRow({ request }: { request: Request }) {
  const { stillKept: texts } = useTexts()
  const me = useMe()
  const nameOf = useOwnerNames()
  const parts = useSentence(request, { openIn: request.walletId })
  const { jobId, requesterId, schedule } = request
  const walletId = request.walletId ?? ''
  const isMine = requesterId === me
  return (
    <li>
      <Face id={walletId} kind="wallet" size={46} />
      <div>
        <Link to="/requests/$jobId" params={{ jobId }} className="row-t">
          <Sentence parts={parts} />
        </Link>
        <div className="row-s">
          <bdi>{nameOf(walletId, walletId) ?? walletId}</bdi>
          <span>{isMine ? texts.keptYours : texts.keptOf(nameOf(walletId, requesterId) ?? requesterId)}</span>
          {schedule ? (
            <span>
              {texts.keptUntil} <Time at={schedule.expiresAt} />
            </span>
          ) : null}
        </div>
      </div>
      <div className="row-a">
        <Button component={Link} to={`/requests/${jobId}`} variant="default" size="sm">
          {isMine ? texts.signDeletion : texts.lookAtKept}
        </Button>
      </div>
    </li>
  )
}
