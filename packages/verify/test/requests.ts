/** A service's answers about a request, and the ledger that they are compared with. */
import type { ChargingToken, LedgerReads, ShownSchedule, ShownTopic } from '@quorate/verify'
import { type Key, review } from '@quorate/verify'
import { CONTRACT, NOW, REQUESTER, TOKEN, TOPIC, TRANSACTION_ID, WALLET } from './bodies.ts'

export const CHAIN = 'hedera:devnet'
export const JOB = 'a-job'
const TIME = new Date(NOW).toISOString()

/** The `RequestStatus` of a wallet's request. */
export const answerOf = (
  bodyBytes: Uint8Array,
  given: { operation: string; payload: Record<string, unknown> } & Record<string, unknown>,
): Record<string, unknown> => ({
  jobId: JOB,
  historyId: 'a-history',
  walletId: WALLET,
  chain: CHAIN,
  type: 'withdraw',
  status: 'pending',
  requesterId: REQUESTER,
  threshold: 2,
  transactionId: WALLET + TRANSACTION_ID,
  bytes: 'AAAA',
  bodyBytes: Buffer.from(bodyBytes).toString('base64'),
  createdAt: TIME,
  expiresAt: TIME,
  waitsFor: 'signature',
  signatures: [],
  missing: [],
  needs: [],
  rejections: [],
  comments: [],
  ...given,
})

/** The `schedule` of a request whose schedule has this id. */
export const scheduleOf = (scheduleId: string | null, expiresAt: string, execute: 'signed' | 'expiry' = 'signed') => ({
  scheduleId,
  state: scheduleId ? 'open' : 'creating',
  expiresAt,
  execute,
  scheduledTransactionId: `${REQUESTER}${TRANSACTION_ID}?scheduled`,
})

/** A token that charges no custom fees. */
export const tokenOf = (id: string, more: Partial<ChargingToken> = {}): ChargingToken => ({
  ...{ id, symbol: 'APL', decimals: '2', treasury: null, customFees: [] },
  keys: { adminKey: null, feeScheduleKey: null },
  ...more,
})

/** A topic that charges nothing, and never will. */
export const topicOf = (more: Partial<ShownTopic> = {}): ShownTopic => ({
  ...{ adminKey: null, submitKey: null, feeScheduleKey: null, customFees: [] },
  ...more,
})

export const ledgerOf = (
  keys: Readonly<Record<string, Key>>,
  schedules: Readonly<Record<string, ShownSchedule>> = {},
  keysBefore: Readonly<Record<string, Key>> = keys,
  earlier: Readonly<Record<string, Key>> = {},
): LedgerReads => ({
  key: async (id) => keys[id] ?? null,
  keyAt: async (id) => keysBefore[id] ?? null,
  earlierKeys: async (id) => [earlier[id] ?? []].flat(),
  memo: async () => '',
  schedule: async (id) => schedules[id] ?? null,
  token: async (id) => (id === TOKEN ? tokenOf(id) : null),
  topic: async (id) => (id === TOPIC ? topicOf() : null),
  isAccount: async (id) => id in keys || id === CONTRACT,
})

type Options = Parameters<typeof review>[1]

/** The review of an answer about {@link JOB}, at the time of {@link NOW}. */
export const lookAt = (answer: unknown, options: Omit<Options, 'jobId' | 'chain' | 'now'> & Partial<Options>) =>
  review(answer, { jobId: JOB, chain: CHAIN, now: NOW, ...options })
