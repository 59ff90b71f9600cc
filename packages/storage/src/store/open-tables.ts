import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as baseline from './migrations/001-baseline.ts'
import * as folders from './migrations/002-folders.ts'
import * as pinRequests from './migrations/002-pin-requests.ts'
import * as names from './migrations/003-names.ts'
import * as folderFiles from './migrations/004-folder-files.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'storage',
  migrations: {
    '001-baseline': baseline,
    '002-folders': folders,
    '002-pin-requests': pinRequests,
    '003-names': names,
    '004-folder-files': folderFiles,
  },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
