import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as baseline from './migrations/001-baseline.ts'
import * as applications from './migrations/002-applications.ts'
import * as devices from './migrations/003-devices.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'node',
  migrations: { '001-baseline': baseline, '002-applications': applications, '003-devices': devices },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
