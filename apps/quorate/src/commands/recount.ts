import { openLedger, readNetwork } from '@quorate/ledger'
import { developmentAccounts } from '@quorate/localnet'
import { ConfigError } from '@quorate/platform'
import { exitCode, httpSource, isAtFault, recount as recountOf, report, reportOfFaults } from '@quorate/verify/recount'
import { placesOf } from '../connection/connect.ts'
import { ledgerClock } from '../connection/ledger.ts'
import { type Settings, settingsFor } from '../settings.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { say } from '../terminal/paint.ts'
import { plainJson, plainLines } from '../terminal/plain.ts'

type Options = Given<CommandTable['recount']['commands']['recount']>

/**
 * `quorate recount <proposalId>`: fetches the topic's messages from the mirror and the votes whose hashes are in them,
 * and counts the votes again. The exit code is 0 if the published result is right, 1 if it is wrong, and 2 if the
 * recount is inconclusive or fails. With `--chain` and `--topic`, the user names a chain and a topic known from another
 * source than the service. The command then refuses another chain, and reads that topic. `--most` limits the number of
 * messages that it reads there.
 */
export async function recount(given: Options): Promise<void> {
  const { proposalId, chain: expected, topic, most: maxMessages, json } = given
  // An id alone does not identify a topic: topics of two chains may have the same id.
  if (topic !== undefined && expected === undefined) throw new ConfigError('--topic needs --chain')
  if (maxMessages === 0) throw new ConfigError('--most is 0: expected a number from 1')
  const { shared, governance, storage } = settingsFor([], process.env)
  const storages = [...(shared.STORAGE_URL === undefined ? [] : [shared.STORAGE_URL]), ...storage.IPFS_GATEWAY_URLS]
  const url = given.url ?? besideNode() ?? `http://${shared.HOST}:${governance.HTTP_PORT}`
  const source = httpSource(url, { storages })
  const { chain, topicId } = await source.topicOf(proposalId)
  if (expected !== undefined && expected !== chain)
    throw new ConfigError(`The service says that the proposal is on ${chain}, not on ${expected}: nothing was counted`)
  const network = {
    ...readNetwork(chain, process.env, embedded(chain, shared)),
    ...(given.mirrorUrl === undefined ? {} : { mirrorUrl: given.mirrorUrl }),
  }
  const ledger = openLedger({ ...network, clock: await ledgerClock(network) })
  try {
    const counted = await recountOf({
      proposalId,
      chain,
      topicId: topic ?? topicId,
      mirror: ledger.mirror,
      source,
      networkKey: given.networkKey?.toLowerCase(),
      maxMessages,
      topicInfo: ledger.operator && ledger.topicInfo,
    })
    const mirror = new URL(network.mirrorUrl).host
    const code = exitCode(counted)
    say(
      json
        ? plainJson(withTexts({ verdict: VERDICTS[code], ...counted }))
        : plainLines(report(counted, { mirror, isTopicKnown: topic !== undefined })),
    )
    process.exitCode = code
  } catch (error) {
    if (!isAtFault(error)) throw error
    say(json ? plainJson({ verdict: VERDICTS[1], faults: error.faults }) : plainLines(reportOfFaults(error.faults)))
    process.exitCode = 1
  } finally {
    ledger.close()
  }
}

/** The verdict on the published result, by exit code. */
const VERDICTS = ['holds', 'wrong', 'unknown'] as const

/** Writes weights as decimal text, because JSON readers disagree about large numbers. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(withTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one)]))
}

/** The governance service of the platform that other commands use. */
function besideNode(): string | undefined {
  const url = process.env.QUORATE_URL
  if (!url) return undefined
  const { governance } = placesOf({ url }).places
  if (governance === undefined)
    throw new ConfigError(`The governance service of ${url} is not known: name its address with --url`)
  return governance
}

/** The embedded ledger of a platform on this machine. Queries to it cost its operator nothing. */
function embedded(chain: string, { HOST, LOCALNET_GRPC_PORT, LOCALNET_REST_PORT }: Settings) {
  if (chain !== 'hedera:devnet' || process.env.HEDERA_DEVNET_NODES) return undefined
  const [operator] = developmentAccounts()
  return {
    grpc: `${HOST}:${LOCALNET_GRPC_PORT}`,
    mirrorUrl: `http://${HOST}:${LOCALNET_REST_PORT}`,
    ...(operator ? { operator: { id: operator.id, key: operator.privateKey } } : {}),
  }
}
