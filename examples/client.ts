/** A login and a request, which the examples share. */
import { PrivateKey } from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'

const { env } = process
export const NODE = env.NODE_URL ?? 'http://127.0.0.1:3000'
export const MULTISIG = env.MULTISIG_URL ?? 'http://127.0.0.1:3003'
export const GOVERNANCE = env.GOVERNANCE_URL ?? 'http://127.0.0.1:3001'

/** An account that is logged in. */
export interface Person {
  id: string
  key: PrivateKey
  token: string
}

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI description of each service says what it answers.
export type Answer = any

/** The JSON that a service answers; a body makes it a POST. Throws for an error. */
export async function call(url: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: Answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${answer.code}: ${answer.message}`)
  return answer
}

/** Logs an account in: it signs the node's challenge, with the prefix that HIP-820 puts before messages. */
export async function login(id: string, key: PrivateKey): Promise<Person> {
  const { payload, signedData } = await call(`${NODE}/auth/web3/request`)
  const text = JSON.stringify(payload)
  const message = Buffer.from(`\x19Hedera Signed Message:\n${text.length}${text}`)
  const { accessToken } = await call(`${NODE}/auth/web3/login`, {
    body: {
      payload,
      operator: { accountId: id },
      signedData: { ...signedData, signature: inHex(key.sign(message)), accountId: id },
    },
  })
  return { id, key, token: accessToken }
}

/** The first of the embedded ledger's development accounts with a key of this type that pay fees, logged in. */
export function people(count: number, type: 'ed25519' | 'secp256k1' = 'ed25519'): Promise<Person[]> {
  const accounts = developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === type)
  return Promise.all(
    accounts.slice(0, count).map(({ id, privateKey }) => login(id, PrivateKey.fromStringDer(privateKey))),
  )
}

export const inHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
