import { select } from './page.ts'
import type { MirrorContext } from './route.ts'

/** The treasury is as old as the ledger. */
const SINCE = 'SELECT created_at FROM account WHERE num = 2'

/** Whether the ledger did not exist yet. Balances are then empty, as on a network before its first snapshot. */
export const isBeforeGenesis = (moment: bigint | undefined, context: MirrorContext): boolean =>
  moment !== undefined && (select(context, SINCE)[0]?.created_at as bigint) > moment
