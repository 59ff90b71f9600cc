/** A DAO, a proposal, two votes, and the recount from what stands on the ledger. */
import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Answer, call, GOVERNANCE, inHex, type Person, people } from './client.ts'

const VOTING_SECONDS = 4
const POLL_INTERVAL_MS = 250

const [ada, ben] = (await people(2)) as [Person, Person]
const post = (by: Person, path: string, body: unknown): Promise<Answer> =>
  call(`${GOVERNANCE}/${path}`, { token: by.token, body })

const { daoId, topicId } = await post(ada, 'daos', {
  name: 'Gardeners',
  description: 'of the garden',
  ownerAddress: ada.id,
  votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
})
await post(ada, `daos/${daoId}/members`, { memberAddress: ben.id })
console.log(`The DAO's topic is ${topicId}; Ada and Ben are its members`)

const { proposalId, proposalHash } = await post(ada, 'proposals', {
  daoId,
  title: 'Plant a tree',
  description: 'An apple tree',
  creatorAddress: ada.id,
  votingDurationHours: VOTING_SECONDS / 3600,
})

// Ada's vote rests on her session, Ben's on his signature: canonical JSON, which has its keys in order and no spaces,
// and names the hash of what is voted on.
await post(ada, 'votes', { proposalId, daoId, voterAddress: ada.id, choice: 'YES' })
const vote = { chain: 'hedera:devnet', choice: 'YES', daoId, proposalHash, proposalId, voterAddress: ben.id }
const { chain: _chain, proposalHash: _hash, ...body } = vote
await post(ben, 'votes', { ...body, signature: inHex(ben.key.sign(Buffer.from(JSON.stringify(vote)))) })

let proposal: Answer
do {
  await setTimeout(POLL_INTERVAL_MS)
  proposal = await call(`${GOVERNANCE}/proposals/${proposalId}`)
} while (!proposal.decision)
console.log(`The proposal is ${proposal.status}`)

const quorate = fileURLToPath(new URL('../apps/quorate/src/main.js', import.meta.url))
console.log(execFileSync(process.execPath, [quorate, 'recount', proposalId], { encoding: 'utf8' }))
