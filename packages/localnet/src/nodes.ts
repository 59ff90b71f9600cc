import { accountId, idText } from './ids.ts'

/** The one node: its id, and the account that transactions and query payments name. */
export const NODE_ID = 0
export const NODE_ACCOUNT = 3
export const NODE_ACCOUNT_TEXT = idText(NODE_ACCOUNT)
export const NODE_ACCOUNT_ID = accountId(NODE_ACCOUNT)

/** HIP-198: what local networks call their ledger. */
export const LEDGER_ID = Buffer.from([3])
