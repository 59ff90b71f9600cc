/** The operations of the load test, by name, each with its default rate. */
import { type Client, type MultisigEvents, QuorateError } from '@quorate/client'
import type { Measurements } from './measurements.ts'

/** Two owners and their wallet, with a threshold of two. */
export interface Group {
  owners: [Client, Client]
  walletId: string
  /** Receives the events of the second owner. */
  socket: Awaited<ReturnType<Client['live']['multisig']>>
}

interface Operation {
  /** Operations per second, unless `--rates` sets it. */
  perSecond: number
  run(group: Group, to: Measurements): Promise<unknown>
}

/** A wallet's first balance. Each life cycle withdraws 1 tinybar. */
const BALANCE_TINYBAR = 100_0000_0000
const EVENT_TIMEOUT_MS = 30_000

export const operations = {
  'life-cycle': { perSecond: 1, run: lifeCycle },
  wallet: {
    perSecond: 10,
    run: ({ owners: [client], walletId }) => client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }),
  },
  history: {
    perSecond: 5,
    run: ({ owners: [client], walletId }) =>
      client.multisig.get('/multisig/wallet/{walletId}/history', { path: { walletId } }),
  },
  inbox: { perSecond: 5, run: ({ owners: [, client] }) => client.multisig.get('/multisig/inbox') },
  account: {
    perSecond: 10,
    run: ({ owners: [client], walletId }) => client.node.get('/accounts/{wallet}', { path: { wallet: walletId } }),
  },
  daos: { perSecond: 5, run: ({ owners: [client] }) => client.governance.get('/daos') },
  login: { perSecond: 0.2, run: ({ owners: [client] }) => client.login() },
} satisfies Record<string, Operation> as Record<string, Operation>

export async function createGroup(owners: [Client, Client]): Promise<Group> {
  const [client, other] = owners
  const creation = await client.multisig.post('/multisig/wallet/create/request', {
    body: {
      name: 'Load',
      balance: BALANCE_TINYBAR,
      settings: {
        threshold: owners.length,
        owners: owners.map(({ accountId }) => ({ wallet: accountId, name: accountId })),
      },
    },
  })
  await signBlindly(client, creation)
  const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
  if (!walletId) throw new Error('The creation of a wallet was not answered with its id')
  return { owners, walletId, socket: await other.live.multisig() }
}

/** Signs the bytes as they are, so that one request is measured. */
async function signBlindly(
  { signer, multisig }: Client,
  { jobId, bodyBytes, walletId }: { jobId: string; bodyBytes: string; walletId?: string | null },
): Promise<void> {
  if (!signer) throw new Error('The client has no signer')
  const signature = Buffer.from(await signer.signBody(Buffer.from(bodyBytes, 'base64')))
  await multisig.post('/multisig/transaction/sign/{jobId}', {
    path: { jobId },
    body: {
      ...(walletId ? { walletId } : {}),
      ...{ senderId: signer.accountId, signature: `0x${signature.toString('hex')}` },
    },
  })
}

/** A withdrawal that one owner asks for and signs, and the other signs and executes. */
async function lifeCycle({ owners: [ada, ben], walletId, socket }: Group, to: Measurements): Promise<void> {
  const step = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const begin = performance.now()
    const answer = await run()
    to.took(`life-cycle: ${name}`, performance.now() - begin)
    return answer
  }
  const request = await step('request', () =>
    ada.multisig.post('/multisig/wallet/withdraw/request', {
      body: {
        walletId,
        receiverId: ada.accountId,
        tokenId: 'HBAR',
        type: 'FUNGIBLE_COMMON',
        amountOrSerial: 1,
      },
    }),
  )
  // The event may come before the answer, so it is listened for first.
  const heard = next(socket, 'signature_added', ({ jobId }) => jobId === request.jobId)
  const signed = performance.now()
  const told = heard.then(() => to.took('life-cycle: signature on the other screen', performance.now() - signed))
  // If a step fails, its error is reported. The event may never come then, and its rejection must not end the process.
  told.catch(() => {})
  await step('sign', () => signBlindly(ada, { ...request, walletId }))
  await step('sign', () => signBlindly(ben, { ...request, walletId }))
  await step('execute', () => ben.multisig.post('/multisig/wallet/withdraw/execute', { body: request }))
  await told
}

/** @throws QuorateError `EVENT_LOST` where no event that fits has come in half a minute */
function next<E extends keyof MultisigEvents & string>(
  socket: Group['socket'],
  event: E,
  fits: (data: MultisigEvents[E]) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lost = () => reject(new QuorateError({ code: 'EVENT_LOST', message: `No ${event} came` }))
  // A report does not wait for events of operations that have failed.
  const timer = setTimeout(lost, EVENT_TIMEOUT_MS).unref()
  const off = socket.on(event, (data) => {
    if (fits(data)) resolve()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    off()
  })
}
