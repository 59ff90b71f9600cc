import { writeHistory } from './fill.ts'
import { startNode } from './node.ts'

/** Fills a ledger with history, and prints how long it takes to open again. */
const [dataDir = '', count = '1000000'] = process.argv.slice(2)
const began = performance.now()
writeHistory(dataDir, Number(count))
const rate = (Number(count) / (performance.now() - began)) * 1000
process.stdout.write(`${count} transactions written at ${rate.toFixed(0)}/s\n`)
const node = await startNode(dataDir, ['--expose-gc'])
const { rss } = await node.usage()
process.stdout.write(`ready in ${node.readySeconds.toFixed(2)} s, ${(rss / 2 ** 20).toFixed(0)} MB\n`)
await node.stop()
