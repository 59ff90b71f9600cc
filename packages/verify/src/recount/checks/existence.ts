/** Checks that all members that could vote were accounts on the ledger. */
import { mapInBatches } from '../../async/map-in-batches.ts'
import { CLOCKS_MS, LATE_MS } from '../../governance/records/times.ts'
import { MAX_LAG_MS } from '../../governance/signatures/signed-votes.ts'
import type { PresentAccount } from '../../mirror/present-accounts.ts'
import { ledgerTimestamp } from '../../mirror/statement/history.ts'
import { isEntityId } from '../../values/ids/entity-ids.ts'
import { nanos } from '../../values/timestamp-text.ts'
import type { Findings } from '../findings.ts'
import type { RecountMirror } from '../mirror.ts'
import type { Anchored, AnchoredChange } from '../topic.ts'

/**
 * Finds members that did not exist on the ledger at the start (`absent`), and members that were deleted before it
 * (`gone`). Members may delete their accounts, so a deletion is a fault of the result only if it came before the member
 * joined. `late` reports a deletion so short a time before that the service's mirror may not have shown it, or a
 * membership that reached the ledger late.
 */
export async function checkExistence(
  mirror: Pick<RecountMirror, 'existedAt'>,
  {
    members,
    present,
    anchored,
  }: { members: ReadonlySet<string>; present: ReadonlyMap<string, PresentAccount>; anchored: Anchored },
  { faults, late, notes }: { faults: Findings; late: Findings; notes: Findings },
  onBatch?: (done: number) => void,
): Promise<{ absent: Set<string>; gone: Set<string> }> {
  const absent = new Set<string>()
  const gone = new Set<string>()
  const startAt = Date.parse(anchored.proposal?.startTime ?? '')
  const existed = (account: string, ms: number) => mirror.existedAt(account, ledgerTimestamp(Math.max(0, ms)))
  const joined = joinedAt(anchored, startAt)
  async function check(account: string): Promise<void> {
    // The service's clock may be ahead of the ledger's or behind it, so both sides of the start are checked.
    const after = await existed(account, startAt + CLOCKS_MS)
    if (after === 'no') {
      absent.add(account)
      faults.add(`the member ${account} did not exist on the ledger at the start`)
      return
    }
    if (after === 'yes' || (await existed(account, startAt - CLOCKS_MS)) !== 'deleted') return
    gone.add(account)
    const { changedAt = 0, anchoredAt = 0 } = joined.get(account) ?? {}
    const wasDeleted = async (by: number) => by > 0 && (await existed(account, by - CLOCKS_MS)) === 'deleted'
    // The mirror that the service asked may have been behind.
    if (await wasDeleted(changedAt - MAX_LAG_MS))
      faults.add(`the member ${account} had been deleted on the ledger before it joined`)
    else if (await wasDeleted(changedAt))
      late.add(`the member ${account} had been deleted on the ledger less than eleven minutes before it joined`)
    else if (anchoredAt > changedAt + LATE_MS && (await wasDeleted(anchoredAt)))
      late.add(
        `the member ${account} had been deleted on the ledger before the record that it joined reached the topic`,
      )
    else notes.add(`the member ${account} had been deleted on the ledger before the start`)
  }
  const afterStart = nanos(ledgerTimestamp(Math.max(0, startAt + CLOCKS_MS)))
  const existedThen = (account: string) => {
    const found = present.get(account)
    return found !== undefined && nanos(found.createdAt) <= afterStart
  }
  const asked = [...members].filter((account) => isEntityId(account) && !existedThen(account))
  await mapInBatches(asked, check, 32, (done) => onBatch?.(members.size - asked.length + done))
  return { absent, gone }
}

type Joined = Pick<AnchoredChange, 'changedAt' | 'anchoredAt'>

/** When each account last joined before the start. */
function joinedAt({ dao, foundedAt, changes }: Anchored, startAt: number): Map<string, Joined> {
  const founded: [string, Joined][] = dao
    ? [[dao.ownerAddress, { changedAt: Date.parse(dao.createdAt), anchoredAt: foundedAt }]]
    : []
  const joined = changes.filter(({ change, changedAt }) => change === 'added' && changedAt < startAt)
  return new Map([...founded, ...joined.map((change): [string, Joined] => [change.account, change])])
}
