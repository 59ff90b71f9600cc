/** Makes the multi-signature service open the wallet request that a passed proposal names. */
import { boundedJson, type Clock, type Database, type Jobs, type Logger, unprocessable } from '@quorate/platform'
import { type DecisionRecord, type Operation, permittedOperation } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import { findProposal } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'

/** The address of the multi-signature service. In the same process, it may not be listening yet. */
export interface MultisigAddress {
  url(): string | undefined
}

export interface WalletRequests {
  /** Creates the job that opens the decision's wallet request. Does nothing if the decision names none. */
  schedule(trx: Trx, decision: DecisionRecord): Promise<void>
  /**
   * Lets the multi-signature service check a wallet's operation before it is proposed. If that service cannot check it
   * now, it does so when the decision is opened.
   *
   * @throws 422 `WALLET_OPERATION_REFUSED`
   */
  check(proposed: Proposed): Promise<void>
}

/** The facts about a planned proposal that the multi-signature service gets. */
export interface Proposed {
  chain: string
  daoId: string
  topicId?: string
  operation: Operation
  endsAt: string
  validUntil?: string
}

/** Status codes that mean that the operation is wrong. Other codes do not tell. */
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
/** The same for a check, which a proposer waits for. */
const CHECK_TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000
/**
 * Checks of new proposals per minute. They count against this service's address at the multi-signature service, and
 * passed proposals need that limit as well.
 */
export const CHECKS_PER_MINUTE = 60
/** The most bytes of an answer from that service that are read. */
const MAX_ANSWER = 65_536
const MINUTE_MS = 60_000
/** Answers that may change later: the mirror does not show the decision yet, a limit, a wallet that changes. */
const MAY_PASS: ReadonlySet<number> = new Set([404, 408, 409, 429])

export function createWalletRequests(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  log: Pick<Logger, 'warn'>
  multisig?: MultisigAddress | undefined
}): WalletRequests {
  const { database, clock, log, multisig } = deps
  const kind = lastingKind(deps, 'wallet.request', ({ proposalId }: { proposalId: string }) => proposalId)
  kind.does(async ({ proposalId }) => {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal || !multisig) return
    const { dao, decisionTimestamp: consensusTimestamp } = proposal
    if (consensusTimestamp === null || dao.topicId === null) {
      await database.change((trx) => kind.add(trx, { proposalId }, new Date(clock.now() + POLL_INTERVAL_MS)))
      return
    }
    const at = { chain: dao.chain, topicId: dao.topicId, consensusTimestamp }
    const { status, answer } = await post(multisig, '/multisig/proposal/request', at, TIMEOUT_MS)
    const said = JSON.stringify(answer)?.slice(0, 200) ?? ''
    if (status < 300) return
    const mayPass = status >= 500 || MAY_PASS.has(status)
    const waitedMs = clock.now() - proposal.updatedAt.getTime()
    if (mayPass && waitedMs < DAY_MS) {
      // Each pause is half of the time since the decision, so that old refusals do not use up new decisions' request
      // limit.
      const pauseMs = Math.min(Math.max(waitedMs / 2, POLL_INTERVAL_MS), LONGEST_PAUSE_MS)
      await database.change((trx) => kind.add(trx, { proposalId }, new Date(clock.now() + pauseMs)))
      return
    }
    log.warn({ proposalId, status, said }, 'a passed proposal could not open the request of a wallet')
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
      const { status, answer } = await post(multisig, '/multisig/proposal/check', proposed, CHECK_TIMEOUT_MS)
      if (Check(Refusal, answer) && REFUSES.has(status))
        throw unprocessable(
          'WALLET_OPERATION_REFUSED',
          `proposalData.operation: the multi-signature service would refuse it: ${answer.message.slice(0, 1000)} (${answer.code})`,
        )
      if (status >= 300)
        log.warn({ status, answer }, 'the operation of a wallet is proposed without having been checked')
    },
  }
}

/** The status 503 means that the service did not answer. */
async function post(
  { url }: MultisigAddress,
  path: string,
  body: object,
  timeoutMs: number,
): Promise<{ status: number; answer: unknown }> {
  const base = url()
  if (base === undefined) return { status: 503, answer: 'the multi-signature service does not listen yet' }
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, answer: await boundedJson(response, MAX_ANSWER) }
  } catch (error) {
    return { status: 503, answer: `${base} does not answer: ${String(error).slice(0, 200)}` }
  }
}
