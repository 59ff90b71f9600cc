import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as baseline from './migrations/001-baseline.ts'
import * as votingMethods from './migrations/002-voting-methods.ts'
import * as delegations from './migrations/003-delegations.ts'
import * as rules from './migrations/004-rules.ts'
import * as vetoes from './migrations/005-vetoes.ts'
import * as drafts from './migrations/006-drafts.ts'
import * as delegates from './migrations/007-delegates.ts'
import * as secretVotes from './migrations/008-secret-votes.ts'
import * as optimistic from './migrations/009-optimistic.ts'
import * as areas from './migrations/010-areas-and-places.ts'
import * as notices from './migrations/011-notices.ts'
import * as jointSignatures from './migrations/012-joint-signatures.ts'
import * as walletRefusals from './migrations/013-wallet-refusals.ts'
import * as vetoable from './migrations/014-vetoable.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'governance',
  migrations: {
    '001-baseline': baseline,
    '002-voting-methods': votingMethods,
    '003-delegations': delegations,
    '004-rules': rules,
    '005-vetoes': vetoes,
    '006-drafts': drafts,
    '007-delegates': delegates,
    '008-secret-votes': secretVotes,
    '009-optimistic': optimistic,
    '010-areas-and-places': areas,
    '011-notices': notices,
    '012-joint-signatures': jointSignatures,
    '013-wallet-refusals': walletRefusals,
    '014-vetoable': vetoable,
  },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
