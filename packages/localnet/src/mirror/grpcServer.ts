import { Server, type ServerWritableStream, status } from '@grpc/grpc-js'
import { com, proto } from '@hiero-ledger/proto'
import { fileNumber } from '../ids.ts'
import type { Ledger } from '../ledger.ts'
import { nodeAddress } from '../nodes.ts'
import { subscribeTopic } from './subscribeTopic.ts'

const { AddressBookQuery } = com.hedera.mirror.api.proto
const ADDRESS_BOOK_FILES = new Set([101, 102])

type Call = ServerWritableStream<Buffer, Buffer>

const SERVICES = '/com.hedera.mirror.api.proto'

/** The Mirror Node's gRPC server, not listening: topics and the address book. */
export function mirrorGrpcServer(ledger: Ledger): Server {
  const server = new Server()
  const asItIs = (bytes: Buffer): Buffer => bytes
  const register = (path: string, handler: (call: Call) => void) =>
    server.register(`${SERVICES}.${path}`, handler, asItIs, asItIs, 'serverStream')
  register('NetworkService/getNodes', (call) => streamNodes(call, ledger.address))
  register('ConsensusService/subscribeTopic', (call) => subscribeTopic(call, ledger))
  return server
}

function streamNodes(call: Call, address: string): void {
  const fileId = AddressBookQuery.decode(call.request).fileId
  if (fileId && !ADDRESS_BOOK_FILES.has(fileNumber(fileId))) {
    call.emit('error', { code: status.INVALID_ARGUMENT, details: `Not a valid address book file` })
    return
  }
  call.write(Buffer.from(proto.NodeAddress.encode(nodeAddress(address)).finish()))
  call.end()
}
