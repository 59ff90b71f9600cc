/**
 * A client that takes little processor time compared with what it measures: keep-alive connections and native
 * signatures.
 */
import { createPrivateKey, type KeyObject, sign as nativeSign } from 'node:crypto'
import { Agent, request } from 'node:http'
import { PrivateKey } from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { type Addresses, login } from '../apps/quorate/test/process.ts'

export const agent = new Agent({ keepAlive: true, maxSockets: 256 })

// biome-ignore lint/suspicious/noExplicitAny: a benchmark takes what is answered.
export type Answer = any

export function call(url: string, method: 'GET' | 'POST', token?: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        if (response.statusCode === 200 || response.statusCode === 201)
          resolve(method === 'GET' ? answer : JSON.parse(answer))
        else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${answer.slice(0, 300)}`))
      })
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

export interface Signer {
  id: string
  token: string
  key: KeyObject
}

/** The first Ed25519 development accounts, logged in. */
export async function signers(at: Addresses, count: number): Promise<Signer[]> {
  const accounts = developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
  return Promise.all(
    accounts.slice(0, count).map(async ({ id, privateKey }) => {
      const { token } = await login(at, { id, key: PrivateKey.fromStringDer(privateKey) })
      const key = createPrivateKey({ key: Buffer.from(privateKey, 'hex'), format: 'der', type: 'pkcs8' })
      return { id, token, key }
    }),
  )
}

export const signatureOf = ({ key }: Signer, base64: string): string =>
  nativeSign(null, Buffer.from(base64, 'base64'), key).toString('base64')
