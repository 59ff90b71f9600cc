import { httpSource, recount, report } from '@quorate/governance'
import { openLedger, readNetwork } from '@quorate/ledger'
import { ConfigError } from '@quorate/platform'
import { settingsFor } from '../settings.ts'
import { say } from '../terminal.ts'

const usage = `quorate recount <proposalId> [--url <governance>] [--topic <0.0.n>] [--most <messages>]`

/**
 * `quorate recount <proposalId>`: fetches the topic's messages from the mirror and the votes they vouch for, and counts again. Answers with exit code 1
 * if the published result does not hold. `--topic` counts on a topic that is known otherwise than from the service; `--most` is how many messages of it
 * are read at most.
 */
export async function recountCommand(given: string[]): Promise<void> {
  const { proposalId, url, topic, most } = read(given)
  const maxMessages = most === undefined ? undefined : Number(most)
  if (maxMessages !== undefined && !(Number.isSafeInteger(maxMessages) && maxMessages > 0)) throw new ConfigError(usage)
  const { shared, governance } = settingsFor([], process.env)
  const source = httpSource(url ?? `http://${shared.HOST}:${governance.HTTP_PORT}`, shared.STORAGE_URL)
  const { chain, topicId } = await source.topicOf(proposalId)
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

interface Options {
  url?: string
  topic?: string
  most?: string
}

function read(given: string[]): Options & { proposalId: string } {
  const options: Options = {}
  const rest = [...given]
  for (const name of ['url', 'topic', 'most'] as const) {
    const at = rest.indexOf(`--${name}`)
    if (at < 0) continue
    const [, value] = rest.splice(at, 2)
    if (value === undefined) throw new ConfigError(usage)
    options[name] = value
  }
  const [proposalId] = rest
  if (!proposalId || rest.length > 1) throw new ConfigError(usage)
  return { proposalId, ...options }
}
