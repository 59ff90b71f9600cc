/** Clients that are logged in, which the examples share. */
import { type Client, createClient } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'

const { env } = process
/** Where the services answer. */
export const at = {
  node: env.NODE_URL ?? 'http://127.0.0.1:3000',
  multisig: env.MULTISIG_URL ?? 'http://127.0.0.1:3003',
  governance: env.GOVERNANCE_URL ?? 'http://127.0.0.1:3001',
}

/** The first of the embedded ledger's development accounts with a key of this type that pay fees, logged in. */
export function people(count: number, type: 'ed25519' | 'secp256k1' = 'ed25519'): Promise<Client[]> {
  const accounts = developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === type)
  return Promise.all(
    accounts.slice(0, count).map(async ({ id, privateKey }) => {
      const client = createClient({ ...at, signer: keySigner({ accountId: id, privateKey }) })
      await client.login()
      return client
    }),
  )
}
