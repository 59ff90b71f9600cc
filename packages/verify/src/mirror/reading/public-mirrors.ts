/** The mirror node of each chain. For devnet, that of a Hiero local node. */
export const PUBLIC_MIRRORS: ReadonlyMap<string, string> = new Map([
  ['hedera:devnet', 'http://127.0.0.1:5551'],
  ['hedera:mainnet', 'https://mainnet-public.mirrornode.hedera.com'],
  ['hedera:testnet', 'https://testnet.mirrornode.hedera.com'],
  ['hedera:previewnet', 'https://previewnet.mirrornode.hedera.com'],
])
