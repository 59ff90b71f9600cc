import { type Server, type ServerUnaryCall, type StatusObject, type sendUnaryData, status } from '@grpc/grpc-js'
import { proto } from '@hiero-ledger/proto'
import type { Fault, Faults } from '../faults.ts'
import { logFault } from '../ledger/handle.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { limits } from '../limits.ts'
import { codeNumber, type ResponseCode } from '../protocol/status-error.ts'
import { answerQuery, refuseQuery } from '../queries/index.ts'
import { boundedServer } from './bounded-server.ts'
import { createLoopTurns } from './event-loop-turns.ts'
import { Ingest } from './ingest.ts'
import { createPeerPlaces, type TakePlace } from './places.ts'

type Call = ServerUnaryCall<Buffer, Uint8Array>
type Reply = sendUnaryData<Uint8Array>
type InTurn = (work: () => void) => void

interface Handler {
  /** Calls `begin` when the request's turn has come; it says whether the client still waits for the answer. */
  handle(request: Buffer, begin: () => boolean, reply: (respond: () => Uint8Array) => void): void
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

/**
 * The consensus node's gRPC server, not listening yet. All rpcs that take a transaction share one handler: the body
 * says what it is.
 */
export function consensusServer(ledger: Ledger, faults: Faults): Server {
  const server = boundedServer(limits.maxMessageBytes.value)
  const inTurn = createLoopTurns()
  const takePlace = createPeerPlaces(limits.maxWaitingCalls.value)
  const submit = guard(submitHandler(ledger), { ledger, faults, target: 'transactions', takePlace, start: atOnce })
  const query = refuseLarge(
    guard(queryHandler(ledger), { ledger, faults, target: 'queries', takePlace, start: inTurn }),
  )
  for (const service of SERVICES) {
    for (const name of rpcNames(service)) {
      const handler = QUERY_NAME.test(name) ? query : submit
      server.register(`/proto.${service}/${name}`, handler, bytesAsTheyAre, bytesAsTheyAre, 'unary')
    }
  }
  return server
}

function rpcNames(service: (typeof SERVICES)[number]): string[] {
  const { prototype } = proto[service]
  const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
  return methods.map((name) => (prototype as unknown as Record<string, { name: string }>)[name]?.name ?? name)
}

function submitHandler(ledger: Ledger): Handler {
  const ingest = new Ingest(ledger)
  return {
    handle: (request, begin, reply) => ingest.submit(request, begin, (code) => reply(() => transactionResponse(code))),
    busy: () => transactionResponse('BUSY'),
  }
}

function queryHandler(ledger: Ledger): Handler {
  return {
    handle(request, begin, reply) {
      if (!begin()) return
      const respond = answerQuery(request, ledger)
      ledger.settled(() => reply(respond))
    },
    busy: (request) => refuseQuery(request, 'BUSY'),
  }
}

/** Refuses a query that is larger than any client needs, before decoding it. gRPC status UNKNOWN. */
function refuseLarge(handler: (call: Call, reply: Reply) => void): (call: Call, reply: Reply) => void {
  const { value } = limits.maxQueryBytes
  return (call, reply) => {
    if (call.request.length <= value) handler(call, reply)
    else reply({ code: status.UNKNOWN, details: `More than ${value} bytes received: no query is that large` })
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

const atOnce: InTurn = (work) => work()

interface Guard {
  readonly ledger: Ledger
  readonly faults: Faults
  readonly target: 'transactions' | 'queries'
  /** Takes a place for a call that waits for its turn. */
  readonly takePlace: TakePlace
  readonly start: InTurn
}

/** Simulates the faults that tests set, bounds how many calls wait, and answers INTERNAL for a bug in the ledger. */
function guard(handler: Handler, { ledger, faults, target, takePlace, start }: Guard) {
  return (call: Call, reply: Reply): void => {
    if (ledger.failure) {
      reply({ code: status.UNAVAILABLE, details: ledger.failure.message })
      return
    }
    const fault = faults.take(target)
    if (fault?.kind === 'unreachable') {
      reply({ code: status.UNAVAILABLE, details: 'The node is unreachable (a fault that was set)' })
      return
    }
    const send = (respond: () => Uint8Array) => answer(ledger, fault, respond, reply)
    const refuse = () => send(() => handler.busy(call.request))
    // A call holds its place until its turn ends with an answer.
    const leave = fault?.kind === 'busy' ? undefined : takePlace(call.getPeer(), refuse)
    if (!leave) {
      refuse()
      return
    }
    call.once('cancelled', leave)
    const run = () => {
      try {
        handler.handle(call.request, leave, send)
      } catch (error) {
        reply(internal(error))
      }
    }
    if (fault?.kind === 'slow') setTimeout(run, fault.delayMs ?? 1000).unref()
    else start(run)
  }
}

/** Builds the response when it is due, and catches errors here: no caller is left by then. */
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
