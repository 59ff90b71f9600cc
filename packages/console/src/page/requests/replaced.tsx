/** The requests that a request replaces, or that replace it. */
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Request } from '../api/client.ts'
import { requestQuery } from '../api/queries.ts'
import type { Check } from '../approve/check.ts'
import { useTexts } from '../texts/language.tsx'

/** For an open request: the request that it replaces, and whether the bytes of both have the same transaction id. */
export function Replacing({ request, check }: { request: Request; check: Check | undefined }) {
  const { replacing: texts } = useTexts()
  const { replacedBy } = request
  const replaced = check?.replaced
  return (
    <>
      {replacedBy === undefined ? null : (
        <Alert color="orange" title={texts.waiting} data-testid="replacement">
          <Stack gap={6} align="flex-start">
            <Text size="sm">{texts.waitingText}</Text>
            <ToRequest jobId={replacedBy}>{texts.open}</ToRequest>
          </Stack>
        </Alert>
      )}
      {replaced ? (
        <Alert color="blue" title={texts.title} data-testid="replacing">
          <Stack gap={6} align="flex-start">
            <Text size="sm">{texts.lead}</Text>
            <Text size="sm">
              {replaced.sharesId === undefined ? texts.unread : replaced.sharesId ? texts.shared : texts.apart}
            </Text>
            <ToRequest jobId={replaced.jobId}>{texts.old}</ToRequest>
          </Stack>
        </Alert>
      ) : null}
    </>
  )
}

/** For a request that replaced another one, which the ledger still keeps in a schedule with its signatures. */
export function OldOnLedger({ request: { replaces } }: { request: Request }) {
  const { replacing: texts } = useTexts()
  const jobId = replaces?.jobId ?? ''
  const { data: old } = useQuery({ ...requestQuery(jobId), enabled: jobId !== '' })
  if (old?.status !== 'error' || !isStillKept(old)) return null
  return (
    <Alert color="orange" title={texts.stillKept} role="status" data-testid="old-on-ledger">
      <Stack gap={6} align="flex-start">
        <Text size="sm">{texts.stillKeptText}</Text>
        <ToRequest jobId={jobId}>{texts.toDelete}</ToRequest>
      </Stack>
    </Alert>
  )
}

/** Whether the ledger keeps the request in a schedule. */
export const isStillKept = ({ schedule }: Pick<Request, 'schedule'>): boolean => schedule?.state === 'open'

/** For a replaced request: the request that replaced it. */
export function ReplacedBy({ request, isKept }: { request: Request; isKept: boolean }) {
  const { replacing: texts } = useTexts()
  return (
    <Alert color={isKept ? 'orange' : 'gray'} title={texts.ended} role="status" data-testid="replaced">
      <Stack gap={6} align="flex-start">
        <Text size="sm">{isKept ? texts.endedKeptText : texts.endedText}</Text>
        {request.replacedBy === undefined ? null : <ToRequest jobId={request.replacedBy}>{texts.open}</ToRequest>}
      </Stack>
    </Alert>
  )
}

const ToRequest = ({ jobId, children }: { jobId: string; children: string }) => (
  <Anchor component={Link} to={`/requests/${jobId}`} size="sm">
    {children}
  </Anchor>
)
