import type { DatabaseServer, ServiceSchema } from '@quorate/platform'
import * as baseline from './migrations/001-baseline.ts'
import * as applications from './migrations/002-applications.ts'
import * as devices from './migrations/003-devices.ts'
import * as openingsInOrder from './migrations/004-openings-in-order.ts'
import * as bindingsFromTheLedger from './migrations/005-bindings-from-the-ledger.ts'
import * as sharedKey from './migrations/006-shared-key.ts'
import * as ceremonyRecords from './migrations/007-ceremony-records.ts'
import * as signingTogether from './migrations/008-signing-together.ts'
import * as changesOfTheSharedKey from './migrations/009-changes-of-the-shared-key.ts'
import * as mailLanguages from './migrations/010-mail-languages.ts'
import * as ballotKeys from './migrations/011-ballot-keys.ts'
import * as rotation from './migrations/012-rotation.ts'
import * as deliveriesOfMessages from './migrations/013-deliveries-of-messages.ts'
import type { Tables } from './tables.ts'

/** The tables of this version. */
export const schema = {
  schema: 'node',
  migrations: {
    '001-baseline': baseline,
    '002-applications': applications,
    '003-devices': devices,
    '004-openings-in-order': openingsInOrder,
    '005-bindings-from-the-ledger': bindingsFromTheLedger,
    '006-shared-key': sharedKey,
    '007-ceremony-records': ceremonyRecords,
    '008-signing-together': signingTogether,
    '009-changes-of-the-shared-key': changesOfTheSharedKey,
    '010-mail-languages': mailLanguages,
    '011-ballot-keys': ballotKeys,
    '012-rotation': rotation,
    '013-deliveries-of-messages': deliveriesOfMessages,
  },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)
