import { Server, type ServerWritableStream, status } from '@grpc/grpc-js'
import { com, proto } from '@hiero-ledger/proto'
import type { Ledger } from '#ledger/ledger.ts'
import { accountId, fileNumber } from '#protocol/ids.ts'
import { nodeAddress } from '#protocol/nodes.ts'
import { createSubscriptions } from './subscribe-topic.ts'

const MAX_MESSAGE_BYTES = 16_384

const { AddressBookQuery } = com.hedera.mirror.api.proto
const ADDRESS_BOOK_FILES = new Set([101, 102])

type Call = ServerWritableStream<Buffer, Buffer>

const SERVICES = '/com.hedera.mirror.api.proto'

/** The Mirror Node's gRPC server, not listening yet: topics and the address book. */
export function mirrorGrpcServer(ledger: Ledger): Server {
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES })
  const subscriptions = createSubscriptions(ledger)
  const asItIs = (bytes: Buffer): Buffer => bytes
  const register = (path: string, handler: (call: Call) => void) =>
    server.register(`${SERVICES}.${path}`, handler, asItIs, asItIs, 'serverStream')
  register('NetworkService/getNodes', (call) => streamNodes(call, ledger))
  register('ConsensusService/subscribeTopic', subscriptions.subscribe)
  return server
}

/**
 * How many nodes a query requests; a limit of 0 means no limit. Mirror Node: `AddressBookFilter`, whose `limit` is
 * `@Min(0)`.
 *
 * @throws Error if the request is not a valid address book query
 */
function nodesAskedFor(request: Buffer): number {
  const { fileId, limit } = AddressBookQuery.decode(request)
  if (fileId && !ADDRESS_BOOK_FILES.has(fileNumber(fileId))) throw new Error('Not a valid address book file')
  if (limit < 0) throw new Error('limit: must be greater than or equal to 0')
  return limit || Number.POSITIVE_INFINITY
}

function streamNodes(call: Call, ledger: Ledger): void {
  let limit: number
  try {
    limit = nodesAskedFor(call.request)
  } catch (error) {
    call.emit('error', { code: status.INVALID_ARGUMENT, details: (error as Error).message })
    return
  }
  for (const [node, address] of ledger.addresses.entries().take(limit)) {
    const entry = { ...nodeAddress(address, node), nodeAccountId: accountId(ledger.state.nodeAccount(node)) }
    call.write(Buffer.from(proto.NodeAddress.encode(entry).finish()))
  }
  call.end()
}
