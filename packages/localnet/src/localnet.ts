import type { Server } from '@grpc/grpc-js'
import type { FastifyInstance } from 'fastify'
import { type Fault, Faults, type PendingFault } from './faults.ts'
import { consensusHandlers, consensusServer } from './grpc/consensus-server.ts'
import { type Listening, listen } from './grpc/listen.ts'
import { type Clock, systemClock } from './ledger/clock.ts'
import { type DevelopmentAccount, developmentAccounts } from './ledger/development-accounts.ts'
import { Ledger } from './ledger/ledger.ts'
import { mirrorGrpcServer } from './mirror/grpc-server.ts'
import { mirrorRestServer } from './mirror/rest/server.ts'
import { idText } from './protocol/ids.ts'
import { MAX_OWN_NODES, NODE_ACCOUNT_TEXT } from './protocol/nodes.ts'
import { createDispatcher } from './rpc/dispatch.ts'
import { rpcServer } from './rpc/server.ts'
import { grpcWebServer } from './web/grpc-web-server.ts'

/** The ports that the SDKs expect in their `local-node` configuration, and the ports of a second and third node. */
const DEFAULT_PORTS = {
  grpc: 50211,
  grpc2: 51211,
  grpc3: 52211,
  mirrorGrpc: 5600,
  mirrorRest: 5551,
  mirrorRestJava: 8084,
}

/** The ports at which Ethereum tools expect a network's JSON-RPC. */
const RPC_PORTS = { rpc: 7546, rpcSocket: 8546, rpcEthereum: 8545 }

/** Ports that are served only if they are given. All but the first listen only on loopback. */
interface FurtherPorts {
  /** The mirror's REST a second time, on the port where SDKs expect its Java part (8084). */
  readonly mirrorRestJava: number
  /** gRPC-Web for browsers (8080); a second and third node have the ports after it. */
  readonly grpcWeb: number
  /** The mirror's REST a second time, on the port of other local networks (38081). */
  readonly mirrorRestCompat: number
  /** JSON-RPC over HTTP and WebSocket, on the port of Hedera's relay (7546). */
  readonly rpc: number
  /** The same on the relay's port for WebSockets (8546). */
  readonly rpcSocket: number
  /** The same on Ethereum's port (8545), where SDKs also send the mirror's contract calls. */
  readonly rpcEthereum: number
}

export interface LocalnetOptions {
  /** The folder of the ledger's file. Without it the ledger is in memory and ends with the process. */
  readonly dataDir?: string | undefined
  /**
   * Nanoseconds since the epoch; default: the system's clock. It cannot be passed to a worker thread: use `advance`
   * there.
   */
  readonly clock?: Clock | undefined
  /**
   * 0 is any free port. If at least one port is given, the others are any free ports, too; if none is given, all are
   * the well-known ones, with JSON-RPC at 7546, 8545 and 8546.
   */
  readonly ports?: Partial<typeof DEFAULT_PORTS & FurtherPorts> | undefined
  /**
   * How many consensus nodes the ledger has, 1 (default) to 3. Each has a separate endpoint and account, 0.0.3 to
   * 0.0.5, and accepts transactions that name that account.
   */
  readonly nodes?: number | undefined
  /** Default 127.0.0.1. */
  readonly host?: string | undefined
  /**
   * Whether entities created after a restore get new ids instead of the ids that the restore removed. This is for
   * programs that remember ids, and would confuse new entities with old ones. Default: the same ids again.
   */
  readonly givesIdsOnce?: boolean | undefined
  /**
   * Whether JSON-RPC has the methods of development networks that move the clock, restore snapshots, change accounts
   * and impersonate them (`evm_…`, `hardhat_…`, `anvil_…`). Default: true.
   */
  readonly hasDevelopmentMethods?: boolean | undefined
  /** Runs the network in a worker thread, so that the ledger and the caller do not delay each other. */
  readonly thread?: boolean | undefined
}

/** One of the consensus nodes of a network. */
export interface LocalNode {
  /** `host:port` */
  readonly grpc: string
  /** The account that transactions for this node must name. */
  readonly nodeAccountId: string
  /** `http://host:port` of gRPC-Web, if there is any. */
  readonly grpcWeb?: string
}

/** A snapshot that is kept. */
export interface SnapshotInfo {
  /** The number for {@link Localnet.restore}. */
  readonly snapshot: number
  /** The machine's time when it was taken. */
  readonly takenAt: Date
  /** How far the ledger's clock was ahead of the machine's, in milliseconds. Restoring the snapshot restores this. */
  readonly aheadMs: number
}

