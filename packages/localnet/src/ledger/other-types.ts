/**
 * The Mirror Node's names of transaction types that the ledger does not support: lists accept them as filters and are
 * then empty.
 */
export const OTHER_TYPES: ReadonlyMap<string, number> = new Map([
  ['CRYPTOADDLIVEHASH', 10],
  ['CRYPTODELETELIVEHASH', 13],
  ['FREEZE', 23],
  ['UNCHECKEDSUBMIT', 28],
  ['NODESTAKEUPDATE', 51],
])
