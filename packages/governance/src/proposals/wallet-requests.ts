/** Makes the multi-signature service open the wallet request that a passed proposal names. */
import { type Clock, type Database, type Jobs, type Logger, unprocessable } from '@quorate/platform'
import { type DecisionRecord, type Operation, permittedOperation } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { postTo, type ServiceAddress } from '../anchoring/service-posts.ts'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import { executableFrom } from '../model/dao.ts'
import type { Settings } from '../settings.ts'
import { findProposal, insertWalletRefusal } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'

export interface WalletRequests {
  /** Creates the job that opens the decision's wallet request. Does nothing if the decision names none. */
  schedule(trx: Trx, decision: DecisionRecord): Promise<void>
  /**
   * Lets the multi-signature service check a wallet's operation before it is proposed. If the service cannot check it
   * now, it will when the decision is opened.
   *
   * @throws 422 `WALLET_OPERATION_REFUSED`
   */
  check(proposed: Proposed): Promise<void>
}

/** What the multi-signature service needs to know about a planned proposal. */
export interface Proposed {
  chain: string
  daoId: string
  topicId?: string
  operation: Operation
  endsAt: string
  validUntil?: string
}

/** Status codes that mean that the operation is wrong. Other codes say nothing about it. */
const REFUSES: ReadonlySet<number> = new Set([400, 403, 410, 422])
const Refusal = Type.Object({ code: Type.String({ maxLength: 100 }), message: Type.String() })

/**
 * Pause between checks for the decision on the topic, in milliseconds. Also the shortest pause before the request is
 * sent again.
 */
const POLL_INTERVAL_MS = 2_000
/** The longest pause before the request is sent again, in milliseconds. */
const LONGEST_PAUSE_MS = 3_600_000
const TIMEOUT_MS = 30_000
/** The maximum number of characters of that service's message that are stored. */
const LONGEST_MESSAGE = 1_000
/** The timeout of a check. A proposer waits for it. */
const CHECK_TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000
/**
 * Checks of new proposals per minute. The multi-signature service counts them against this service's address, and
 * opening the requests of passed proposals needs that limit, too.
 */
export const CHECKS_PER_MINUTE = 60
const MINUTE_MS = 60_000
/**
 * Answers that may change later: the mirror does not show the decision yet, a rate limit, or a wallet that is changing.
 */
const MAY_PASS: ReadonlySet<number> = new Set([404, 408, 409, 429])

export function createWalletRequests(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  log: Pick<Logger, 'warn'>
  settings: Settings
  multisig?: ServiceAddress | undefined
}): WalletRequests {
  const { database, clock, log, settings } = deps
  const address = settings.MULTISIG_URL === undefined ? deps.multisig : { url: () => settings.MULTISIG_URL }
  const multisig = address && { name: 'the multi-signature service', address }
  const kind = lastingKind(deps, 'wallet.request', ({ proposalId }: { proposalId: string }) => proposalId)
  kind.does(async ({ proposalId }) => {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal || !multisig) return
    const { dao, decisionTimestamp: consensusTimestamp } = proposal
    if (consensusTimestamp === null || dao.topicId === null) {
      await database.change((trx) => kind.add(trx, { proposalId }, new Date(clock.now() + POLL_INTERVAL_MS)))
      return
    }
    const from = executableFrom(proposal) ?? 0
    if (clock.now() < from) {
      await database.change((trx) => kind.add(trx, { proposalId }, new Date(from)))
      return
    }
    const at = { chain: dao.chain, topicId: dao.topicId, consensusTimestamp }
    const { status, answer } = await postTo(multisig, '/multisig/proposal/request', { body: at, timeoutMs: TIMEOUT_MS })
    const said = JSON.stringify(answer)?.slice(0, 200) ?? ''
    // The multi-signature service reads from the topic whether a veto came in time.
    if (status < 300 || (Check(Refusal, answer) && answer.code === 'DECISION_VETOED')) return
    const mayPass = status >= 500 || MAY_PASS.has(status)
    const waitedMs = clock.now() - Math.max(proposal.updatedAt.getTime(), from)
    if (mayPass && waitedMs < DAY_MS) {
      // Each pause is half of the time since the decision, so that old refusals do not use up the rate limit for new
      // decisions.
      const pauseMs = Math.min(Math.max(waitedMs / 2, POLL_INTERVAL_MS), LONGEST_PAUSE_MS)
      await database.change((trx) => kind.add(trx, { proposalId }, new Date(clock.now() + pauseMs)))
      return
    }
    log.warn({ proposalId, status, said }, 'a passed proposal could not open the request of a wallet')
    const { code, message } = Check(Refusal, answer)
      ? answer
      : { code: null, message: `The multi-signature service answered ${status}` }
    const refusal = { code, message: message.slice(0, LONGEST_MESSAGE), at: new Date(clock.now()) }
    await database.change((trx) => insertWalletRefusal(trx, proposalId, refusal))
  })

  const checks = { minute: 0, count: 0 }
  /** Counts a check if there is room for it in this minute. */
  function mayCheck(): boolean {
    const minute = Math.floor(clock.now() / MINUTE_MS)
    if (minute !== checks.minute) Object.assign(checks, { minute, count: 0 })
    return ++checks.count <= CHECKS_PER_MINUTE
  }

  return {
    async schedule(trx, decision) {
      const path = permittedOperation(decision)?.path
      if (multisig && path?.startsWith('/multisig/wallet/')) await kind.add(trx, { proposalId: decision.proposalId })
    },
    async check(proposed) {
      if (!multisig || !proposed.operation.path.startsWith('/multisig/') || !mayCheck()) return
      const question = { body: proposed, timeoutMs: CHECK_TIMEOUT_MS }
      const { status, answer } = await postTo(multisig, '/multisig/proposal/check', question)
      if (Check(Refusal, answer) && REFUSES.has(status))
        throw unprocessable(
          'WALLET_OPERATION_REFUSED',
          `proposalData.operation: the multi-signature service would refuse it: ${answer.message.slice(0, LONGEST_MESSAGE)} (${answer.code})`,
        )
      if (status >= 300)
        log.warn({ status, answer }, 'the operation of a wallet is proposed without having been checked')
    },
  }
}
