/** A 2-of-2 wallet logs in with the signatures of its owners, founds a DAO, proposes, and votes with signatures. */
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
const signed = ({ key }: Person, message: string) => ({
  publicKey: key.publicKey.toStringRaw(),
  signature: inHex(key.sign(Buffer.from(`\x19Hedera Signed Message:\n${message.length}${message}`))),
})
for (const owner of [ada, ben]) await post(owner, `${NODE}/auth/multisig/sign`, { id, ...signed(owner, text) })
const { accessToken, session } = await post(ada, `${NODE}/auth/multisig/session`, { id })
console.log(`Ada has a session of ${walletId} until ${session.expiresAt}`)

// With the session the wallet acts as any account does.
const wallet = { token: accessToken }
const { daoId } = await post(wallet, `${GOVERNANCE}/daos`, {
  name: 'Gardeners',
  description: 'of the garden',
  ownerAddress: walletId,
  votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
})
console.log(`The wallet owns the DAO ${daoId}`)
const { proposalId } = await post(wallet, `${GOVERNANCE}/proposals`, {
  daoId,
  title: 'Plant a tree',
  description: 'An apple tree',
  creatorAddress: walletId,
  votingDurationHours: 1,
})

// A vote that its owners sign rests on nobody's word: a recount holds it against the key that the wallet had.
const vote = { proposalId, daoId, voterAddress: walletId, choice: 'YES' }
const { text: voteText } = await post(wallet, `${GOVERNANCE}/votes/text`, vote)
const signatures = [ada, ben].map((owner) => signed(owner, voteText))
const counted = await post(ben, `${GOVERNANCE}/votes`, { ...vote, signatures })
console.log(`The wallet has voted ${counted.choice}, ${counted.signed ? 'signed by its owners' : 'unsigned'}`)
