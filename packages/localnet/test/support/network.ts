import { AccountId, Client, PrivateKey, type Transaction, type TransactionReceipt } from '@hiero-ledger/sdk'
import { type Localnet, type LocalnetOptions, localnet } from '../../src/index.ts'

export interface TestNetwork extends Localnet {
  /** An unmodified SDK client; its operator is 0.0.1022, which pays fees. */
  readonly client: Client
  mirror(path: string): Promise<{ readonly status: number; readonly text: string; readonly json: MirrorJson }>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export type MirrorJson = any

/** A network on free ports with an SDK client, stopped when the test ends. */
export async function testNetwork(
  t: { after(stop: () => Promise<void>): void },
  options: LocalnetOptions = {},
): Promise<TestNetwork> {
  const network = await localnet({ ports: {}, ...options })
  const client = clientOf(network)
  t.after(async () => {
    client.close()
    await network.close()
  })
  return { ...network, client, mirror: (path) => mirrorGet(network, path) }
}

export function clientOf(network: Localnet): Client {
  const nodes = { [network.grpc]: new AccountId(3) }
  const client = Client.fromConfig({
    network: nodes,
    mirrorNetwork: [network.mirrorGrpc],
    scheduleNetworkUpdate: false,
  })
  const operator = network.accounts.find(({ id }) => id === '0.0.1022')
  client.setOperator('0.0.1022', PrivateKey.fromStringDer(operator?.privateKey ?? ''))
  return client
}

async function mirrorGet(network: Localnet, path: string) {
  const response = await fetch(`${network.mirrorRest}/api/v1${path}`)
  const text = await response.text()
  return { status: response.status, text, json: JSON.parse(text, exact) as MirrorJson }
}

/** Integers beyond 2^53 become BigInts. */
function exact(_key: string, value: unknown, context?: { source: string }): unknown {
  const isLarge = Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLarge ? BigInt(context?.source ?? String(value)) : value
}

/** Signs with further keys, executes and returns the receipt; rejects with the status if it is not a success. */
export async function execute(
  transaction: Transaction,
  client: Client,
  ...keys: PrivateKey[]
): Promise<TransactionReceipt> {
  transaction.freezeWith(client)
  for (const key of keys) await transaction.sign(key)
  return (await transaction.execute(client)).getReceipt(client)
}

/** The status that a refused call names. */
export async function statusOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'SUCCESS'
  } catch (error) {
    return String((error as { status?: unknown }).status ?? error)
  }
}
