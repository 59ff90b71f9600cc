/** The length of an EVM address. */
export const EVM_ADDRESS_BYTES = 20

/**
 * Whether an account has an EVM address that was derived from a key. That key can move the account's holdings with
 * Ethereum transactions, whatever the account's own key is. Other accounts have an address that follows from their
 * number.
 */
export function hasEvmAlias({ id, evmAddress }: { id: string; evmAddress: string | null }): boolean {
  return !!evmAddress && !numberAddresses(id).includes(evmAddress.toLowerCase())
}

/**
 * The addresses that an account without an alias may have: shard, realm and number, or only the number as newer mirrors
 * write it.
 */
function numberAddresses(account: string): string[] {
  const [shard = 0n, realm = 0n, number = 0n] = account.split('.').map(BigInt)
  const ofNumber = number.toString(16).padStart(16, '0')
  const ofAll = `${shard.toString(16).padStart(8, '0')}${realm.toString(16).padStart(16, '0')}${ofNumber}`
  return [`0x${ofAll}`, `0x${ofNumber.padStart(2 * EVM_ADDRESS_BYTES, '0')}`]
}
