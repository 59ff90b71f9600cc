/** What changes the ledger: the writes of document 2, and what wallets have signed submitted. */
import type { FinalOutcome } from '@quorate/ledger'
import type { Http } from '@quorate/platform'
import { submitRoutes } from './routes/submit.ts'
import { writeRoutes } from './routes/writes.ts'
import type { OperatedLedger } from './service.ts'
import type { Settings } from './settings.ts'
import { createWriting, type Writing } from './writing.ts'

export interface Writes {
  ledgers: Map<string, OperatedLedger>
  writing: Writing
  /** What follows from what became of a transaction that was submitted here. */
  settled(ledger: OperatedLedger, outcome: FinalOutcome): Promise<void>
}

/** Adds the writes to `http`. */
export async function writes(deps: {
  http: Http
  ledgers: Map<string, OperatedLedger>
  settings: Settings
}): Promise<void> {
  const { http, ledgers } = deps
  const service: Writes = { ledgers, writing: createWriting(deps), settled: async () => {} }
  writeRoutes(http, service)
  submitRoutes(http, service)
}
