/**
 * The transactions about schedules that owners sign. Each owner gets a separate ScheduleSign or ScheduleDelete, valid
 * for two minutes.
 */
import { Hbar, ScheduleDeleteTransaction, ScheduleSignTransaction } from '@hiero-ledger/sdk'
import type { Ledger, Signature } from '@quorate/ledger'
import { type Clock, conflict, type Database, type Session, unprocessable } from '@quorate/platform'
import { leaves, publicKeyText } from '@quorate/verify'
import { signersOf } from '../../../model/access.ts'
import { ledgerWindow } from '../../../model/ledger-window.ts'
import { isKept, type KeptRequest } from '../../../model/modes.ts'
import { receiversIn } from '../../../model/receivers.ts'
import type { Payment, Request } from '../../../model/request.ts'
import { missingKeys, people, presentKeys } from '../../../model/signatures.ts'
import type { Settings } from '../../../settings.ts'
import { CLOSED_HERE, type Draft, draftsOf, insertDraft } from '../../../store/schedules.ts'
import type { Tables } from '../../../store/tables.ts'
import { type SchedulePayer, signingKeys } from './payer.ts'

/** In milliseconds. A draft with less time left is not offered again, but still accepted. */
const LEAST_LEFT_MS = 60_000
/** The highest fee that a sender offers for a ScheduleSign or ScheduleDelete. */
const MAX_FEE = new Hbar(5)

export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts(deps: {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  schedulePayer: SchedulePayer
}) {
  const { database, clock, settings, ledgerOf, schedulePayer } = deps

  const draftsFor = (jobId: string, senderId?: string): Promise<Draft[]> =>
    draftsOf(database.read, jobId, new Date(clock.now()), senderId)

  /**
   * The service's account, if it pays for the transaction that a sender signs. @throws as `SchedulePayer.accountFor`
   */
  const payerOf = (request: KeptRequest, asked: Payment | undefined): string | undefined =>
    schedulePayer.accountFor(request.chain, asked, {
      accounts: [...people(request).keys(), ...receiversIn(request.payload)],
      keys: [...presentKeys(request), ...signingKeys(request.signing)],
    })

  async function freeze(request: KeptRequest, senderId: string, kind: Draft['kind'], payer: string | undefined) {
    const now = clock.now()
    const ledger = ledgerOf(request)
    const transaction = kind === 'sign' ? new ScheduleSignTransaction() : new ScheduleDeleteTransaction()
    // If the service pays, the transaction has only the sender's own signatures.
    const signatures = ownLeaves(request, senderId).size
    const fee = payer ? await schedulePayer.maxFee(ledger, { kind: 'sign', keys: 0, signatures }) : MAX_FEE
    const frozen = ledger.freeze(transaction.setScheduleId(request.schedule.id).setMaxTransactionFee(fee), {
      payer: payer ?? senderId,
      ...ledgerWindow(ledger.validStart(), now, settings),
    })
    return {
      job_id: request.jobId,
      sender: senderId,
      kind,
      paid: payer !== undefined,
      bytes: frozen.bytes,
      body_bytes: frozen.bodyBytes,
      expires_at: new Date(now + settings.TRANSACTION_TIMEOUT),
    }
  }

  return {
    /**
     * The transaction that a sender may sign now, kept for two minutes: a ScheduleSign, or the ScheduleDelete if the
     * sender has withdrawn the request. Undefined if the sender's signature can't help. The service pays if it is
     * configured to, unless `asked` is `owner`.
     *
     * @throws 422 as `SchedulePayer.accountFor`
     */
    async draftFor(request: Request, senderId: string, asked?: Payment): Promise<Draft | undefined> {
      const kind = kindOfDraft(request, senderId, clock.now())
      if (!kind || !isKept(request)) return undefined
      const payer = kind === 'delete' ? undefined : payerOf(request, asked)
      const isAsked = (draft: Draft) => draft.kind === kind && draft.paid === (payer !== undefined)
      const usable = (await draftsFor(request.jobId, senderId)).find(
        (draft) => isAsked(draft) && draft.expires_at.getTime() - clock.now() > LEAST_LEFT_MS,
      )
      if (usable) return usable
      const draft = await freeze(request, senderId, kind, payer)
      await database.change((trx) => insertDraft(trx, draft, new Date(clock.now())))
      // If two drafts were made at the same time, returns the one that was stored.
      return (await draftsFor(request.jobId, senderId)).find(isAsked)
    },

    draftsFor,

    /**
     * Finds the first draft of this kind that was offered to this sender and that has signatures according to `verify`.
     *
     * @throws 409 `DRAFT_EXPIRED`; 422 `INVALID_SIGNATURE`
     */
    async signedDraft(
      { jobId }: Request,
      senderId: string,
      kind: Draft['kind'],
      verify: (draft: Draft) => Signature[],
    ): Promise<{ draft: Draft; verified: Signature[] }> {
      const drafts = (await draftsFor(jobId, senderId)).filter((draft) => draft.kind === kind)
      if (drafts.length === 0)
        throw conflict(
          'DRAFT_EXPIRED',
          `${senderId} has no bytes to sign, or they have expired: request them with GET /multisig/transaction/status/${jobId}?senderId=${senderId} and sign them within two minutes`,
        )
      for (const draft of drafts) {
        const verified = verify(draft)
        if (verified.length > 0) return { draft, verified }
      }
      throw unprocessable(
        'INVALID_SIGNATURE',
        `This is not a signature of ${senderId} over its bodyBytes: decode those of GET /multisig/transaction/status/${jobId}?senderId=${senderId} from base64 and sign them. bytes is the transaction around them; the ledger does not accept a signature over that`,
      )
    },
  }
}

/** Whether an account has withdrawn a request whose schedule still exists, so that it may delete the schedule. */
export const mayDelete = ({ state, code, requester }: Request, account: string): boolean =>
  state === 'error' && code !== null && CLOSED_HERE.includes(code) && account === requester

/**
 * The kind of transaction that an account may sign. Undefined if its signature already counts, unless any signature
 * would make the ledger check again.
 */
function kindOfDraft(request: Request, account: string, now: number): Draft['kind'] | undefined {
  if (!isKept(request) || now >= request.schedule.expiresAt.getTime()) return undefined
  if (mayDelete(request, account)) return 'delete'
  if (!signersOf(request).includes(account)) return undefined
  if (request.state !== 'pending' || request.rejections.some((rejection) => rejection.account === account))
    return undefined
  const lacking = missingKeys(request)
  if (lacking.signatures === 0) return request.schedule.execute === 'signed' ? 'sign' : undefined
  return ownLeaves(request, account).isDisjointFrom(lacking.publicKeys) ? undefined : 'sign'
}

/** The leaf keys that an account signs a request with, as raw hex. */
export const ownLeaves = (request: Request, account: string): Set<string> =>
  new Set((people(request).get(account) ?? []).flatMap(leaves).map(publicKeyText))
