/** One node of a network, in a separate process. Prints its address and then its events, each as a line of JSON. */
import { openLedger, readNetwork, signerFromText } from '@quorate/ledger'
import { createEvents, createHttp, readSettings, silentLogger, systemClock } from '@quorate/platform'
import { checkAnswers } from '@quorate/platform/testing'
import { networkOfNodes } from '../../src/network/index.ts'
import type { NodeEvents } from '../../src/network/monitor.ts'
import { networkSettings } from '../../src/network/settings.ts'

const { NODE_ACCOUNT: accountId = '', NODE_KEY: key = '', NODE_PORT: port = '0', MIRROR: mirrorUrl = '' } = process.env
const chain = 'hedera:devnet'
const embedded = { grpc: '127.0.0.1:1', mirrorUrl, operator: { id: accountId, key } }
const { mirror } = openLedger({ ...readNetwork(chain, {}, embedded), mirrorTimeoutMs: 1000 })
const print = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const http = await createHttp({
  name: 'node',
  title: 'Node',
  description: 'under test',
  version: '0.1.0',
  settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
  logger: silentLogger,
  clock: systemClock,
})
checkAnswers(http)
const events = await createEvents<NodeEvents>({ logger: silentLogger })
for (const name of ['online', 'offline'] as const) {
  events.on(`smart_node.monitors.network_threshold_${name}`, (data) => print({ event: name, ...data }))
}
networkOfNodes({
  http,
  operator: { accountId, ...signerFromText(key) },
  chain,
  mirror,
  settings: readSettings(networkSettings, { env: process.env }),
  events,
  clock: systemClock,
})
print({ url: await http.listen({ host: '127.0.0.1', port: Number(port) }) })
