/** The name that the SDKs give to a ledger ID (HIP-198). */
export const ledgerIdOf = (chain: string): string => {
  const name = chain.split(':')[1] ?? chain
  return name === 'devnet' ? 'local-node' : name
}
