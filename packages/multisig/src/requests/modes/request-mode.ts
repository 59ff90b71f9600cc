import type { Transaction } from '@hiero-ledger/sdk'
import type { Ledger } from '@quorate/ledger'
import type { Change } from '@quorate/platform'
import type { CountedSignature, ModeName, Payment, Request, Schedule, Signing } from '../../model/request.ts'
import type { Asker, Prepared } from '../../operations/operation.ts'
import type { Draft } from '../../store/schedules.ts'
import type { Tables } from '../../store/tables.ts'

/** A new request about to be frozen. */
export interface Making {
  jobId: string
  asker: Asker
  ledger: Ledger
  schedule: Schedule | null
  body: { payer?: Payment; receiverId?: unknown }
  /** In tinybars. */
  maxFee: number
  /** How many keys may sign what owners decide on. */
  signers: number
}

/**
 * How requests of one mode get to the ledger. What a mode knows about a request without the ledger is `model/modes.ts`.
 */
export interface RequestMode {
  /** The transaction that is signed first, its payer, and whose keys it needs. Sets its maximum fee. */
  transactionOf(
    prepared: Prepared,
    making: Making,
  ): Promise<{ transaction: Transaction; payer: string; signing: Signing }>
  /** Creates the jobs of a new request. */
  begin(trx: Change<Tables>, request: Request): Promise<void>
  /** What a sender may sign now, if that is not the request's own transaction. */
  draftFor(request: Request, senderId: string, payer?: Payment): Promise<Draft | undefined>
  /** Counts a sender's signature. @throws as `Signatures.sign` */
  sign(request: Request, by: { senderId: string; signature: Uint8Array }): Promise<CountedSignature>
  /** Submits what is signed in these bytes. @throws as `Executions.execute` */
  execute(request: Request, bytes: Uint8Array): Promise<Request>
}

export type RequestModes = Record<ModeName, RequestMode>
