const MEMO = /^Guarded owner: (\d{1,20}\.\d{1,20}\.\d{1,20})$/

/**
 * The memo of a wallet that has an owner under a node's network key. All accounts under that key share it, so the key
 * alone does not say which account owns the part. The memo, which the owners sign, does.
 */
export const guardedOwnerMemo = (account: string): string => `Guarded owner: ${account}`

/** The account that a wallet's memo names as its guarded owner; undefined if it names none. */
export const guardedOwnerIn = (memo: string): string | undefined => MEMO.exec(memo)?.[1]
