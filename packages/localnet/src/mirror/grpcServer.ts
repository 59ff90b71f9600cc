import { Server, type ServerWritableStream, status } from '@grpc/grpc-js'
import { com, proto } from '@hiero-ledger/proto'
import { fileNumber } from '../ids.ts'
import { nodeAddress } from '../nodes.ts'

const { AddressBookQuery } = com.hedera.mirror.api.proto
const ADDRESS_BOOK_FILES = new Set([101, 102])

type Call = ServerWritableStream<Buffer, Buffer>

/** The Mirror Node's gRPC server, not listening: the address book. `address` tells where the node is, `host:port`. */
export function mirrorGrpcServer(address: () => string): Server {
  const server = new Server()
  const asItIs = (bytes: Buffer): Buffer => bytes
  const path = '/com.hedera.mirror.api.proto.NetworkService/getNodes'
  server.register(path, (call: Call) => streamNodes(call, address()), asItIs, asItIs, 'serverStream')
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
