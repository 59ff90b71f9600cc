/** `quorate tour`: plays the main use of a running platform as a story. */
import { EventEmitter, once } from 'node:events'
import { Client, Hbar, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import { type Client as Account, createClient, isQuorateError, type MultisigEvents } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'
import { serviceNames, settingsFor } from '../settings.ts'
import { bold, cyan, dim, green, say } from '../terminal/paint.ts'

/** The addresses of the platform. */
interface Addresses {
  node: string
  multisig: string
  sockets: { multisig: string }
  mirror: string
  /** host:port of the consensus node */
  ledger: string
}

/** A person of the story: an account with its key, logged in. */
interface Person {
  name: string
  id: string
  key: PrivateKey
  client: Account
}

/** Finds the platform by the settings. They must be the ones that it was started with. */
export async function tour(): Promise<void> {
  const { shared, node, multisig } = settingsFor(serviceNames, process.env)
  const at = (port: number) => `http://${shared.HOST}:${port}`
  await play({
    node: at(node.HTTP_PORT),
    multisig: at(multisig.HTTP_PORT),
    sockets: { multisig: at(multisig.WS_PORT) },
    mirror: at(shared.LOCALNET_REST_PORT),
    ledger: `${shared.HOST}:${shared.LOCALNET_GRPC_PORT}`,
  })
}

async function play(at: Addresses): Promise<void> {
  const names = ['Ada', 'Ben', 'Cleo', 'Dan']
  const accounts = developmentAccounts()
    .filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
    .slice(0, names.length)
  say(bold('\nA 2-of-3 wallet, from creation to withdrawal\n'))

  chapter('Four people log in: each signs a challenge with the key of a ledger account')
  const [ada, ben, cleo, dan] = await Promise.all(
    accounts.map(({ id, privateKey }, index) => login(at, names[index] ?? id, { accountId: id, privateKey })),
  )
  if (!ada || !ben || !cleo || !dan) throw new Error('the ledger has fewer development accounts than the story needs')
  for (const { name, id } of [ada, ben, cleo, dan]) done(`${name} is ${id}`)

  const socket = await listen(ada)

  chapter('Ada asks for a wallet that any two of Ada, Ben and Cleo govern, signs and executes')
  const walletId = await createWallet([ada, ben, cleo], 2, 'Team treasury')
  await socket.next('wallet_created')
  await socket.next('transaction_executed')
  const walletOf = (person: Person) => person.client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
  const statusOf = ({ client }: Person, jobId: string) =>
    client.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
  done(`The wallet is ${bold(walletId)}: an ordinary account, under a threshold key of the owners' keys`)

  chapter('Cleo funds it with 100 ℏ, with the plain Hiero SDK')
  await fund(at, cleo, walletId, 100)
  const funded = await walletOf(ada)
  done(`The wallet holds ${hbarOf(funded)} ℏ`)

  chapter('Ben asks to withdraw 25 ℏ; one signature is refused, two are enough')
  await socket.subscribe(walletId)
  const withdrawal = await withdraw(ben, walletId, 25_0000_0000)
  await signs(ben, withdrawal)
  await refused('THRESHOLD_NOT_MET', () => executes(ben, withdrawal))
  await signs(ada, withdrawal)
  const paid = await executes(ben, withdrawal)
  await socket.next('transaction_executed')
  done(`Executed as ${paid.transactionId}`)

  chapter('Dan becomes the fourth owner, and from now on three of four must sign')
  const admission = await ada.client.multisig.post('/multisig/wallet/update/request', {
    body: {
      walletId,
      action: 'add',
      owner: { wallet: dan.id, name: dan.name },
      threshold: 3,
    },
  })
  done('The ledger asks for the old key (2 of 3) and for the new one (3 of 4): Dan may sign for his own admission')
  for (const owner of [ada, ben, dan]) await signs(owner, admission)
  await ada.client.multisig.post('/multisig/wallet/update/execute', { body: admission })
  await socket.next('wallet_updated')
  await socket.next('transaction_executed')

  chapter('Two signatures are not enough any more')
  const second = await withdraw(dan, walletId, 1_0000_0000)
  await signs(dan, second)
  await signs(cleo, second)
  await refused('THRESHOLD_NOT_MET', () => executes(dan, second))
  await signs(ada, second)
  await executes(dan, second)
  await socket.next('transaction_executed')

  chapter('A request may wait up to 90 days for its owners; this one is to be executed in six seconds, by the service')
  const timed = await withdraw(ben, walletId, 1_0000_0000, { executeAt: new Date(Date.now() + 6_000).toISOString() })
  await signs(ben, timed)
  await signs(ada, timed)
  const [waiting] = await cleo.client.multisig.get('/multisig/inbox')
  done(`Cleo finds it in her inbox: ${waiting?.missingSignatures} signature is missing`)
  await signs(cleo, timed)
  await socket.next('transaction_executed')
  const { executeAt } = await statusOf(ada, timed.jobId)
  done(`Executed after ${executeAt}`)

  chapter('The ledger may keep a request, too, for 62 days (HIP-423): this one for three')
  const scheduled = await withdraw(ben, walletId, 1_0000_0000, {
    expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  await signs(ben, scheduled)
  const { schedule } = await statusOf(ben, scheduled.jobId)
  done(`Schedule ${schedule?.scheduleId}, until ${schedule?.expiresAt}`)
  for (const owner of [ada, cleo]) await signs(owner, scheduled)
  await socket.next('transaction_executed')
  done('Executed by the ledger with the signature that completed it')

  const wallet = await walletOf(ada)
  chapter('The wallet at the end')
  done(`${hbarOf(wallet)} ℏ (the wallet pays the fees of its own transactions)`)
  done(`Owners: ${wallet.settings.owners.map(({ name }) => name).join(', ')}; ${wallet.settings.threshold} must sign`)
  done(`History: ${wallet.history.map(({ type }) => type).join(', ')} (newest first)`)
  socket.close()
  say(`\n${dim(`Go on by yourself: ${at.multisig}/api/docs`)}\n`)
}

const chapter = (title: string): void => say(`\n${cyan('›')} ${bold(title)}`)
const done = (text: string): void => say(`  ${green('✓')} ${text}`)

async function login(at: Addresses, name: string, account: { accountId: string; privateKey: string }): Promise<Person> {
  const client = createClient({ ...at, signer: keySigner(account) })
  await client.login()
  return { name, id: account.accountId, key: PrivateKey.fromStringDer(account.privateKey), client }
}

/** Creates a wallet with these owners. The first one pays for it. */
async function createWallet(owners: [Person, ...Person[]], threshold: number, name: string): Promise<string> {
  const { client } = owners[0]
  const settings = { owners: owners.map(({ id, name }) => ({ wallet: id, name })), threshold }
  const body = { name, settings, maxAutomaticTokenAssociations: 10 }
  const creation = await client.multisig.post('/multisig/wallet/create/request', { body })
  await client.sign(creation, { asked: { operation: 'create', payload: body } })
  const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
  if (walletId === null) throw new Error('the wallet was not created in time')
  return walletId
}

/** Requests a withdrawal of tinybars to the person's own account. */
const withdraw = (
  { id, client }: Person,
  walletId: string,
  amountOrSerial: number,
  more: { executeAt?: string; expiresAt?: string } = {},
) =>
  client.multisig.post('/multisig/wallet/withdraw/request', {
    body: { walletId, receiverId: id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial, ...more },
  })

const executes = ({ client }: Person, request: { jobId: string; bytes: string }) =>
  client.multisig.post('/multisig/wallet/withdraw/execute', { body: request })

const hbarOf = ({ assets }: { assets: { balance: number | string }[] }): number => Number(assets[0]?.balance) / 1e8

/** Signs a request after its bytes were compared with what it states. */
async function signs({ name, client }: Person, request: { jobId: string }): Promise<void> {
  let sentences: string[] = []
  await client.sign(request, {
    confirm(review) {
      sentences = review.sentences
      return true
    },
  })
  done(`${name} signs: ${sentences.join(' ')}`)
}

/** A person's socket: prints the received events, and lets the story wait for one. */
async function listen({ client }: Person) {
  const socket = await client.live.multisig()
  const heard: string[] = []
  const arrivals = new EventEmitter()
  socket.onAny(({ event }) => {
    say(`  ${cyan('⚡')} ${event}`)
    heard.push(event)
    arrivals.emit('event')
  })
  return {
    subscribe: (walletId: string) => socket.subscribe({ walletId }),
    /** Waits for an event that no earlier call has waited for. */
    async next(event: keyof MultisigEvents): Promise<void> {
      while (!heard.includes(event)) await once(arrivals, 'event')
      heard.splice(heard.indexOf(event), 1)
    },
    close: () => socket.close(),
  }
}

async function refused(code: string, attempt: () => Promise<unknown>): Promise<void> {
  const error = await attempt().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isQuorateError(error, code)) throw error ?? new Error(`${code} was expected`)
  done(`Refused: ${error.status} ${error.code}: ${error.message}`)
}

async function fund({ ledger: node }: Addresses, from: Person, walletId: string, hbars: number): Promise<void> {
  const ledger = Client.forNetwork({ [node]: '0.0.3' }).setOperator(from.id, from.key)
  try {
    const transfer = new TransferTransaction()
      .addHbarTransfer(from.id, new Hbar(-hbars))
      .addHbarTransfer(walletId, new Hbar(hbars))
    await (await transfer.execute(ledger)).getReceipt(ledger)
  } finally {
    ledger.close()
  }
}
