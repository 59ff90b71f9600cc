import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const batchKey = { ed25519: operator.publicKey }

/** Accounts that take part; the operator, which pays the fees, is not one of them. */
const ACCOUNTS = [1023, 1024, 1025]
const START = 1_000_000_000_000n

interface Transfer {
  readonly from: number
  readonly to: number
  readonly amount: bigint
  readonly isSigned: boolean
}

function innerOf({ from, to, amount, isSigned }: Transfer): { bytes: Uint8Array; fields: proto.ITransactionBody } {
  const amounts = [
    [from, -amount],
    [to, amount],
  ] as const
  const fields = body({ ...transferOf(amounts), nodeAccountID: accountId(0), batchKey })
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  const signers = isSigned ? [operator, signerFor(from)] : [operator]
  const sigMap = { sigPair: signers.map((signer) => signer.pair(bodyBytes)) }
  return { bytes: proto.SignedTransaction.encode({ bodyBytes, sigMap }).finish(), fields }
}

async function balances(): Promise<Map<number, bigint>> {
  const found = new Map<number, bigint>()
  for (const num of ACCOUNTS) {
    const { json } = await network.mirror(`/accounts/0.0.${num}?transactions=false`)
    found.set(num, BigInt(json.balance.balance))
  }
  return found
}

/** The balances after the transfers, according to the protocol; undefined if one of them fails. */
function applied(before: ReadonlyMap<number, bigint>, transfers: readonly Transfer[]) {
  const now = new Map(before)
  for (const { from, to, amount, isSigned } of transfers) {
    const left = (now.get(from) ?? 0n) - amount
    if (!isSigned || left < 0n) return undefined
    now.set(from, left)
    now.set(to, (now.get(to) ?? 0n) + amount)
  }
  return now
}

const transfer = fc
  .record({
    from: fc.constantFrom(...ACCOUNTS),
    to: fc.constantFrom(...ACCOUNTS),
    amount: fc.bigInt({ min: 1n, max: (START * 3n) / 2n }),
    isSigned: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  })
  .filter(({ from, to }) => from !== to)

test('A batch of any transfers does all of them in order, or none', async () => {
  const property = fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 6 }), async (transfers) => {
    const before = await balances()
    const expected = applied(before, transfers)
    const inners = transfers.map(innerOf)
    const batch = body({ atomicBatch: { transactions: inners.map(({ bytes }) => bytes) } })
    assert.equal(await raw.submit(signed(batch, [operator])), 'OK')
    assert.equal(await raw.status(batch), expected ? 'SUCCESS' : 'INNER_TRANSACTION_FAILED')
    assert.deepEqual(await balances(), expected ?? before)
    if (expected) for (const { fields } of inners) assert.equal(await raw.status(fields), 'SUCCESS')
    else assert.notEqual(await raw.status(inners[0]?.fields ?? {}), 'SUCCESS')
  })
  await fc.assert(property, { numRuns: 60 })
})
