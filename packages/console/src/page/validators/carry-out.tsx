/** Carries out the payment that a decision permits: the node prepares it, and the user pays and signs. */
import { Alert, Button } from '@mantine/core'
import { type NodeTypes, QuorateError } from '@quorate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keyOf } from '../api/ledger-reads.ts'
import { useMe, useSession } from '../api/session.tsx'
import { type Prepared, WriteDialog } from '../approve/write-dialog.tsx'
import type { HbarPayment } from '../daos/forms/operations.ts'
import { CheckIcon } from '../parts/layout/icons.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'

export function CarryOut({ payment, consensusTimestamp }: { payment: HbarPayment; consensusTimestamp: string }) {
  const { validators } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const [prepared, setPrepared] = useState<Prepared>()
  const [isSent, setSent] = useState(false)
  const preparing = useMutation({
    async mutationFn(): Promise<Prepared> {
      const { from, to, tinybars, amount } = payment
      const answer = (await api.node.post('/accounts/transfer/hbar', {
        body: { from, to, amount, dao: { consensusTimestamp }, isOfflineTransaction: true },
      })) as NodeTypes['SignatureRequired']
      const [own, fromKey] = [await keyOf(chain, me), await keyOf(chain, from)]
      if (!('bytes' in answer) || !own || !fromKey)
        throw new QuorateError({ code: 'BODY_NOT_UNDERSTOOD', message: 'The node returned no bytes to sign' })
      const asked = { kind: 'payment' as const, payerId: me, own, from, fromKey, to, tinybars }
      return { asked, bytes: answer.bytes, bodyBytes: answer.bodyBytes }
    },
    onSuccess: setPrepared,
  })
  const readAgain = () => queries.invalidateQueries({ queryKey: ['openings'] })
  if (isSent)
    return (
      <Alert color="green" icon={<CheckIcon />} role="status">
        {validators.sent}
      </Alert>
    )
  return (
    <>
      {preparing.error ? <Failed error={preparing.error} /> : null}
      <div>
        <Button loading={preparing.isPending} onClick={() => preparing.mutate()}>
          {validators.carryOutButton}
        </Button>
      </div>
      {prepared ? (
        <WriteDialog
          prepared={prepared}
          onPrepare={preparing.mutate}
          isPreparing={preparing.isPending}
          onClose={() => setPrepared(undefined)}
          onSubmitted={() => {
            setPrepared(undefined)
            setSent(true)
            void readAgain()
          }}
        />
      ) : null}
    </>
  )
}
