/** A 2-of-2 wallet logs in with the signatures of its owners, founds a DAO, proposes, and votes with signatures. */
import { type Client, createClient } from '@quorate/client'
import { signedText } from '@quorate/verify/recount'
import { at, people, proposalOnTopic } from './client.ts'

const [ada, ben] = (await people(2)) as [Client, Client]

const owners = [
  { wallet: ada.accountId, name: 'Ada' },
  { wallet: ben.accountId, name: 'Ben' },
]
const payload = { name: 'Gardeners', balance: 10_0000_0000, settings: { threshold: 2, owners } }
const creation = await ada.multisig.post('/multisig/wallet/create/request', { body: payload })
await ada.sign(creation, { asked: { operation: 'create', payload } })
const created = await ada.multisig.post('/multisig/wallet/create/execute', { body: creation })
const walletId = created.walletId ?? ''

// Ada requests the session, so she will hold it. Each owner signs the text that says so, as a wallet message (HIP-820).
const { id, text } = await ada.node.post('/auth/multisig/request', { body: { walletId } })
console.log(text)
for (const owner of [ada, ben]) {
  const signature = await owner.signWalletLogin(text, { walletId, holder: ada.accountId })
  await owner.node.post('/auth/multisig/sign', {
    body: { id, signature, publicKey: owner.session?.publicKey ?? '' },
  })
}
const { accessToken, session } = await ada.node.post('/auth/multisig/session', { body: { id } })
console.log(`Ada has a session of ${walletId} until ${session.expiresAt}`)

// With this session the wallet acts like any account.
const wallet = createClient(at)
wallet.resume({ accessToken, accountId: walletId, chain: session.chain, role: session.role, publicKey: '' })
const { daoId } = await wallet.governance.post('/daos', {
  body: {
    name: 'Gardeners',
    description: 'of the garden',
    ownerAddress: walletId,
    votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
  },
})
console.log(`The wallet owns the DAO ${daoId}`)
const { proposalId } = await wallet.governance.post('/proposals', {
  body: {
    daoId,
    title: 'Plant a tree',
    description: 'An apple tree',
    creatorAddress: walletId,
    votingDurationHours: 1,
  },
})

// A recount verifies a vote that the owners sign against the wallet's key at that time, without trust in the service.
const vote = { proposalId, daoId, voterAddress: walletId, choice: 'YES' }
// They sign the hash of the proposal on the DAO's topic, whatever the service shows.
const { record, hash } = await proposalOnTopic(ben, proposalId)
const voteText = signedText({ ...vote, chain: record.chain, proposalHash: hash })
const signatures = await Promise.all(
  [ada, ben].map(async (owner: Client) => ({
    publicKey: owner.session?.publicKey ?? '',
    signature: await owner.signMessage(voteText),
  })),
)
const counted = await ben.governance.post('/votes', { body: { ...vote, signatures } })
console.log(`The wallet has voted ${counted.choice}, ${counted.signed ? 'signed by its owners' : 'unsigned'}`)
