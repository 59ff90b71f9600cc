import { parseArgs } from 'node:util'
import { openLedger, readNetwork } from '@quorate/ledger'
import { developmentAccounts } from '@quorate/localnet'
import { ConfigError, isEntityId } from '@quorate/platform'
import { exitCode, httpSource, isAtFault, recount, report, reportOfFaults } from '@quorate/verify/recount'
import { type Settings, settingsFor } from '../settings.ts'
import { say } from '../terminal.ts'

const usage = `quorate recount <proposalId> [--url <governance>] [--chain <hedera:...> [--topic <0.0.n>]] [--most <messages>]`

const OPTIONS = {
  url: { type: 'string' },
  chain: { type: 'string' },
  topic: { type: 'string' },
  most: { type: 'string' },
} as const

/**
 * `quorate recount <proposalId>`: fetches the topic's messages from the mirror and the votes whose hashes they hold,
 * and counts the votes again. The exit code is 0 if the published result holds, 1 if it does not, and 2 if nothing can
 * be said, whatever the reason. `--chain` and `--topic` name what the user knows from elsewhere than the service: the
 * command refuses another chain, and reads that topic. `--most` is the most messages that it reads there.
 */
export async function recountCommand(given: string[]): Promise<void> {
  const { proposalId, url, chain: expected, topic, maxMessages } = read(given)
  const { shared, governance, storage } = settingsFor([], process.env)
  const storages = [...(shared.STORAGE_URL === undefined ? [] : [shared.STORAGE_URL]), ...storage.IPFS_GATEWAY_URLS]
  const source = httpSource(url ?? `http://${shared.HOST}:${governance.HTTP_PORT}`, { storages })
  const { chain, topicId } = await source.topicOf(proposalId)
  if (expected !== undefined && expected !== chain)
    throw new ConfigError(`The service says that the proposal is of ${chain}, not of ${expected}: nothing was counted`)
  const network = readNetwork(chain, process.env, embedded(chain, shared))
  const ledger = openLedger(network)
  try {
    const counted = await recount({
      ...{ proposalId, chain, topicId: topic ?? topicId, mirror: ledger.mirror, source, maxMessages },
      topicInfo: ledger.operator && ledger.topicInfo,
    })
    say(report(counted, { mirror: new URL(network.mirrorUrl).host, isTopicKnown: topic !== undefined }))
    process.exitCode = exitCode(counted)
  } catch (error) {
    if (!isAtFault(error)) throw error
    say(reportOfFaults(error.faults))
    process.exitCode = 1
  } finally {
    ledger.close()
  }
}

/** The embedded ledger of a platform on this machine; questions to it cost its operator nothing. */
function embedded(chain: string, { HOST, LOCALNET_GRPC_PORT, LOCALNET_REST_PORT }: Settings) {
  if (chain !== 'hedera:devnet' || process.env.HEDERA_DEVNET_NODES) return undefined
  const [operator] = developmentAccounts()
  return {
    grpc: `${HOST}:${LOCALNET_GRPC_PORT}`,
    mirrorUrl: `http://${HOST}:${LOCALNET_REST_PORT}`,
    ...(operator ? { operator: { id: operator.id, key: operator.privateKey } } : {}),
  }
}

function read(given: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: given, options: OPTIONS, allowPositionals: true })
    const [proposalId, ...others] = positionals
    const { most, topic, chain } = values
    const maxMessages = most === undefined ? undefined : Number(most)
    const isBounded = maxMessages === undefined || (Number.isSafeInteger(maxMessages) && maxMessages > 0)
    // The id alone does not name a topic: topics of two chains may have the same one.
    const isTopic = topic === undefined || (isEntityId(topic) && chain !== undefined)
    if (proposalId && others.length === 0 && isBounded && isTopic) return { ...values, proposalId, maxMessages }
  } catch {
    // parseArgs throws at an unknown option, and at one without its value.
  }
  throw new ConfigError(`${usage}: --topic needs --chain`)
}
