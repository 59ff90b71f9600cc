import { type Change, tooMany } from '@quorate/platform'
import { limits } from '../../limits.ts'
import { countCommentsSince } from '../../store/events.ts'
import type { Tables } from '../../store/tables.ts'

const DAY_MS = 86_400_000

/** @throws 429 `TOO_MANY_COMMENTS` */
export async function checkRoomForComment(
  trx: Change<Tables>,
  { chain, account, now }: { chain: string; account: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const most = limits.maxCommentsADay.value
  if ((await countCommentsSince(trx, { chain, account, since })) < most) return
  throw tooMany('TOO_MANY_COMMENTS', `You have written ${most} comments within 24 hours, the maximum`, 3600)
}
