/** What the ledger would refuse in a group of requests, and the rejection of all its parts. */
import { Button, Group as Row, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { problemsQuery, walletQuery } from '../../api/queries.ts'
import { useMe } from '../../api/session.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { LedgerProblems } from '../../parts/ledger/ledger-problems.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ReasonInput } from '../reason-input.tsx'
import { type Group, type Part, placeOf, toReject } from './group.ts'

/** The reasons why the ledger would refuse parts now, each with its part. */
export function PartProblems({ parts, size }: { parts: readonly Part[]; size: number }) {
  const { group: texts } = useTexts()
  const read = useQueries({ queries: parts.map(({ jobId }) => problemsQuery(jobId)) })
  return parts.map((part, index) => {
    const problems = read[index]?.data?.problems ?? []
    return problems.length === 0 ? null : (
      <Stack key={part.jobId} gap={4} data-testid="part-problems">
        <Text size="sm" fw={650}>
          {texts.part(placeOf(part), size)}
        </Text>
        <LedgerProblems problems={problems} />
      </Stack>
    )
  })
}

/** Rejects all open parts with one reason, or withdraws those that the account requested. */
export function RejectAll({ group }: { group: Group }) {
  const { groupActions, app } = useTexts()
  const me = useMe()
  const queries = useQueryClient()
  const { data: wallet } = useQuery(walletQuery(group.walletId))
  const [isOpened, dialog] = useDisclosure()
  const [reason, setReason] = useState('')
  /** The places of the parts that were not rejected because an earlier one failed. */
  const [left, setLeft] = useState<readonly number[]>([])
  const parts = toReject(group, me, wallet?.role)
  const rejecting = useMutation({
    async mutationFn(all: readonly Part[]) {
      for (const [index, { jobId }] of all.entries()) {
        setLeft(all.slice(index).map(placeOf))
        const body = reason === '' ? {} : { reason }
        await api.multisig.post('/multisig/transaction/reject/{jobId}', { path: { jobId }, body })
      }
      setLeft([])
    },
    onSuccess: dialog.close,
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  // While parts are rejected, fewer and fewer are left.
  const shown = rejecting.isPending ? rejecting.variables : parts
  if (shown.length === 0 && !rejecting.error) return null
  const isOwn = shown.every(({ requesterId }) => requesterId === me)
  const button = isOwn ? groupActions.withdraw(shown.length) : groupActions.reject(shown.length)
  return (
    <>
      {shown.length === 0 ? null : (
        <div>
          <Button variant="default" onClick={dialog.open}>
            {button}
          </Button>
        </div>
      )}
      <Dialog opened={isOpened} onClose={dialog.close} title={button}>
        <Stack>
          <Text>{isOwn ? groupActions.withdrawText : groupActions.rejectText}</Text>
          <ReasonInput value={reason} onChange={setReason} />
          {rejecting.error ? (
            <>
              <Failed error={rejecting.error} />
              <Text size="sm" data-testid="parts-left">
                {groupActions.left(left.join(', '))}
              </Text>
            </>
          ) : null}
          <Row justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {app.cancel}
            </Button>
            <Button color="red.9" onClick={() => rejecting.mutate(parts)} loading={rejecting.isPending}>
              {button}
            </Button>
          </Row>
        </Stack>
      </Dialog>
    </>
  )
}
