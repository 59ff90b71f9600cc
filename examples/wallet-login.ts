/** A 2-of-2 wallet logs in with the signatures of its owners, and founds a DAO. */
import { type Answer, call, GOVERNANCE, inHex, MULTISIG, NODE, type Person, people } from './client.ts'

const [ada, ben] = (await people(2)) as [Person, Person]
const post = (by: Pick<Person, 'token'>, url: string, body: unknown): Promise<Answer> =>
  call(url, { token: by.token, body })

const owners = [
  { wallet: ada.id, name: 'Ada' },
  { wallet: ben.id, name: 'Ben' },
]
const creation = await post(ada, `${MULTISIG}/multisig/wallet/create/request`, {
  name: 'Gardeners',
  balance: 10_0000_0000,
  settings: { threshold: 2, owners },
})
await post(ada, `${MULTISIG}/multisig/transaction/sign/${creation.jobId}`, {
  senderId: ada.id,
  signature: inHex(ada.key.sign(Buffer.from(creation.bodyBytes, 'base64'))),
})
const { walletId } = await post(ada, `${MULTISIG}/multisig/wallet/create/execute`, creation)

// Ada asks, and so the session will be hers. Each owner signs the text that says so, as wallets sign messages (HIP-820).
const { id, text } = await post(ada, `${NODE}/auth/multisig/request`, { walletId })
console.log(text)
const message = Buffer.from(`\x19Hedera Signed Message:\n${text.length}${text}`)
for (const owner of [ada, ben])
  await post(owner, `${NODE}/auth/multisig/sign`, {
    id,
    signature: inHex(owner.key.sign(message)),
    publicKey: owner.key.publicKey.toStringRaw(),
  })
const { accessToken, session } = await post(ada, `${NODE}/auth/multisig/session`, { id })
console.log(`Ada has a session of ${walletId} until ${session.expiresAt}`)

const { daoId } = await call(`${GOVERNANCE}/daos`, {
  token: accessToken,
  body: {
    name: 'Gardeners',
    description: 'of the garden',
    ownerAddress: walletId,
    votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
  },
})
console.log(`The wallet owns the DAO ${daoId}`)
