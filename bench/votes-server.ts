/**
 * Runs governance in a separate process, with a proposal of each voting method that many accounts may vote on. It
 * writes the session tokens of the voters to a file.
 */
import { writeFileSync } from 'node:fs'
import { localnet } from '@quorate/localnet'
import { type VotingMethod, votingMethods } from '@quorate/verify/recount'
import { call } from './client.ts'
import { openLargeDao } from './large-dao.ts'

const FIRST = 1_000_001
const OPTIONS = ['Oak', 'Elm', 'Ash', 'Yew', 'Fir']

const [voters = '', tokensFile = '', databaseUrl] = process.argv.slice(2)
const members = Number(voters)
const net = await localnet({ thread: true, ports: {} })
const rules = { votingMethods, votesChangeable: true }
const { url: address, daoId, owner, tokenOf } = await openLargeDao({ net, databaseUrl, first: FIRST, members, rules })
const proposals: Partial<Record<VotingMethod, string>> = {}
for (const votingMethod of votingMethods) {
  const { proposalId } = await call(`${address}/proposals`, 'POST', owner.token, {
    ...{ daoId, title: votingMethod, description: '', creatorAddress: owner.id, votingDurationHours: 24 },
    ...(votingMethod === 'single' ? {} : { votingMethod, votingOptions: OPTIONS }),
  })
  proposals[votingMethod] = proposalId
}
const lines: string[] = []
for (let n = 0; n < members; n++) lines.push(await tokenOf(`0.0.${FIRST + n}`))
writeFileSync(tokensFile, lines.join('\n'))
process.on('SIGTERM', () => process.exit(0))
// Ends with its parent process.
process.stdin.resume().on('end', () => process.exit(0))
process.stdout.write(`Ready ${JSON.stringify({ address, daoId, proposals, mirror: net.mirrorRest })}\n`)
