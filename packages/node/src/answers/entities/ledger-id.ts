/** The ledger's own name (HIP-198), as the SDKs write it. */
export const ledgerIdOf = (chain: string): string => {
  const name = chain.split(':')[1] ?? chain
  return name === 'devnet' ? 'local-node' : name
}
