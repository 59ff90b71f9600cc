/** The ledger's limit of a memo in UTF-8, in bytes (MEMO_TOO_LONG). */
export const MAX_MEMO_BYTES = 100

/** The memo of a request that a passed proposal opened. */
export const proposalMemo = (proposalId: string): string => `Proposal ${proposalId}`

const PROPOSAL_MEMO = /^proposal[^0-9a-z]{1,10}[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** Whether owners would take a memo for that of a request that a passed proposal opened. */
export const isProposalMemo = (memo: string): boolean => PROPOSAL_MEMO.test(memo.trim())
