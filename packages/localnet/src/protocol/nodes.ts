import type { proto } from '@hiero-ledger/proto'
import { accountId, idText } from './ids.ts'
import { toLong } from './int64.ts'
import { NODE_PUBLIC_KEY } from './node-key.ts'

/** The ledger's only node: its id here, and below the account that transactions and query payments name. */
export const NODE_ID = 0
export const NODE_ACCOUNT = 3
export const NODE_ACCOUNT_TEXT = idText(NODE_ACCOUNT)
export const NODE_ACCOUNT_ID = accountId(NODE_ACCOUNT)

/** The version of the Hedera API whose rules the ledger follows. */
export const HAPI_VERSION = { major: 0, minor: 70, patch: 0, pre: '', build: '' }

/** HIP-198: the ledger id of local networks. */
export const LEDGER_ID = Buffer.from([3])

/** The node's entry of the address book; `address` is `host:port`. */
export function nodeAddress(address: string): proto.INodeAddress {
  const [host = '', port = ''] = address.split(':')
  const ipAddressV4 = Buffer.from(host.split('.').map(Number))
  return {
    nodeId: toLong(BigInt(NODE_ID)),
    nodeAccountId: NODE_ACCOUNT_ID,
    memo: Buffer.from(NODE_ACCOUNT_TEXT),
    description: 'localnet',
    RSA_PubKey: NODE_PUBLIC_KEY,
    serviceEndpoint: [{ ipAddressV4, port: Number(port) }],
  }
}
