import { AnyNames, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { OperationRequest } from '../model/write.ts'
import type { OfferRow } from '../store/offers.ts'
import type { OpeningRow } from '../store/openings.ts'
import { orNull } from './mirror.ts'

const Place = {
  topicId: Type.String({ description: "the DAO's topic" }),
  consensusTimestamp: Type.String({ description: 'the consensus time of the decision on the topic' }),
}

export const OpeningOut = namedSchema(
  'Opening',
  Type.Object({
    ...Place,
    proposalId: Type.String(),
    state: Type.Enum(['UNDER_WAY', 'USED', 'FAILED', 'RELEASED'], {
      description:
        'UNDER_WAY: no other transaction may carry out the decision until the outcome of this one is known. The outcome is looked up when somebody requests bytes. USED: it has carried out the decision. FAILED (because of its payer or the ledger), RELEASED (nothing was submitted): another transaction may follow',
    }),
    charged: Type.Boolean({ description: 'whether it failed on the ledger and its payer was charged' }),
    own: Type.Boolean({ description: 'whether I submitted it' }),
    transactionId: orNull(
      Type.String({ description: "null while another account's transaction is not on the ledger yet" }),
    ),
    windowEndsAt: orNull(Type.String({ description: 'ISO 8601; null if another account submitted it' })),
  }),
)

export const OfferOut = namedSchema(
  'DecisionOffer',
  Type.Object({
    ...Place,
    operation: Type.String({ description: 'the name of the operation, such as transfer/hbar' }),
    params: AnyNames(Type.String()),
    body: AnyNames(Type.Unknown(), { description: 'the body of the write, as I sent it' }),
    sender: Type.String({ description: 'the account that pays' }),
    transactionId: Type.String(),
    windowEndsAt: Type.String({ description: 'ISO 8601' }),
  }),
)

const STATES = { used: 'USED', spoiled: 'FAILED', void: 'RELEASED' } as const

/** Anyone who knows a transaction's id before it is on the ledger can use it up, so nobody else gets to see it. */
export function openingOut(row: OpeningRow, wallet: string): Static<typeof OpeningOut> {
  const state = STATES[row.state as keyof typeof STATES] ?? 'UNDER_WAY'
  const own = row.wallet === wallet
  return {
    topicId: row.topic_id,
    consensusTimestamp: row.consensus_timestamp,
    proposalId: row.proposal_id,
    state,
    charged: row.charged,
    own,
    transactionId: own || state === 'USED' ? row.transaction_id : null,
    windowEndsAt: own ? row.expires_at.toISOString() : null,
  }
}

export function offerOut(row: Omit<OfferRow, 'chain' | 'wallet' | 'node_id' | 'answer'>): Static<typeof OfferOut> {
  const { name, params, body } = row.request as OperationRequest
  return {
    topicId: row.topic_id,
    consensusTimestamp: row.consensus_timestamp,
    sender: row.sender,
    operation: name,
    params,
    body,
    transactionId: row.transaction_id,
    windowEndsAt: row.expires_at.toISOString(),
  }
}
