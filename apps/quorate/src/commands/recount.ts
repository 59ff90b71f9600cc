import { parseArgs } from 'node:util'
import { httpSource, recount, report } from '@quorate/governance'
import { openLedger, readNetwork } from '@quorate/ledger'
import { ConfigError } from '@quorate/platform'
import { settingsFor } from '../settings.ts'
import { say } from '../terminal.ts'

const usage = `quorate recount <proposalId> [--url <governance>] [--chain <hedera:...>] [--topic <0.0.n>] [--most <messages>]`

const OPTIONS = {
  url: { type: 'string' },
  chain: { type: 'string' },
  topic: { type: 'string' },
  most: { type: 'string' },
} as const

/**
 * `quorate recount <proposalId>`: fetches the topic's messages from the mirror and the votes they vouch for, and counts again. Answers with exit code 1
 * if the published result does not hold. `--chain` and `--topic` are what is known otherwise than from the service: another chain is refused, and the
 * count is of that topic. `--most` is how many messages of it are read at most.
 */
export async function recountCommand(given: string[]): Promise<void> {
  const { proposalId, url, chain: expected, topic, most } = read(given)
  const maxMessages = most === undefined ? undefined : Number(most)
  if (maxMessages !== undefined && !(Number.isSafeInteger(maxMessages) && maxMessages > 0)) throw new ConfigError(usage)
  const { shared, governance } = settingsFor([], process.env)
  const source = httpSource(url ?? `http://${shared.HOST}:${governance.HTTP_PORT}`, shared.STORAGE_URL)
  const { chain, topicId } = await source.topicOf(proposalId)
  if (expected !== undefined && expected !== chain)
    throw new ConfigError(`The service says that the proposal is of ${chain}, not of ${expected}: nothing was counted`)
  const embedded = { grpc: '', mirrorUrl: `http://${shared.HOST}:${shared.LOCALNET_REST_PORT}` }
  const isDevnet = chain === 'hedera:devnet' && !process.env.HEDERA_DEVNET_NODES
  const ledger = openLedger(readNetwork(chain, process.env, isDevnet ? embedded : undefined))
  try {
    const on = { chain, topicId: topic ?? topicId, mirror: ledger.mirror }
    const counted = await recount({ proposalId, ...on, source, maxMessages })
    say(report(counted))
    if (counted.faults.length > 0) process.exitCode = 1
  } finally {
    ledger.close()
  }
}

function read(given: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: given, options: OPTIONS, allowPositionals: true })
    const [proposalId, ...others] = positionals
    if (proposalId && others.length === 0) return { proposalId, ...values }
  } catch {
    // An option that there is not, or one without its value.
  }
  throw new ConfigError(usage)
}
