import { evmAddressOf } from '#protocol/evm-address.ts'
import { accountId } from '#protocol/ids.ts'
import { isKeyRemoval, keyFromProto, type PublicKey } from '#protocol/keys.ts'
import type { Signatures } from '#protocol/signatures.ts'
import type { Account } from '#state/entities.ts'
import { addPrecedingChild } from '#transaction/children.ts'
import type { HandleContext } from '#transaction/definition.ts'

/**
 * Says whether an account is hollow (HIP-583): made for an EVM address, and without a key until the holder of that
 * address's key signs.
 */
export function isHollow(account: Account): boolean {
  return account.evmAddress !== null && !account.deleted && isKeyRemoval(account.key.rule)
}

/** The key that a hollow account was made for, if it signed. */
export function hollowKey(account: Account, signatures: Signatures): PublicKey | undefined {
  if (!isHollow(account)) return undefined
  const address = account.evmAddress
  const isOwn = (key: PublicKey): boolean => address !== null && (evmAddressOf(key)?.equals(address) ?? false)
  return signatures.secp256k1Keys().find((key) => isOwn(key) && signatures.signedBy(key))
}

/** Gives hollow accounts the keys that signed this transaction. From then on they are ordinary accounts. */
export function completeHollowAccounts(context: HandleContext): void {
  const { state, signatures } = context
  if (state.hollowAccounts.size === 0) return
  for (const key of signatures.secp256k1Keys()) {
    const address = evmAddressOf(key)
    const account = address && state.accountByAlias(address)
    if (account && isHollow(account) && signatures.signedBy(key)) completeHollowAccount(account, key, context)
  }
}

/** Gives a hollow account the key that it was made for. */
export function completeHollowAccount(account: Account, { bytes }: PublicKey, context: HandleContext): void {
  const key = { ECDSASecp256k1: bytes }
  const accountID = accountId(account.num)
  const body = { cryptoUpdateAccount: { accountIDToUpdate: accountID, key } }
  addPrecedingChild(context, { bodyCase: 'cryptoUpdateAccount', body, isFree: true }, (child) => {
    child.state.accounts.put(account.num, { ...account, key: keyFromProto(key) })
    child.receipt.accountID = accountID
    child.entity = account.num
  })
}
