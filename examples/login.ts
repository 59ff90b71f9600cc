/** Logs in with both types of keys, and shows the profiles. */
import type { Client } from '@quorate/client'
import { people } from './client.ts'

for (const type of ['ed25519', 'secp256k1'] as const) {
  const [person] = (await people(1, type)) as [Client]
  const profile = await person.node.get('/auth/profile')
  console.log(`${person.accountId} is logged in with its ${type} key:`, profile)
}
