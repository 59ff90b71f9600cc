import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as governanceTables from './migrations/001-governance.ts'
import * as begun from './migrations/002-begun.ts'
import * as rules from './migrations/003-rules.ts'
import * as budget from './migrations/004-budget.ts'
import * as bounds from './migrations/005-bounds.ts'
import * as sharedBudgets from './migrations/006-shared-budgets.ts'
import * as topic from './migrations/007-topic.ts'
import * as weights from './migrations/008-weights.ts'
import * as titles from './migrations/009-titles.ts'
import * as looks from './migrations/010-looks.ts'
import * as looksOfOpen from './migrations/011-looks-of-open.ts'
import * as hashes from './migrations/012-hashes.ts'
import * as cancellations from './migrations/013-cancellations.ts'
import * as lists from './migrations/014-lists.ts'
import * as attempts from './migrations/015-attempts.ts'
import * as memberCount from './migrations/016-member-count.ts'
import * as listsInOrder from './migrations/017-lists-in-order.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'governance',
  migrations: {
    '001-governance': governanceTables,
    '002-begun': begun,
    '003-rules': rules,
    '004-budget': budget,
    '005-bounds': bounds,
    '006-shared-budgets': sharedBudgets,
    '007-topic': topic,
    '008-weights': weights,
    '009-titles': titles,
    '010-looks': looks,
    '011-looks-of-open': looksOfOpen,
    '012-hashes': hashes,
    '013-cancellations': cancellations,
    '014-lists': lists,
    '015-attempts': attempts,
    '016-member-count': memberCount,
    '017-lists-in-order': listsInOrder,
  },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
