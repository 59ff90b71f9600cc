/** Creates a DAO and a proposal, casts two votes, and recounts them from the records on the ledger. */
import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client, GovernanceTypes } from '@quorate/client'
import { castVote } from '@quorate/verify/recount'
import { mirror, people, proposalOnTopic } from './client.ts'

const VOTING_SECONDS = 10
const POLL_INTERVAL_MS = 250

const [ada, ben] = (await people(2)) as [Client, Client]

const { daoId, topicId } = await ada.governance.post('/daos', {
  body: {
    name: 'Gardeners',
    description: 'of the garden',
    ownerAddress: ada.accountId,
    votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
  },
})
await ada.governance.post('/daos/{daoId}/members', { path: { daoId }, body: { memberAddress: ben.accountId } })
console.log(`The DAO's topic is ${topicId}; Ada and Ben are its members`)

const { proposalId } = await ada.governance.post('/proposals', {
  body: {
    daoId,
    title: 'Plant a tree',
    description: 'An apple tree',
    creatorAddress: ada.accountId,
    votingDurationHours: VOTING_SECONDS / 3600,
  },
})

// Ada's vote is authorised by her session only.
const vote = { proposalId, daoId, choice: 'YES' }
await ada.governance.post('/votes', { body: { ...vote, voterAddress: ada.accountId } })

// Ben reads the proposal from the DAO's topic and signs its hash, so the service cannot show him another proposal.
const { record } = await proposalOnTopic(ben, proposalId)
const accounts = await mirror.presentAccounts([ben.accountId], '0.0')
await castVote({
  ...{ record, voterAddress: ben.accountId, choice: 'YES' },
  signer: {
    accountId: ben.accountId,
    signMessage: async (text) => Buffer.from((await ben.signMessage(text)).slice('0x'.length), 'hex'),
  },
  key: accounts.get(ben.accountId)?.key ?? undefined,
  send: (body) => ben.governance.post('/votes', { body }),
})

let proposal: GovernanceTypes['Proposal']
do {
  await setTimeout(POLL_INTERVAL_MS)
  proposal = await ada.governance.get('/proposals/{proposalId}', { path: { proposalId } })
} while (!proposal.decision)
console.log(`The proposal is ${proposal.status}`)

const quorate = fileURLToPath(new URL('../apps/quorate/src/main.js', import.meta.url))
console.log(execFileSync(process.execPath, [quorate, 'recount', proposalId], { encoding: 'utf8' }))
