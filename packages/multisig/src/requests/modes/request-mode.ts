import type { Transaction } from '@hiero-ledger/sdk'
import type { Ledger } from '@quorate/ledger'
import type { Change } from '@quorate/platform'
import type { CountedSignature, ModeName, Payment, Request, Schedule, Signing } from '../../model/request.ts'
import type { Asker, Prepared } from '../../operations/operation.ts'
import type { Draft } from '../../store/schedules.ts'
import type { Tables } from '../../store/tables.ts'

/** A new request that is about to be frozen. */
export interface Making {
  jobId: string
  asker: Asker
  ledger: Ledger
  schedule: Schedule | null
  body: { payer?: Payment; receiverId?: unknown; payments?: unknown }
  /** In tinybars. */
  maxFee: number
  /** How many keys may sign the transaction that owners decide on. */
  signers: number
}

/** How requests of one mode reach the ledger. The parts of a mode that need no ledger are in `model/modes.ts`. */
export interface RequestMode {
  /**
   * The transaction that is signed first, its payer, and the keys that it needs. Sets the transaction's maximum fee.
   */
  transactionOf(
    prepared: Prepared,
    making: Making,
  ): Promise<{ transaction: Transaction; payer: string; signing: Signing }>
  /** Creates the jobs of a new request. */
  begin(trx: Change<Tables>, request: Request): Promise<void>
  /** The bytes that a sender may sign now, if they differ from the request's own transaction. */
  draftFor(request: Request, senderId: string, payer?: Payment): Promise<Draft | undefined>
  /** Counts a sender's signature. @throws as `Signatures.sign` */
  sign(request: Request, by: { senderId: string; signature: Uint8Array }): Promise<CountedSignature>
  /** Submits the signed transactions in these bytes. @throws as `Executions.execute` */
  execute(request: Request, bytes: Uint8Array): Promise<Request>
}

export type RequestModes = Record<ModeName, RequestMode>
