import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as wallets from './migrations/001-wallets.ts'
import * as submissions from './migrations/002-submissions.ts'
import * as retention from './migrations/003-retention.ts'
import * as timedRequests from './migrations/004-timed-requests.ts'
import * as inbox from './migrations/005-inbox.ts'
import * as scheduledRequests from './migrations/006-scheduled-requests.ts'
import * as proposals from './migrations/007-proposals.ts'
import * as countedFor from './migrations/008-counted-for.ts'
import * as walletsOfOwners from './migrations/010-wallets-of-owners.ts'
import * as schedulePayer from './migrations/011-schedule-payer.ts'
import * as reminders from './migrations/012-reminders.ts'
import * as confirmed from './migrations/013-confirmed.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'multisig',
  migrations: {
    '001-wallets': wallets,
    '002-submissions': submissions,
    '003-retention': retention,
    '004-timed-requests': timedRequests,
    '005-inbox': inbox,
    '006-scheduled-requests': scheduledRequests,
    '007-proposals': proposals,
    '008-counted-for': countedFor,
    '010-wallets-of-owners': walletsOfOwners,
    '011-schedule-payer': schedulePayer,
    '012-reminders': reminders,
    '013-confirmed': confirmed,
  },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
