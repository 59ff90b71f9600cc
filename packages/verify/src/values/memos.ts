/** The ledger's limit of a memo in UTF-8, in bytes (MEMO_TOO_LONG). */
export const MAX_MEMO_BYTES = 100

/** The memo of a request that a passed proposal opened. */
export const proposalMemo = (proposalId: string): string => `Proposal ${proposalId}`

/** The validator that the memo of a creating transaction names. */
export interface NamedValidator {
  /** The topic with the validator's record. */
  topicId: string
  /** The consensus timestamp of the record. */
  validator: string
  /** SHA-256 of the record, in base64url. */
  recordHash: string
}

const BINDING_MEMO = /^quorate:bound (\d{1,19}\.\d{1,19}\.\d{1,19})@(\d{1,19}\.\d{9}) ([\w-]{43})$/

/**
 * The memo of a transaction that creates an entity under a validator.
 * @throws RangeError if it would be too long for the ledger
 */
export function bindingMemo({ topicId, validator, recordHash }: NamedValidator): string {
  const memo = `quorate:bound ${topicId}@${validator} ${recordHash}`
  if (BINDING_MEMO.test(memo) && memo.length <= MAX_MEMO_BYTES) return memo
  throw new RangeError(`"${memo}" is not a memo that binds: at most ${MAX_MEMO_BYTES} bytes`)
}

/** Undefined if the memo names no validator. */
export function validatorIn(memo: string): NamedValidator | undefined {
  const [, topicId, validator, recordHash] = BINDING_MEMO.exec(memo) ?? []
  return topicId && validator && recordHash ? { topicId, validator, recordHash } : undefined
}

const PROPOSAL_MEMO = /^proposal[^0-9a-z]{1,10}[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** Whether owners would take a memo for {@link proposalMemo}. */
export const isProposalMemo = (memo: string): boolean => PROPOSAL_MEMO.test(memo.trim())
