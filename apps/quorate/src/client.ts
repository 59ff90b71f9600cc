/** A client of a running platform, for the tour, the benchmark and the tests of whole processes. */
import type { PrivateKey } from '@hiero-ledger/sdk'
import { walletMessage } from '@quorate/ledger'

/** Where the platform is. */
export interface Addresses {
  node: string
  multisig: string
  sockets: string
  /** host:port of the consensus node */
  ledger: string
}

/** An account with its key and its session. */
export interface Person {
  name: string
  id: string
  key: PrivateKey
  token: string
}

// biome-ignore lint/suspicious/noExplicitAny: the client takes answers as they are; the services check them against their schemas.
export type Answer = any

/** The platform's answer that refuses a request. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, { code, message }: { code: string; message: string }) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code
  }
}

/** No service answered the request, or the connection broke before the answer was complete. */
export class Unanswered extends Error {}

async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init).catch((error) => {
    throw new Unanswered(`Nothing answers at ${new URL(url).origin}: start the platform with "npm start"`, {
      cause: error,
    })
  })
  const body = await response.json().catch((error) => {
    throw new Unanswered(`${url} broke off its answer`, { cause: error })
  })
  if (!response.ok) throw new Refused(response.status, body as { code: string; message: string })
  return body
}

const asJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Logs an account in: signs the node's challenge with the account's key on the ledger. */
export async function login({ node }: Addresses, owner: Omit<Person, 'token'>): Promise<Person> {
  const challenge = await call(`${node}/auth/web3/request`)
  const signature = { ...owner.key.sign(walletMessage(Buffer.from(JSON.stringify(challenge.payload)))) }
  const { accessToken } = await call(
    `${node}/auth/web3/login`,
    asJson({
      payload: challenge.payload,
      operator: { accountId: owner.id, publicKey: owner.key.publicKey.toStringRaw() },
      signedData: { signature, serverSigningAccount: challenge.signedData.serverSigningAccount, accountId: owner.id },
    }),
  )
  return { ...owner, token: accessToken }
}

export const get = ({ multisig }: Addresses, { token }: Person, path: string): Promise<Answer> =>
  call(`${multisig}/multisig/${path}`, { headers: { authorization: `Bearer ${token}` } })

export const post = ({ multisig }: Addresses, { token }: Person, path: string, body: unknown): Promise<Answer> =>
  call(`${multisig}/multisig/${path}`, asJson(body, { authorization: `Bearer ${token}` }))

/** Signs a request's body and sends the signature. */
export const sign = (at: Addresses, owner: Person, request: Answer, walletId?: string): Promise<Answer> =>
  post(at, owner, `transaction/sign/${request.jobId}`, {
    ...(walletId ? { walletId } : {}),
    senderId: owner.id,
    historyId: request.historyId,
    signature: `0x${Buffer.from(owner.key.sign(Buffer.from(request.bodyBytes, 'base64'))).toString('hex')}`,
  })

/** Creates a wallet with these owners, the first of whom pays for it. */
export async function createWallet(at: Addresses, owners: Person[], threshold: number, name: string): Promise<string> {
  const [creator] = owners
  if (!creator) throw new Error('a wallet needs owners')
  const settings = { owners: owners.map(({ id, name }) => ({ wallet: id, name })), threshold }
  const creation = await post(at, creator, 'wallet/create/request', {
    name,
    settings,
    maxAutomaticTokenAssociations: 10,
  })
  await sign(at, creator, creation)
  return (await post(at, creator, 'wallet/create/execute', creation)).walletId
}
