import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as baseline from './migrations/001-baseline.ts'
import * as notices from './migrations/002-notices.ts'
import * as replacements from './migrations/004-replacements.ts'
import * as groups from './migrations/005-groups.ts'
import * as messages from './migrations/006-messages.ts'
import * as roles from './migrations/007-roles.ts'
import * as names from './migrations/008-names.ts'
import * as templates from './migrations/009-templates.ts'
import * as spenders from './migrations/010-spenders.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'multisig',
  migrations: {
    '001-baseline': baseline,
    '002-notices': notices,
    '004-replacements': replacements,
    '005-groups': groups,
    '006-messages': messages,
    '007-roles': roles,
    '008-names': names,
    '009-templates': templates,
    '010-spenders': spenders,
  },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
