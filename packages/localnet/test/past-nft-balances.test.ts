import assert from 'node:assert/strict'
import type { StatementSync } from 'node:sqlite'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { Faults } from '../src/faults.ts'
import { systemClock } from '../src/ledger/clock.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { mirrorRestServer } from '../src/mirror/rest/server.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { openEnvelope } from '../src/protocol/envelope.ts'
import { accountId } from '../src/protocol/ids.ts'
import { timestampText } from '../src/protocol/time.ts'
import type { Executed } from '../src/store/executed.ts'
import { body, signed, signerFor } from './support/raw.ts'

const [OWN, OTHER] = [1022, 1023]
const ledger = new Ledger(undefined, systemClock)
/** All statements of the mirror. */
const statements = new Set<StatementSync>()
const prepared = ledger.store.prepared.bind(ledger.store)
ledger.store.prepared = (sql) => {
  const statement = prepared(sql)
  statements.add(statement)
  return statement
}
const server = mirrorRestServer(ledger, new Faults())
after(async () => {
  await server.close()
  ledger.close()
})

async function executed(fields: proto.ITransactionBody, signers = [OWN]): Promise<number> {
  const { promise: committed, resolve } = Promise.withResolvers<readonly Executed[]>()
  const end = ledger.onCommit((written) => {
    end()
    resolve(written)
  })
  assert.equal(ledger.submit(openEnvelope(signed(body(fields), signers.map(signerFor)))), 'OK')
  const transaction = (await committed).at(-1)
  assert.equal(transaction?.result, 22)
  return transaction.entity ?? 0
}

/** The steps of SQLite's machine that all statements have taken. */
const stepsTaken = (): number =>
  statements
    .values()
    .map((statement) => (statement as StatementSync & { stat(counter: string): number }).stat('vmStep'))
    .reduce((sum, steps) => sum + steps, 0)

test('The work of the mirror for a past NFT balance does not grow with the number of moves', async () => {
  const [own, other] = [accountId(OWN), accountId(OTHER)]
  const supplyKey = { ed25519: signerFor(OWN).publicKey }
  const expiry = { seconds: toLong(BigInt(Math.floor(Date.now() / 1000)) + 7_000_000n) }
  const num = await executed({
    tokenCreation: { name: 'n', symbol: 'n', treasury: own, tokenType: 1, supplyKey, expiry },
  })
  const token = { tokenNum: toLong(BigInt(num)) }
  await executed({ tokenAssociate: { account: other, tokens: [token] } }, [OWN, OTHER])
  await executed({ tokenMint: { token, metadata: ['a', 'b', 'c'].map((text) => Buffer.from(text)) } })

  let moves = 0
  async function move(times: number): Promise<void> {
    for (const end = moves + times; moves < end; moves++) {
      const [senderAccountID, receiverAccountID] = moves % 2 ? [other, own] : [own, other]
      const nftTransfers = [{ senderAccountID, receiverAccountID, serialNumber: toLong(1n) }]
      await executed({ cryptoTransfer: { tokenTransfers: [{ token, nftTransfers }] } }, [OWN, OTHER])
    }
  }
  /** The balances of both right after the newest transaction and right before it, and the cost of the requests. */
  async function asked() {
    const at = ledger.clock.last
    const before = stepsTaken()
    const answers = await Promise.all(
      [at, at - 1n].map((time) =>
        server.inject(`/api/v1/tokens/0.0.${num}/balances?timestamp=${timestampText(time)}&order=asc`),
      ),
    )
    const held = answers.map((answer) => answer.json().balances.map(({ balance }: { balance: number }) => balance))
    return { held, steps: stepsTaken() - before }
  }

  await move(11)
  const few = await asked()
  await move(400)
  const many = await asked()
  for (const { held } of [few, many])
    assert.deepEqual(held, [
      [2, 1],
      [3, 0],
    ])
  assert.ok(many.steps < 2 * few.steps, `${few.steps} steps after 11 moves, ${many.steps} after 411`)
})
