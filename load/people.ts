/** The accounts that send the requests, each with its client and its session. */
import { readFileSync } from 'node:fs'
import { type Client, createClient } from '@quorate/client'
import { keySigner, type SignerKey } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'

export interface Addresses {
  node: string
  multisig: string
  governance: string
  sockets: string
}

/** The accounts of a file with a line for each, an id and a private key such as `0.0.1234 302e...`. */
export function accountsOf(path: string): SignerKey[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [accountId, privateKey, ...more] = line.trim().split(/\s+/)
    if (!accountId || accountId.startsWith('#')) return []
    if (!privateKey || more.length)
      throw new Error(`${path}, line ${index + 1}: write an account's id, a space, and its private key in DER as hex`)
    return [{ accountId, privateKey }]
  })
}

/** The accounts of the embedded ledger, whose keys are public; 0.0.2 is the treasury. */
export const developmentPeople = (): SignerKey[] =>
  developmentAccounts()
    .filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
    .map(({ id, privateKey }) => ({ accountId: id, privateKey }))

/** Logs an account in. Requests are not retried, so that every refusal is counted. */
export async function arrive(at: Addresses, account: SignerKey): Promise<Client> {
  const { node, multisig, governance } = at
  const client = createClient({
    ...{ node, multisig, governance, sockets: { multisig: at.sockets } },
    signer: keySigner(account),
    renew: true,
    retry: { attempts: 1 },
  })
  await client.login()
  return client
}
