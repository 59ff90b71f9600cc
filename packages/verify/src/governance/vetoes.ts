/**
 * The steps between a decision and its execution: the execution delay of the DAO's rules, and a veto within it. Both
 * are counted in consensus time, from the moment at which the decision had fully reached the topic.
 */
import { giving } from '../error.ts'
import { inDomain } from '../keys/signing-domains.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { proposalHash } from './records/proposal-hash.ts'
import type { DecisionRecord, ProposalRecord, VetoRecord } from './records/records.ts'
import { HOUR_MS } from './records/times.ts'
import { type PartSignature, type Signing, signedBy, signedInPart } from './signatures/signed-by.ts'

/** A veto as its account signs it. */
export interface SignedVeto {
  chain: string
  daoId: string
  proposalId: string
  /** SHA-256 of the proposal's record. */
  proposalHash: string
  account: string
  reason?: string | undefined
}

/** The text that is signed to veto a passed proposal. */
export function vetoText({ chain, daoId, proposalId, proposalHash: hash, account, reason }: SignedVeto): string {
  const what = canonicalJson({ chain, daoId, proposalId, proposalHash: hash, account, reason })
  return new TextDecoder().decode(inDomain('veto', what))
}

export const delayMsOf = ({ executionDelay = 0 }: { executionDelay?: number | undefined }): number =>
  Math.round(executionDelay * HOUR_MS)

/**
 * When a decision may be carried out, in milliseconds.
 *
 * @param completedAt when the decision had fully reached the ledger, in milliseconds
 */
export const executableAt = (decision: Pick<DecisionRecord, 'executionDelay'>, completedAt: number): number =>
  completedAt + delayMsOf(decision)

/** A record on the topic, and when it had fully reached the ledger, in milliseconds. */
export interface Placed<T> {
  record: T
  completedAt: number
}

/** Whether a veto stops the execution of a decision. */
export const isVetoed = (decision: Placed<DecisionRecord>, veto: Placed<VetoRecord>): boolean =>
  veto.record.proposalId === decision.record.proposalId &&
  veto.record.daoId === decision.record.daoId &&
  decision.record.veto !== undefined &&
  veto.record.vetoedBy === decision.record.veto &&
  veto.completedAt < executableAt(decision.record, decision.completedAt)

export interface Vetoing<T> extends Signing {
  /** The proposal on the topic, as `checkedProposal` returns it. */
  record: ProposalRecord
  account: string
  reason?: string | undefined
  send(body: { signature: string; reason?: string }): Promise<T>
}

/** Signs a veto against the proposal on the topic, and sends it. @throws VerifyError `NOT_THE_KEY` */
export async function vetoProposal<T>({ record, account, reason, signer, key, send }: Vetoing<T>): Promise<T> {
  const { chain, daoId, proposalId } = record
  const text = vetoText({ chain, daoId, proposalId, proposalHash: proposalHash(record), account, reason })
  const signature = await signedBy(account, text, { signer, key })
  return giving(() => send({ signature, ...(reason === undefined ? {} : { reason }) }))
}

export interface VetoingInPart<T> extends Omit<Vetoing<T>, 'send'> {
  send(body: { signatures: PartSignature[]; reason?: string }): Promise<T>
}

/**
 * Signs a veto as an owner of the wallet that may give it, and sends the signature.
 *
 * @param vetoing `account` is the wallet, and `key` its key; the signer is the owner
 * @throws VerifyError `NOT_THE_KEY`
 */
export async function vetoInPart<T>({ record, account, reason, signer, key, send }: VetoingInPart<T>): Promise<T> {
  const { chain, daoId, proposalId } = record
  const text = vetoText({ chain, daoId, proposalId, proposalHash: proposalHash(record), account, reason })
  const signature = await signedInPart(account, text, { signer, key })
  return giving(() => send({ signatures: [signature], ...(reason === undefined ? {} : { reason }) }))
}
