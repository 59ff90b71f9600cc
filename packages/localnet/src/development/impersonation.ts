import { parseEthereumTransaction } from '#protocol/ethereum-transaction.ts'
import { ethereumTransaction, runFrom } from '#services/contract/ethereum-transaction.ts'
import type { State } from '#state/state.ts'
import { systemTransaction } from '#transaction/system-transaction.ts'
import type { Change } from './changes.ts'

/**
 * An Ethereum transaction of a sender whose key did not sign it, for a development method. Its signature is only there
 * so that the bytes have the form of a transaction.
 *
 * @throws StatusError if a node would not admit the transaction
 */
export function impersonated(bytes: Buffer, sender: Buffer, state: State): Change {
  const transaction = parseEthereumTransaction(bytes)
  const body = { ethereumTransaction: { ethereumData: bytes } }
  ethereumTransaction.precheck?.(body.ethereumTransaction, body)
  const { type, name } = ethereumTransaction
  return (now) =>
    systemTransaction('ethereumTransaction', body, now, {
      type,
      name,
      handle: (_, context) => {
        const account = state.accountByAlias(sender)
        runFrom({ transaction, key: undefined, sender: account?.deleted ? undefined : account, allowance: 0n }, context)
      },
    })
}