/** A running network of one node, or a few on the same ledger. */
export interface Localnet extends AsyncDisposable {
  /** Made with the ledger. Copies of the ledger's file have the same id. */
  readonly id: string
  /** `host:port` of the first consensus node. */
  readonly grpc: string
  /** The account that transactions for the first consensus node must name. */
  readonly nodeAccountId: string
  /** All consensus nodes. */
  readonly nodes: readonly LocalNode[]
  /** `host:port` of the mirror's gRPC. */
  readonly mirrorGrpc: string
  /** `http://host:port`; the API is below /api/v1. */
  readonly mirrorRest: string
  /** `http://host:port` of JSON-RPC, also as `ws://`, if there is one. */
  readonly rpc?: string
  /** Accounts whose private keys are public; the first is the treasury 0.0.2. */
  readonly accounts: readonly DevelopmentAccount[]
  /** The ledger's time. */
  now(): Promise<Date>
  /** Moves the ledger's clock ahead. */
  advance(ms: number): Promise<void>
  /** Takes a snapshot of state and history, within milliseconds; returns the number that {@link restore} takes. */
  snapshot(): Promise<number>
  /** The snapshots that are kept, oldest first. */
  snapshots(): Promise<SnapshotInfo[]>
  /** Forgets a snapshot; the others keep their numbers. */
  dropSnapshot(snapshot: number): Promise<void>
  /** Restores state, history and clock of a snapshot. Later snapshots are dropped; this one may be restored again. */
  restore(snapshot: number): Promise<void>
  /**
   * A durable number for what is on disk. It is one higher than the last if anything was executed since; of two copies
   * of a ledger the later one has the higher number.
   */
  mark(): Promise<number>
  /** Writes a copy of the ledger into a folder. Another network can start from it (`dataDir`). */
  copyTo(folder: string): Promise<void>
  /** Sets a fault for the next calls. */
  setFault(fault: Fault): Promise<void>
  /** The faults that still affect calls, each with the number of calls left. */
  faults(): Promise<PendingFault[]>
  /** Writes what is not on disk yet, closes all connections and stops; so does the end of an `await using` block. */
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

type Ports = Pick<typeof DEFAULT_PORTS, 'grpc' | 'grpc2' | 'grpc3' | 'mirrorGrpc' | 'mirrorRest'> &
  Partial<FurtherPorts>
interface Addresses {
  grpc: string
  mirrorGrpc: string
  mirrorRest: string
  rpc?: string
}

/** Starts a network in this thread. */
export async function startLocalnet(options: LocalnetOptions): Promise<Localnet> {
  const host = options.host ?? '127.0.0.1'
  const ports: Ports = options.ports
    ? { grpc: 0, grpc2: 0, grpc3: 0, mirrorGrpc: 0, mirrorRest: 0, ...options.ports }
    : { ...DEFAULT_PORTS, ...RPC_PORTS }
  const nodes = options.nodes ?? 1
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > MAX_OWN_NODES)
    throw new Error(`nodes is ${nodes}: pass a number from 1 to ${MAX_OWN_NODES}`)
  const ledger = new Ledger(options.dataDir, options.clock ?? systemClock, options.givesIdsOnce)
  const faults = new Faults()
  const mirror = mirrorGrpcServer(ledger)
  const http: FastifyInstance[] = []
  const listening: Listening[] = []
  const addresses: Addresses = { grpc: '', mirrorGrpc: '', mirrorRest: '' }
  const web: string[] = []
  const close = async () => {
    ledger.commit()
    for (const server of listening) server.close()
    await Promise.all(http.map((server) => server.close()))
    ledger.close()
  }
  try {
    const listenOn = async (server: Server, port: number): Promise<string> => {
      const bound = await listen(server, host, port)
      listening.push(bound)
      return `${host}:${bound.port}`
    }
    ledger.addNodes(nodes)
    for (const [node, port] of [ports.grpc, ports.grpc2, ports.grpc3].slice(0, nodes).entries())
      ledger.addresses = [...ledger.addresses, await listenOn(consensusServer(ledger, faults, node), port)]
    addresses.grpc = ledger.addresses[0] ?? ''
    addresses.mirrorGrpc = await listenOn(mirror, ports.mirrorGrpc)
    const serve = async (server: FastifyInstance, port: number, at = host): Promise<string> => {
      http.push(server)
      return server.listen({ host: at, port })
    }
    addresses.mirrorRest = await serve(mirrorRestServer(ledger, faults), ports.mirrorRest)
    if (ports.mirrorRestJava !== undefined) await serve(mirrorRestServer(ledger, faults), ports.mirrorRestJava)
    if (ports.mirrorRestCompat !== undefined)
      await serve(mirrorRestServer(ledger, faults), ports.mirrorRestCompat, LOOPBACK)
    // All ports share one dispatcher, since it numbers the transactions that the treasury relays.
    const dispatcher = createDispatcher(ledger, options.hasDevelopmentMethods ?? true)
    for (const port of [ports.rpc, ports.rpcSocket, ports.rpcEthereum])
      if (port !== undefined) {
        const url = await serve(rpcServer(ledger, dispatcher), port, LOOPBACK)
        addresses.rpc ??= url
      }
    for (let node = 0; ports.grpcWeb !== undefined && node < nodes; node++) {
      const server = grpcWebServer(consensusHandlers(ledger, faults, node))
      web.push(await serve(server, ports.grpcWeb && ports.grpcWeb + node, LOOPBACK))
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...addresses,
    id: ledger.store.about.id,
    nodeAccountId: NODE_ACCOUNT_TEXT,
    nodes: ledger.addresses.map((grpc, node) => ({
      grpc,
      nodeAccountId: idText(ledger.state.nodeAccount(node)),
      ...(web[node] === undefined ? {} : { grpcWeb: web[node] }),
    })),
    accounts: developmentAccounts(),
    now: async () => new Date(Number(ledger.clock.now() / 1_000_000n)),
    advance: async (ms) => ledger.advance(BigInt(Math.round(ms * 1_000_000))),
    snapshot: async () => ledger.snapshot(),
    snapshots: async () =>
      ledger.snapshots.map(({ id, takenAt, offset }) => ({
        snapshot: id,
        takenAt: new Date(Number(takenAt / 1_000_000n)),
        aheadMs: Number(offset / 1_000_000n),
      })),
    dropSnapshot: async (snapshot) => ledger.dropSnapshot(snapshot),
    restore: async (snapshot) => ledger.restore(snapshot),
    mark: async () => ledger.mark(),
    copyTo: async (folder) => ledger.copyTo(folder),
    setFault: async (fault) => faults.set(fault),
    faults: async () => faults.pending(),
    close,
    [Symbol.asyncDispose]: close,
  }
}
