import type { Asked } from '@quorate/verify'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { rememberAsked } from '../../api/kept-asked.ts'
import { useMe } from '../../api/session.tsx'
import type { Draft } from '../../parts/inputs/draft.ts'
import { sendOnce } from '../../parts/inputs/send-once.ts'

/** Creates the request of a form once, keeps its operation, and opens the request. */
export function useAsking(draft: Draft, operation: Asked['operation']) {
  const navigate = useNavigate()
  const me = useMe()
  return useMutation({
    async mutationFn({ body, force }: { body: Record<string, unknown>; force: boolean }) {
      const path = `/multisig/wallet/${operation}/request` as '/multisig/wallet/withdraw/request'
      const sent = force ? { ...body, force } : body
      const request = await sendOnce(draft)(sent, (idempotencyKey) =>
        api.multisig.post(path, { body: sent as never, idempotencyKey }),
      )
      rememberAsked(me, request.jobId, { operation, payload: body })
      return request
    },
    onSuccess({ jobId }) {
      draft.clear()
      return navigate({ to: '/requests/$jobId', params: { jobId } })
    },
  })
}
