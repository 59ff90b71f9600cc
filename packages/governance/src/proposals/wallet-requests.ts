/** Passed proposals whose operation is a wallet's: the multi-signature service is told to open the request. */
import { boundedJson, type Clock, type Database, type Jobs, type Logger } from '@quorate/platform'
import { type DecisionRecord, permittedOperation } from '@quorate/verify/recount'
import { lastingKind } from '../anchoring/lasting-jobs.ts'
import { limits } from '../limits.ts'
import { findProposal } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'

/** Where the multi-signature service is; it may not listen yet when it runs in the same process. */
export interface MultisigAddress {
  url(): string | undefined
}

export interface WalletRequests {
  /** Has the request opened that the decision names, if it names one of a wallet. */
  schedule(trx: Trx, decision: DecisionRecord): Promise<void>
}

/** How long the decision is waited for until it is on the topic, in milliseconds. */
const ANCHOR_WAIT_MS = 2_000
/** The longest pause before the request is asked for again, in milliseconds. */
const LONGEST_PAUSE_MS = 3_600_000
const TIMEOUT_MS = 30_000
const DAY_MS = 86_400_000
/** Answers that may be others later: the mirror does not show the decision yet, a limit, a wallet that changes. */
const MAY_PASS: ReadonlySet<number> = new Set([404, 408, 409, 429])

export function createWalletRequests(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  log: Pick<Logger, 'warn'>
  multisig?: MultisigAddress | undefined
}): WalletRequests {
  const { database, clock, log, multisig } = deps
  const kind = lastingKind<{ proposalId: string }>(
    deps,
    'wallet.request',
    ({ proposalId }) => proposalId,
    async ({ proposalId }) => {
      const proposal = await findProposal(database.read, proposalId)
      if (!proposal || !multisig) return
      const { dao, decisionTimestamp: consensusTimestamp } = proposal
      if (consensusTimestamp === null || dao.topicId === null) {
        await database.change((trx) => kind.add(trx, { proposalId }, new Date(clock.now() + ANCHOR_WAIT_MS)))
        return
      }
      const { status, said } = await post(multisig, { chain: dao.chain, topicId: dao.topicId, consensusTimestamp })
      if (status < 300) return
      const mayPass = status >= 500 || MAY_PASS.has(status)
      const waitedMs = clock.now() - proposal.updatedAt.getTime()
      if (mayPass && waitedMs < DAY_MS) {
        // Half as long again each time: what is refused for hours takes no requests from what is decided now.
        const pauseMs = Math.min(Math.max(waitedMs / 2, ANCHOR_WAIT_MS), LONGEST_PAUSE_MS)
        await database.change((trx) => kind.add(trx, { proposalId }, new Date(clock.now() + pauseMs)))
        return
      }
      log.warn({ proposalId, status, said }, 'a passed proposal could not open the request of a wallet')
    },
  )

  return {
    async schedule(trx, decision) {
      const path = permittedOperation(decision)?.path
      if (multisig && path?.startsWith('/multisig/')) await kind.add(trx, { proposalId: decision.proposalId })
    },
  }
}

/** The status 503 stands for a service that does not answer. */
async function post({ url }: MultisigAddress, body: object): Promise<{ status: number; said: string }> {
  const base = url()
  if (base === undefined) return { status: 503, said: 'the multi-signature service does not listen yet' }
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/multisig/proposal/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = await boundedJson(response, limits.maxStorageAnswer.value)
    return { status: response.status, said: JSON.stringify(answer)?.slice(0, 200) ?? '' }
  } catch (error) {
    return { status: 503, said: `${base} does not answer: ${String(error).slice(0, 200)}` }
  }
}
