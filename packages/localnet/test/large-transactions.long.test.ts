import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { proto } from '@hiero-ledger/proto'
import { MAX_PAGE_BYTES } from '../src/mirror/rest/page.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')
/** Twice, because buffers with dead owners are freed after the first run. */
const collect = () => [gc(), gc()]

/** Submits messages of about 6 KB. Each fee limit in them is about 68 characters of JSON. */
async function largeMessages(count: number): Promise<void> {
  const fields = body({ consensusCreateTopic: { autoRenewPeriod: { seconds: toLong(7_776_000n) } } })
  assert.equal(await raw.run(fields, [operator]), 'SUCCESS')
  const { topicID = null } = await raw.receipt(fields)
  const fees = Array.from({ length: 1100 }, (_, i) => ({ amount: toLong(BigInt(i)) }))
  const maxCustomFees: proto.ICustomFeeLimit[] = [{ accountId: accountId(1022), fees }]
  const message = { consensusSubmitMessage: { topicID, message: Buffer.from('m') }, maxCustomFees }
  for (let left = count; left > 0; left -= 100) {
    const codes = Array.from({ length: Math.min(100, left) }, () => raw.submit(signed(body(message), [operator])))
    assert.deepEqual(new Set(await Promise.all(codes)), new Set(['OK']))
  }
}

test('Only the records of large transactions stay in memory, and a page of them ends at about a mebibyte', async () => {
  await largeMessages(100)
  collect()
  const before = process.memoryUsage().arrayBuffers
  await largeMessages(1000)
  collect()
  const grown = process.memoryUsage().arrayBuffers - before
  assert.ok(grown < 8_000_000, `${grown} bytes`)
  const times = new Set<string>()
  let path: string | null = '/transactions?limit=100&order=desc'
  while (path && times.size < 200) {
    const { text, json } = await network.mirror(path)
    assert.ok(text.length < 1.2 * MAX_PAGE_BYTES, `${text.length} characters`)
    for (const { consensus_timestamp: at } of json.transactions) {
      assert.ok(!times.has(at))
      times.add(at)
    }
    path = json.links.next?.replace('/api/v1', '') ?? null
  }
  assert.ok(times.size >= 200)
})
