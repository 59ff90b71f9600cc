import { type Server, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js'
import { proto } from '@hiero-ledger/proto'
import type { Fault, Faults } from '../faults.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { limits } from '../limits.ts'
import { codeNumber, type ResponseCode } from '../protocol/status-error.ts'
import { answerQuery, refuseQuery } from '../queries/index.ts'
import { boundedServer } from './bounded-server.ts'
import { Ingest } from './ingest.ts'
import { createTurns } from './turns.ts'

type Call = ServerUnaryCall<Buffer, Uint8Array>
type Reply = sendUnaryData<Uint8Array>
type InTurn = (work: () => void) => void
type Handler = (request: Buffer, isBusy: boolean, reply: (response: Uint8Array) => void) => void

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

/** The consensus node's gRPC server, not listening. Every rpc of a transaction leads to the same place: the body decides. */
export function consensusServer(ledger: Ledger, faults: Faults): Server {
  const server = boundedServer(limits.maxMessageBytes.value)
  const inTurn = createTurns()
  const submit = guard(submitHandler(ledger), ledger, faults, 'transactions')
  const query = refuseLarge(guard(queryHandler(ledger), ledger, faults, 'queries', inTurn))
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
  return (request, isBusy, reply) => {
    if (isBusy) reply(transactionResponse('BUSY'))
    else ingest.submit(request, (code) => reply(transactionResponse(code)))
  }
}

function queryHandler(ledger: Ledger): Handler {
  return (request, isBusy, reply) => {
    if (isBusy) reply(refuseQuery(request, 'BUSY'))
    else answerQuery(request, ledger, reply)
  }
}

/** A query that no client needs is refused before it is decoded. */
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

/** Plays the faults that tests ask for, and answers INTERNAL for one of ours. */
function guard(
  handler: Handler,
  ledger: Ledger,
  faults: Faults,
  target: 'transactions' | 'queries',
  start: InTurn = atOnce,
) {
  return (call: Call, reply: Reply): void => {
    if (ledger.failure) {
      reply({ code: status.UNAVAILABLE, details: ledger.failure.message })
      return
    }
    const fault = faults.take(target)
    const run = () => {
      try {
        handler(call.request, fault?.kind === 'busy', (response) => answer(ledger, fault, response, reply))
      } catch (error) {
        reply({ code: status.INTERNAL, details: error instanceof Error ? error.message : String(error) })
      }
    }
    if (fault?.kind === 'unreachable')
      reply({ code: status.UNAVAILABLE, details: 'The node is unreachable (a fault that was set)' })
    else if (fault?.kind === 'slow') setTimeout(run, fault.delayMs ?? 1000)
    else start(run)
  }
}

function answer(ledger: Ledger, fault: Fault | undefined, response: Uint8Array, reply: Reply): void {
  const lost = fault?.kind === 'lost' ? 'The answer was lost (a fault that was set)' : ledger.failure?.message
  if (lost) reply({ code: status.UNAVAILABLE, details: lost })
  else reply(null, response)
}
