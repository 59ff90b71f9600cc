/** Checks that all members that could vote were accounts of the ledger. */
import { ledgerTimestamp, type Mirror } from '@quorate/ledger'
import { isEntityId } from '@quorate/platform'
import { each } from '../electorate/weights.ts'
import { CLOCKS_MS } from '../model/dao.ts'
import type { Findings } from './findings.ts'
import type { Anchored } from './topic.ts'

/**
 * Finds members that the ledger did not know at the start (`absent`), and those that had been deleted before (`gone`). A member may delete its
 * account: that is no fault of the result unless the account was already deleted when it joined or voted.
 */
export async function checkExistence(
  mirror: Pick<Mirror, 'existedAt'>,
  { members, anchored }: { members: ReadonlySet<string>; anchored: Anchored },
  { faults, notes }: { faults: Findings; notes: Findings },
): Promise<{ absent: Set<string>; gone: Set<string> }> {
  const absent = new Set<string>()
  const gone = new Set<string>()
  const startAt = Date.parse(anchored.proposal?.startTime ?? '')
  const existed = (account: string, ms: number) => mirror.existedAt(account, ledgerTimestamp(Math.max(0, ms)))
  const joined = joinedAt(anchored, startAt)
  async function check(account: string): Promise<void> {
    // The service's clock may be ahead of the ledger's, or behind: both sides of the start are checked.
    const after = await existed(account, startAt + CLOCKS_MS)
    if (after === 'no') {
      absent.add(account)
      faults.add(`the member ${account} did not exist on the ledger at the start`)
      return
    }
    if (after === 'yes' || (await existed(account, startAt - CLOCKS_MS)) !== 'deleted') return
    gone.add(account)
    const since = joined.get(account)
    if (since !== undefined && (await existed(account, since - CLOCKS_MS)) === 'deleted')
      faults.add(`the member ${account} had been deleted on the ledger before it joined`)
    else notes.add(`the member ${account} had been deleted on the ledger before the start`)
  }
  await each([...members].filter(isEntityId), check, 32)
  return { absent, gone }
}

/** By account: when it last joined before the start, in milliseconds. */
function joinedAt({ dao, changes }: Anchored, startAt: number): Map<string, number> {
  const founded: [string, number][] = dao ? [[dao.ownerAddress, Date.parse(dao.createdAt)]] : []
  const joined = changes.filter(({ change, changedAt }) => change === 'added' && changedAt < startAt)
  return new Map([...founded, ...joined.map(({ account, changedAt }): [string, number] => [account, changedAt])])
}
