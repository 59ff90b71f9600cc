/** `quorate tour`: plays the main use of a running platform, as a story to read along. */
import { EventEmitter, once } from 'node:events'
import { Client, Hbar, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { io } from 'socket.io-client'
import { type Addresses, type Answer, createWallet, get, login, type Person, post, Refused, sign } from '../client.ts'
import { serviceNames, settingsFor } from '../settings.ts'
import { bold, cyan, dim, green, say } from '../terminal.ts'

/** Finds the platform by the settings, which must be those that it was started with. */
export async function tourCommand(): Promise<void> {
  const { shared, node, multisig } = settingsFor(serviceNames, process.env)
  const at = (port: number) => `http://${shared.HOST}:${port}`
  await tour({
    node: at(node.HTTP_PORT),
    multisig: at(multisig.HTTP_PORT),
    sockets: at(multisig.WS_PORT),
    ledger: `${shared.HOST}:${shared.LOCALNET_GRPC_PORT}`,
  })
}

export async function tour(at: Addresses): Promise<void> {
  const names = ['Ada', 'Ben', 'Cleo', 'Dan']
  const accounts = developmentAccounts()
    .filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
    .slice(0, names.length)
  say(bold('\nA 2-of-3 wallet, from creation to withdrawal\n'))

  chapter('Four people log in: each signs a challenge with the key of a ledger account')
  const [ada, ben, cleo, dan] = await Promise.all(
    accounts.map(({ id, privateKey }, index) =>
      login(at, { name: names[index] ?? id, id, key: PrivateKey.fromStringDer(privateKey) }),
    ),
  )
  if (!ada || !ben || !cleo || !dan) throw new Error('the ledger has fewer development accounts than the story needs')
  for (const { name, id } of [ada, ben, cleo, dan]) done(`${name} is ${id}`)

  const socket = await listen(at, ada)

  chapter('Ada asks for a wallet that any two of Ada, Ben and Cleo govern, signs and executes')
  const walletId = await createWallet(at, [ada, ben, cleo], 2, 'Team treasury')
  await socket.next('wallet_created')
  await socket.next('transaction_executed')
  done(`The wallet is ${bold(walletId)}: an ordinary account, under a threshold key of the owners' keys`)

  chapter('Cleo funds it with 100 ℏ, with the plain Hiero SDK')
  await fund(at, cleo, walletId, 100)
  const funded = await get(at, ada, `wallet/${walletId}`)
  done(`The wallet holds ${funded.assets[0].balance / 1e8} ℏ`)

  chapter('Ben asks to withdraw 25 ℏ; one signature is refused, two are enough')
  await socket.subscribe(walletId)
  const withdrawal = await post(at, ben, 'wallet/withdraw/request', {
    walletId,
    receiverId: ben.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 25_0000_0000,
  })
  await signs(at, ben, withdrawal, walletId)
  await refused('THRESHOLD_NOT_MET', () => post(at, ben, 'wallet/withdraw/execute', withdrawal))
  await signs(at, ada, withdrawal, walletId)
  const paid = await post(at, ben, 'wallet/withdraw/execute', withdrawal)
  await socket.next('transaction_executed')
  done(`Executed as ${paid.transactionId}`)

  chapter('Dan becomes the fourth owner, and from now on three of four must sign')
  const admission = await post(at, ada, 'wallet/update/request', {
    walletId,
    action: 'add',
    owner: { wallet: dan.id, name: dan.name },
    threshold: 3,
  })
  done('The ledger asks for the old key (2 of 3) and for the new one (3 of 4): Dan may sign for his own admission')
  for (const owner of [ada, ben, dan]) await signs(at, owner, admission, walletId)
  await post(at, ada, 'wallet/update/execute', admission)
  await socket.next('wallet_updated')
  await socket.next('transaction_executed')

  chapter('Two signatures are not enough any more')
  const second = await post(at, dan, 'wallet/withdraw/request', {
    walletId,
    receiverId: dan.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1_0000_0000,
  })
  await signs(at, dan, second, walletId)
  await signs(at, cleo, second, walletId)
  await refused('THRESHOLD_NOT_MET', () => post(at, dan, 'wallet/withdraw/execute', second))
  await signs(at, ada, second, walletId)
  await post(at, dan, 'wallet/withdraw/execute', second)
  await socket.next('transaction_executed')

  chapter('A request may wait up to 90 days for its owners; this one is to be executed in six seconds, by the service')
  const timed = await post(at, ben, 'wallet/withdraw/request', {
    walletId,
    receiverId: ben.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1_0000_0000,
    executeAt: new Date(Date.now() + 6_000).toISOString(),
  })
  await signs(at, ben, timed, walletId)
  await signs(at, ada, timed, walletId)
  const [waiting] = await get(at, cleo, 'inbox')
  done(`Cleo finds it in her inbox: ${waiting.missingSignatures} signature is missing`)
  await signs(at, cleo, timed, walletId)
  await socket.next('transaction_executed')
  const { executeAt } = await get(at, ada, `transaction/status/${timed.jobId}`)
  done(`Executed after ${executeAt}`)

  chapter('The ledger may keep a request, too, for 62 days (HIP-423): this one for three')
  const scheduled = await post(at, ben, 'wallet/withdraw/request', {
    walletId,
    receiverId: ben.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1_0000_0000,
    expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  await signs(at, ben, scheduled, walletId)
  const { schedule } = await get(at, ben, `transaction/status/${scheduled.jobId}`)
  done(`Schedule ${schedule.scheduleId}, until ${schedule.expiresAt}`)
  for (const owner of [ada, cleo])
    await signs(at, owner, await get(at, owner, `transaction/status/${scheduled.jobId}`), walletId)
  await socket.next('transaction_executed')
  done('Executed by the ledger with the signature that completed it')

  const wallet = await get(at, ada, `wallet/${walletId}`)
  chapter('What is left')
  done(`${wallet.assets[0].balance / 1e8} ℏ (the wallet pays the fees of its own transactions)`)
  done(
    `Owners: ${wallet.settings.owners.map(({ name }: { name: string }) => name).join(', ')}; ${wallet.settings.threshold} must sign`,
  )
  done(`History: ${wallet.history.map(({ type }: { type: string }) => type).join(', ')} (newest first)`)
  socket.close()
  say(`\n${dim(`Go on by yourself: ${at.multisig}/api/docs`)}\n`)
}

const chapter = (title: string): void => say(`\n${cyan('›')} ${bold(title)}`)
const done = (text: string): void => say(`  ${green('✓')} ${text}`)

async function signs(at: Addresses, owner: Person, request: Answer, walletId?: string): Promise<void> {
  await sign(at, owner, request, walletId)
  done(`${owner.name} signs`)
}

/** Ada's socket: prints the events that it receives, and lets the story wait for one. */
async function listen({ sockets }: Addresses, { token }: Person) {
  const socket = io(`${sockets}/multisig`, { auth: { token }, transports: ['websocket'] })
  const heard: string[] = []
  const arrivals = new EventEmitter()
  socket.onAny((event: string) => {
    say(`  ${cyan('⚡')} ${event}`)
    heard.push(event)
    arrivals.emit('event')
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    subscribe: (walletId: string) => socket.emitWithAck('subscribe_wallet', { walletId }),
    /** Waits for an event that no earlier call has waited for. */
    async next(event: string): Promise<void> {
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
  if (!(error instanceof Refused) || error.code !== code) throw error ?? new Error(`${code} was expected`)
  done(`Refused: ${error.message}`)
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
