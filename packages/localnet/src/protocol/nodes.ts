import type { proto } from '@hiero-ledger/proto'
import { toLong } from './encoding/int64.ts'
import { accountId, idText } from './ids.ts'
import { NODE_PUBLIC_KEY } from './node-key.ts'

/** The id of the ledger's first node. Transactions and query payments name its account, {@link NODE_ACCOUNT}. */
export const NODE_ID = 0
/** The maximum number of a ledger's nodes: consensus endpoints on the same state. */
export const MAX_OWN_NODES = 3
export const NODE_ACCOUNT = 3
export const NODE_ACCOUNT_TEXT = idText(NODE_ACCOUNT)
export const NODE_ACCOUNT_ID = accountId(NODE_ACCOUNT)

/** The version of the Hedera API whose rules the ledger follows. */
export const HAPI_VERSION = { major: 0, minor: 70, patch: 0, pre: '', build: '' }

/** HIP-198: the ledger id of local networks. */
export const LEDGER_ID = Buffer.from([3])

/** The initial account of one of the ledger's own nodes. */
export const firstAccountOf = (node: number): number => NODE_ACCOUNT + node

/** The address book: the entry of each node that listens. */
export const addressBook = (addresses: readonly string[]): proto.INodeAddressBook => ({
  nodeAddress: addresses.map((address, node) => nodeAddress(address, node)),
})

/** A node's entry of the address book; `address` is `host:port`. */
export function nodeAddress(address: string, node: number): proto.INodeAddress {
  const account = firstAccountOf(node)
  const [host = '', port = ''] = address.split(':')
  const ipAddressV4 = Buffer.from(host.split('.').map(Number))
  return {
    nodeId: toLong(BigInt(node)),
    nodeAccountId: accountId(account),
    memo: Buffer.from(idText(account)),
    description: 'localnet',
    RSA_PubKey: NODE_PUBLIC_KEY,
    serviceEndpoint: [{ ipAddressV4, port: Number(port) }],
  }
}
