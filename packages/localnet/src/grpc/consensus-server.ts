import { Server, type StatusObject, type sendUnaryData, status } from '@grpc/grpc-js'
import { proto } from '@hiero-ledger/proto'
import type { Fault, Faults } from '#faults.ts'
import { logFault } from '#ledger/handle.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { NODE_ID } from '#protocol/nodes.ts'
import { codeNumber, type ResponseCode } from '#protocol/status-error.ts'
import { answerQuery, refuseQuery } from '#queries/index.ts'
import { Ingest } from './ingest.ts'

/** governanceTransactions.maxTxnSize: a larger gRPC message is refused with RESOURCE_EXHAUSTED. */
export const MAX_MESSAGE_BYTES = 133_120
/** A larger query is refused with UNKNOWN, as the consensus node does. */
export const MAX_QUERY_BYTES = 16_384

/** The part of a call that handlers use, over gRPC or gRPC-Web. */
interface Call {
  readonly request: Buffer
}
type Reply = sendUnaryData<Uint8Array>
/** Answers the calls of an rpc. */
export type UnaryHandler = (call: Call, reply: Reply) => void
/** The rpcs of a consensus node by their paths. */
export type Handlers = ReadonlyMap<string, UnaryHandler>

interface Handler {
  handle(request: Buffer, reply: (respond: () => Uint8Array) => void): void
  busy(request: Buffer): Uint8Array
}

const SERVICES = [
  'AddressBookService',
  'ConsensusService',
  'CryptoService',
  'FileService',
  'FreezeService',
  'NetworkService',
  'ScheduleService',
  'SmartContractService',
  'TokenService',
  'UtilService',
] as const

const QUERY_NAME = /^(get|cryptoGetBalance$|ContractGet|contractCallLocal)/
const bytesAsTheyAre = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The gRPC server of a consensus node, not listening yet. */
export function consensusServer(ledger: Ledger, faults: Faults, node = NODE_ID): Server {
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES })
  for (const [path, handler] of consensusHandlers(ledger, faults, node))
    server.register(path, handler, bytesAsTheyAre, bytesAsTheyAre, 'unary')
  return server
}

/** The rpcs of a consensus node. All rpcs for transactions share one handler, because the body identifies the type. */
export function consensusHandlers(ledger: Ledger, faults: Faults, node: number): Handlers {
  const submit = guard(submitHandler(ledger, node), { ledger, faults, node, target: 'transactions' })
  const query = refuseLarge(guard(queryHandler(ledger, node), { ledger, faults, node, target: 'queries' }))
  const paths = SERVICES.flatMap((service) =>
    rpcNames(service).map((name) => [`/proto.${service}/${name}`, name] as const),
  )
  return new Map(paths.map(([path, name]) => [path, QUERY_NAME.test(name) ? query : submit]))
}

function rpcNames(service: (typeof SERVICES)[number]): string[] {
  const { prototype } = proto[service]
  const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
  return methods.map((name) => (prototype as unknown as Record<string, { name: string }>)[name]?.name ?? name)
}

function submitHandler(ledger: Ledger, node: number): Handler {
  const ingest = new Ingest(ledger, node)
  return {
    handle: (request, reply) => ingest.submit(request, (code) => reply(() => transactionResponse(code))),
    busy: () => transactionResponse('BUSY'),
  }
}

function queryHandler(ledger: Ledger, node: number): Handler {
  return {
    handle(request, reply) {
      const respond = answerQuery(request, ledger, node)
      ledger.settled(() => reply(respond))
    },
    busy: (request) => refuseQuery(request, 'BUSY'),
  }
}

/** Refuses a query that is larger than any client needs, before decoding it. gRPC status UNKNOWN. */
function refuseLarge(handler: UnaryHandler): UnaryHandler {
  return (call, reply) => {
    if (call.request.length <= MAX_QUERY_BYTES) handler(call, reply)
    else reply({ code: status.UNKNOWN, details: `More than ${MAX_QUERY_BYTES} bytes received: no query is that large` })
  }
}

const responses = new Map<ResponseCode, Uint8Array>()

function transactionResponse(code: ResponseCode): Uint8Array {
  const known = responses.get(code)
  if (known) return known
  const made = proto.TransactionResponse.encode({ nodeTransactionPrecheckCode: codeNumber(code) }).finish()
  responses.set(code, made)
  return made
}

interface Guard {
  readonly ledger: Ledger
  readonly faults: Faults
  readonly node: number
  readonly target: 'transactions' | 'queries'
}

/** Simulates the faults that tests set, and answers INTERNAL for a bug in the ledger. */
function guard(handler: Handler, { ledger, faults, node, target }: Guard): UnaryHandler {
  return (call, reply) => {
    if (ledger.failure) {
      reply({ code: status.UNAVAILABLE, details: ledger.failure.message })
      return
    }
    const fault = faults.take(target, node)
    if (fault?.kind === 'unreachable') {
      reply({ code: status.UNAVAILABLE, details: 'The node is unreachable (a fault that was set)' })
      return
    }
    const send = (respond: () => Uint8Array) => answer(ledger, fault, respond, reply)
    if (fault?.kind === 'busy') {
      send(() => handler.busy(call.request))
      return
    }
    const run = () => {
      try {
        handler.handle(call.request, send)
      } catch (error) {
        reply(internal(error))
      }
    }
    if (fault?.kind === 'slow') setTimeout(run, fault.delayMs ?? 1000).unref()
    else run()
  }
}

/** Builds the response when it is due. Errors are caught here, because the caller has returned by then. */
function answer(ledger: Ledger, fault: Fault | undefined, respond: () => Uint8Array, reply: Reply): void {
  const lost = fault?.kind === 'lost' ? 'The answer was lost (a fault that was set)' : ledger.failure?.message
  if (lost) {
    reply({ code: status.UNAVAILABLE, details: lost })
    return
  }
  let response: Uint8Array
  try {
    response = respond()
  } catch (error) {
    reply(internal(error))
    return
  }
  reply(null, response)
}

/** Logs a bug in the ledger, and answers it as INTERNAL. */
function internal(error: unknown): Partial<StatusObject> {
  logFault(error)
  return { code: status.INTERNAL, details: error instanceof Error ? error.message : String(error) }
}
