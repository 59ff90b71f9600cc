/** Runs a network in this worker thread and answers the calls of thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Fault } from './faults.ts'
import { type Localnet, type LocalnetOptions, startLocalnet } from './localnet.ts'
import type { Reply, Request } from './thread.ts'

const send = (reply: Reply): void => parentPort?.postMessage(reply)

async function call(network: Localnet, { method, argument }: Request): Promise<unknown> {
  if (method === 'now') return network.now()
  if (method === 'snapshot') return network.snapshot()
  if (method === 'mark') return network.mark()
  if (method === 'snapshots') return network.snapshots()
  if (method === 'faults') return network.faults()
  if (method === 'advance') await network.advance(argument as number)
  else if (method === 'dropSnapshot') await network.dropSnapshot(argument as number)
  else if (method === 'restore') await network.restore(argument as number)
  else if (method === 'copyTo') await network.copyTo(argument as string)
  else if (method === 'setFault') await network.setFault(argument as Fault)
  else await network.close()
  return undefined
}

try {
  const network = await startLocalnet(workerData as LocalnetOptions)
  const { id, grpc, nodeAccountId, nodes, rpc, mirrorGrpc, mirrorRest, accounts } = network
  parentPort?.on('message', (request: Request) => {
    call(network, request).then(
      (result) => send({ id: request.id, result }),
      (error: Error) => send({ id: request.id, error: error.message }),
    )
  })
  send({
    started: {
      id,
      grpc,
      nodeAccountId,
      nodes,
      ...(rpc === undefined ? {} : { rpc }),
      mirrorGrpc,
      mirrorRest,
      accounts,
    },
  })
} catch (error) {
  send({ failed: error instanceof Error ? error.message : String(error) })
}
