import { select } from './page.ts'
import type { MirrorContext } from './route.ts'

/** The start of the ledger, which created the treasury. */
const SINCE = 'SELECT created_at FROM account WHERE num = 2'

/**
 * Whether the ledger did not exist yet at the moment. Then there are no balances, as on a network before its first
 * snapshot.
 */
export const isBeforeGenesis = (moment: bigint | undefined, context: MirrorContext): boolean =>
  moment !== undefined && (select(context, SINCE)[0]?.created_at as bigint) > moment
