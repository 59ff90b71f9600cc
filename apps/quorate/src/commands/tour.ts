/** `quorate tour`: the main job, played against a running platform as a story that one can read along. */
import { Client, Hbar, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { io } from 'socket.io-client'
import { serviceNames, settingsFor } from '../settings.ts'
import { bold, cyan, dim, green, say } from '../terminal.ts'

interface Platform {
  node: string
  multisig: string
  sockets: string
  /** host:port of the consensus node */
  ledger: string
}

/** Where the platform is by its settings: those that it was started with. */
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

interface Owner {
  name: string
  id: string
  key: PrivateKey
  token: string
}

/** A refusal of the platform, as it answered it. */
class Refused extends Error {
  readonly code: string
  constructor(status: number, { code, message }: { code: string; message: string }) {
    super(`${status} ${code}: ${message}`)
    this.code = code
  }
}

export async function tour(platform: Platform): Promise<void> {
  const names = ['Ada', 'Ben', 'Cleo', 'Dan']
  const accounts = developmentAccounts()
    .filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
    .slice(0, names.length)
  say(bold('\nA 2-of-3 wallet, from creation to withdrawal\n'))

  chapter('Four people log in: each signs a challenge with the key of a ledger account')
  const [ada, ben, cleo, dan] = await Promise.all(
    accounts.map(({ id, privateKey }, index) =>
      login(platform, { name: names[index] ?? id, id, key: PrivateKey.fromStringDer(privateKey), token: '' }),
    ),
  )
  if (!ada || !ben || !cleo || !dan) throw new Error('the ledger has fewer development accounts than the story needs')
  for (const { name, id } of [ada, ben, cleo, dan]) done(`${name} is ${id}`)

  const socket = await listen(platform, ada)
  const api = client(platform)

  chapter('Ada asks for a wallet that any two of Ada, Ben and Cleo govern, signs and executes')
  const owners = [ada, ben, cleo].map(({ id, name }) => ({ wallet: id, name }))
  const creation = await api(ada, 'POST', '/multisig/wallet/create/request', {
    name: 'Team treasury',
    description: 'Made by the tour',
    balance: 0,
    settings: { owners, threshold: 2 },
    maxAutomaticTokenAssociations: 10,
  })
  await sign(api, ada, creation)
  const { walletId } = await api(ada, 'POST', '/multisig/wallet/create/execute', creation)
  await socket.heard('wallet_created')
  done(`The wallet is ${bold(walletId)}: an ordinary account, under a threshold key of the owners' keys`)

  chapter('Cleo funds it with 100 ℏ, with the plain Hiero SDK')
  await fund(platform, cleo, walletId, 100)
  const funded = await api(ada, 'GET', `/multisig/wallet/${walletId}`)
  done(`The wallet holds ${funded.assets[0].balance / 1e8} ℏ`)

  chapter('Ben asks to withdraw 25 ℏ; one signature is refused, two are enough')
  await socket.subscribe(walletId)
  const withdrawal = await api(ben, 'POST', '/multisig/wallet/withdraw/request', {
    walletId,
    receiverId: ben.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 25_0000_0000,
  })
  await sign(api, ben, withdrawal, walletId)
  await refused('THRESHOLD_NOT_MET', () => api(ben, 'POST', '/multisig/wallet/withdraw/execute', withdrawal))
  await sign(api, ada, withdrawal, walletId)
  const paid = await api(ben, 'POST', '/multisig/wallet/withdraw/execute', withdrawal)
  await socket.heard('transaction_executed')
  done(`Executed as ${paid.transactionId}`)

  chapter('Dan becomes the fourth owner, and from now on three of four must sign')
  const admission = await api(ada, 'POST', '/multisig/wallet/update/request', {
    walletId,
    action: 'add',
    owner: { wallet: dan.id, name: dan.name },
    threshold: 3,
  })
  done('The ledger asks for the old key (2 of 3) and for the new one (3 of 4): Dan may sign for his own admission')
  for (const owner of [ada, ben, dan]) await sign(api, owner, admission, walletId)
  await api(ada, 'POST', '/multisig/wallet/update/execute', admission)
  await socket.heard('wallet_updated')

  chapter('Two signatures are not enough any more')
  const second = await api(dan, 'POST', '/multisig/wallet/withdraw/request', {
    walletId,
    receiverId: dan.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1_0000_0000,
  })
  await sign(api, dan, second, walletId)
  await sign(api, cleo, second, walletId)
  await refused('THRESHOLD_NOT_MET', () => api(dan, 'POST', '/multisig/wallet/withdraw/execute', second))
  await sign(api, ada, second, walletId)
  await api(dan, 'POST', '/multisig/wallet/withdraw/execute', second)

  const wallet = await api(ada, 'GET', `/multisig/wallet/${walletId}`)
  chapter('What is left')
  done(`${wallet.assets[0].balance / 1e8} ℏ (the wallet pays the fees of its own transactions)`)
  done(
    `Owners: ${wallet.settings.owners.map(({ name }: { name: string }) => name).join(', ')}; ${wallet.settings.threshold} must sign`,
  )
  done(`History: ${wallet.history.map(({ type }: { type: string }) => type).join(', ')} (newest first)`)
  socket.close()
  say(`\n${dim(`Go on by yourself: ${platform.multisig}/api/docs`)}\n`)
}

const chapter = (title: string): void => say(`\n${cyan('›')} ${bold(title)}`)
const done = (text: string): void => say(`  ${green('✓')} ${text}`)

const signatureOf = ({ key }: Owner, base64: string): string =>
  `0x${Buffer.from(key.sign(Buffer.from(base64, 'base64'))).toString('hex')}`

// biome-ignore lint/suspicious/noExplicitAny: the story shows what is answered; the services check it against their schemas.
type Answer = any

async function call(url: string, init: RequestInit = {}): Promise<{ body: Answer; headers: Headers }> {
  const response = await fetch(url, init).catch((error) => {
    throw new Error(`Nothing answers at ${new URL(url).origin}: start the platform with "npm start"`, { cause: error })
  })
  const body = await response.json()
  if (!response.ok) throw new Refused(response.status, body as { code: string; message: string })
  return { body, headers: response.headers }
}

const asJson = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

async function login({ node }: Platform, owner: Owner): Promise<Owner> {
  const { body: challenge } = await call(`${node}/auth/web3/request`)
  const message = Buffer.from(JSON.stringify(challenge.payload))
  const signature = { ...owner.key.sign(message) }
  const { body } = await call(
    `${node}/auth/web3/login`,
    asJson('POST', {
      payload: challenge.payload,
      operator: { accountId: owner.id, publicKey: owner.key.publicKey.toStringRaw() },
      signedData: { signature, serverSigningAccount: challenge.signedData.serverSigningAccount, accountId: owner.id },
    }),
  )
  return { ...owner, token: body.accessToken }
}

type Api = ReturnType<typeof client>

function client({ multisig }: Platform) {
  const api = async (owner: Owner, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> => {
    const authorization = `Bearer ${owner.token}`
    const init = method === 'GET' ? { headers: { authorization } } : asJson(method, body, { authorization })
    return (await call(`${multisig}${path}`, init)).body
  }
  return api
}

async function sign(api: Api, owner: Owner, request: Answer, walletId?: string): Promise<void> {
  await api(owner, 'POST', `/multisig/transaction/sign/${request.jobId}`, {
    ...(walletId ? { walletId } : {}),
    senderId: owner.id,
    historyId: request.historyId,
    signature: signatureOf(owner, request.bodyBytes),
  })
  done(`${owner.name} signs`)
}

/** Ada's socket: it says what it hears, and can be waited for. */
async function listen({ sockets }: Platform, { token }: Owner) {
  const socket = io(`${sockets}/multisig`, { auth: { token }, transports: ['websocket'] })
  const heard: string[] = []
  const waiting: { event: string; resolve: () => void }[] = []
  socket.onAny((event: string) => {
    say(`  ${cyan('⚡')} ${event}`)
    heard.push(event)
    for (const one of waiting.filter((other) => other.event === event)) one.resolve()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    subscribe: (walletId: string) => socket.emitWithAck('subscribe_wallet', { walletId }),
    heard: (event: string) =>
      heard.includes(event) ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ event, resolve })),
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

async function fund({ ledger: node }: Platform, from: Owner, walletId: string, hbars: number): Promise<void> {
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
