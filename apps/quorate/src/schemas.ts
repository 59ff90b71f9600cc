import { schema as governance } from '@quorate/governance'
import { schema as multisig } from '@quorate/multisig'
import { schema as node } from '@quorate/node'
import type { ServiceSchema } from '@quorate/platform'
import { schema as storage } from '@quorate/storage'
import { schema as pairing } from './backup/pairing.ts'

/** The tables of all services, and of the pairing of database and ledger. */
export const schemas: readonly ServiceSchema[] = [node, storage, multisig, governance, pairing]
