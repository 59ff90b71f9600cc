/** Signs new rules of a DAO that take effect without a proposal. */
import { giving, VerifyError } from '../../error.ts'
import type { DaoPlace } from '../delegate.ts'
import { type PartSignature, type Signing, signedBy, signedInPart } from '../signatures/signed-by.ts'
import { changedRules, type RulesPatch, rulesText } from './rule-changes.ts'
import type { RulesInForce } from './rules-history.ts'

export interface ChangingRules<T> extends Signing, DaoPlace {
  account: string
  /** As `checkRulesOnTopic` returns them. */
  inForce: RulesInForce
  patch: RulesPatch
  send(body: { number: number; rules: RulesPatch; signature: string }): Promise<T>
}

/**
 * Signs new rules as the account that may change them without a proposal, and sends them.
 *
 * @throws VerifyError `NOT_THE_EMERGENCY_ACCOUNT`, `NOT_THE_KEY`, and what {@link changedRules} throws
 */
export async function changeRulesAtOnce<T>({ signer, key, send, ...change }: ChangingRules<T>): Promise<T> {
  const { number, text } = textOf(change)
  const signature = await signedBy(change.account, text, { signer, key })
  return giving(() => send({ number, rules: change.patch, signature }))
}

export interface ChangingRulesInPart<T> extends Omit<ChangingRules<T>, 'send'> {
  send(body: { number: number; rules: RulesPatch; signatures: PartSignature[] }): Promise<T>
}

/**
 * Signs new rules as an owner of the wallet that may change them without a proposal, and sends the signature.
 *
 * @param changing `account` is the wallet, and `key` its key; the signer is the owner
 * @throws as {@link changeRulesAtOnce}
 */
export async function changeRulesInPart<T>({ signer, key, send, ...change }: ChangingRulesInPart<T>): Promise<T> {
  const { number, text } = textOf(change)
  const signature = await signedInPart(change.account, text, { signer, key })
  return giving(() => send({ number, rules: change.patch, signatures: [signature] }))
}

type Change = Pick<ChangingRules<unknown>, 'account' | 'inForce' | 'patch' | keyof DaoPlace>

function textOf({ chain, daoId, topicId, account, inForce, patch }: Change): { number: number; text: string } {
  if (inForce.votingRules.emergency !== account)
    throw new VerifyError('NOT_THE_EMERGENCY_ACCOUNT', `The rules do not let ${account} change them at once`, {
      statusCode: 403,
    })
  const number = inForce.number + 1
  const votingRules = changedRules(inForce.votingRules, patch)
  return { number, text: rulesText({ chain, daoId, topicId, account, number, votingRules }) }
}
