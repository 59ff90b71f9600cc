/** The open request that a form's new request replaces. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Request } from '../../api/client.ts'
import { requestQuery } from '../../api/queries.ts'
import { toLocalField } from '../../parts/moments.ts'
import type { When } from './ask.ts'

/** The request to replace. `schedule` is set if the ledger keeps it. */
export type Replaced = Pick<Request, 'jobId' | 'executeAt' | 'schedule'>

/**
 * The request in the `replaces` parameter of the page's URL; null if there is none. Undefined while it is read.
 *
 * @param walletId The wallet of the form: a request of another wallet is not replaced
 */
export function useReplaced(walletId: string): Replaced | null | undefined {
  const { searchStr } = useLocation()
  const jobId = new URLSearchParams(searchStr).get('replaces')
  const { data, isError } = useQuery({ ...requestQuery(jobId ?? ''), enabled: jobId !== null })
  if (jobId === null || isError) return null
  return data && (data.walletId === walletId ? data : null)
}

/**
 * The path of another form of the same wallet, which begins with the same earlier request and replaces the same one.
 *
 * @param searchStr The parameters of the present form
 */
export function otherForm(walletId: string, form: 'pay' | 'other', searchStr: string): string {
  const given = new URLSearchParams(searchStr)
  const kept = new URLSearchParams([...given].filter(([name]) => name === 'from' || name === 'replaces'))
  return `/wallets/${walletId}/${form}${kept.size > 0 ? `?${kept}` : ''}`
}

/** When the replaced request is executed, or until when the ledger keeps it. */
function timeOf({ executeAt, schedule }: Replaced): string {
  const time = executeAt ?? schedule?.expiresAt
  return time === undefined ? '' : toLocalField(Date.parse(time))
}

/** The form's initial times: only with the same time can both requests have the same transaction id. */
export function timesOf(replaced: Replaced | null): { when?: When; time?: string } {
  if (replaced === null) return {}
  return {
    when: replaced.executeAt !== undefined ? 'at' : replaced.schedule ? 'until' : 'short',
    time: timeOf(replaced),
  }
}

/** Whether the new request can have the transaction id of the replaced one. */
export function sharesId(replaced: Replaced, { when, time }: { when: When; time: string }): boolean {
  if (replaced.schedule) return false
  return replaced.executeAt === undefined ? when === 'short' : when === 'at' && time === timeOf(replaced)
}

/** The body of the new request. Forms show only minutes, so an unchanged time keeps the old request's exact time. */
export const replacing = (
  body: Record<string, unknown>,
  replaced: Replaced | null,
  form: { when: When; time: string },
): Record<string, unknown> =>
  replaced
    ? {
        ...body,
        replaces: replaced.jobId,
        ...(sharesId(replaced, form) && replaced.executeAt !== undefined ? { executeAt: replaced.executeAt } : {}),
      }
    : body
