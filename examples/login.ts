/** Logs in with both types of keys, and shows the profiles. */
import { call, NODE, type Person, people } from './client.ts'

for (const type of ['ed25519', 'secp256k1'] as const) {
  const [person] = (await people(1, type)) as [Person]
  const profile = await call(`${NODE}/auth/profile`, { token: person.token })
  console.log(`${person.id} is logged in with its ${type} key:`, profile)
}
