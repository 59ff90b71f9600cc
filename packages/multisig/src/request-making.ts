import { randomUUID } from 'node:crypto'
import {
  type FreezeOptions,
  type Ledger,
  type LedgerTime,
  leaves,
  MAX_TRANSACTION_BYTES,
  publicKeyText,
  signedSize,
} from '@quorate/ledger'
import { type Change, type Clock, type Database, type Session, unprocessable } from '@quorate/platform'
import type { Static, TSchema } from 'typebox'
import { Clean } from 'typebox/value'
import { notYours, walletOnLedger } from './keys.ts'
import type { Operation, Prepared, Preparing } from './operations/operation.ts'
import { keyFromHex, type Request } from './request.ts'
import type { Settings } from './settings.ts'
import { findWallet, insertRequest, type Tables } from './store.ts'
import { walletKey } from './wallet.ts'

/** How long the ledger's transaction outlives the window for signatures, in milliseconds. */
const afterWindow = 30_000
/** What consensus nodes take off the end of a transaction's window, in milliseconds. */
const nodeBuffer = 10_000
/** The longest valid duration that the network takes, in seconds. */
const longestDuration = 180

export interface RequestMaking {
  /** Makes a request of the session's: prepared by its operation, frozen for one consensus node, stored with its jobs. */
  make<Body extends TSchema>(operation: Operation<Body>, body: Static<Body>, session: Session): Promise<Request>
}

export function createRequestMaking(deps: {
  database: Database<Tables>
  settings: Settings
  clock: Clock
  ledgerOf: (session: Session) => Ledger
  /** Adds the jobs of a new request to its transaction. */
  addJobs: (trx: Change<Tables>, request: Request) => Promise<() => void>
}): RequestMaking {
  const { database, settings, clock, ledgerOf, addJobs } = deps

  const preparing = (session: Session, ledger: Ledger): Preparing => ({
    ledger,
    session,
    settings,
    async openWallet(walletId) {
      const wallet = await findWallet(database.read, session.chain, walletId)
      if (!wallet?.owners.some((owner) => owner.wallet === session.walletId)) throw notYours()
      const onLedger = { ...wallet, changedAt: wallet.updatedAt.getTime() }
      return { wallet, account: await walletOnLedger(ledger, onLedger, clock.now()) }
    },
  })

  return {
    async make(operation, body, session) {
      const ledger = ledgerOf(session)
      const prepared = await operation.prepare(body, preparing(session, ledger))
      const now = clock.now()
      const window = ledgerWindow(ledger.validStart(), now, settings)
      const frozen = ledger.freeze(prepared.transaction, { payer: prepared.payer, ...window })
      checkSize(frozen.bodyBytes, prepared)
      const createdAt = new Date(now)
      const request: Request = {
        jobId: randomUUID(),
        historyId: randomUUID(),
        chain: session.chain,
        wallet: prepared.wallet?.wallet ?? null,
        operation: operation.name,
        type: operation.type,
        requester: session.walletId,
        participants: prepared.participants,
        // What the schema does not know is not kept.
        payload: Clean(operation.body, structuredClone(body)) as Record<string, unknown>,
        threshold: prepared.threshold,
        signing: prepared.signing,
        newGovernance: prepared.newGovernance,
        transactionId: frozen.transactionId,
        bytes: frozen.bytes,
        bodyBytes: frozen.bodyBytes,
        createdAt,
        updatedAt: createdAt,
        expiresAt: new Date(now + settings.TRANSACTION_TIMEOUT),
        windowEndsAt: new Date(frozen.expiresAt),
        state: 'pending',
        code: null,
        message: null,
        consensusTimestamp: null,
        receipt: null,
        maybeSubmitted: false,
        governance: prepared.wallet && { ...prepared.wallet, changedAt: prepared.wallet.updatedAt },
        signatures: [],
        rejections: [],
      }
      await database.change(async (trx) => {
        await insertRequest(trx, request)
        trx.onCommit(await addJobs(trx, request))
      })
      return request
    },
  }
}

/** The transaction's window on the ledger, which starts in the past and outlives ours. */
function ledgerWindow(
  validStart: LedgerTime,
  now: number,
  { TRANSACTION_TIMEOUT }: Settings,
): Omit<FreezeOptions, 'payer'> {
  const started = now - Number(validStart.seconds) * 1000
  const duration = Math.ceil((started + TRANSACTION_TIMEOUT + afterWindow + nodeBuffer) / 1000)
  return { validStart, validDurationSeconds: Math.min(longestDuration, duration) }
}

/** Throws 422 `TRANSACTION_OVERSIZE` where the transaction could not carry every signature that may be given. */
function checkSize(bodyBytes: Uint8Array, { signing, newGovernance }: Prepared): void {
  const keys = signing.accounts.map(({ key }) => keyFromHex(key))
  if (signing.newKey && newGovernance) keys.push(walletKey(newGovernance))
  const signers = new Map(keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), leaf]))
  const size = signedSize(bodyBytes, [...signers.values()])
  if (size > MAX_TRANSACTION_BYTES)
    throw unprocessable(
      'TRANSACTION_OVERSIZE',
      `With ${signers.size} signatures the transaction has ${size} bytes: the ledger takes ${MAX_TRANSACTION_BYTES}`,
    )
}
