import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signerFor, transferOf } from './support/raw.ts'

const DAY = 86_400_000
const HBAR = 100_000_000n
const SUPPLY = 5_000_000_000_000_000_000n
const systemNow = Date.now.bind(Date)
let ahead = 0
mock.method(Date, 'now', () => systemNow() + ahead)
const network = await testNetwork({ after }, { clock: { now: () => BigInt(systemNow()) * 1_000_000n } })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const USERS = [1023, 1024, 1025, 1026, 1027]
const signers = [2, 1022, ...USERS].map(signerFor)
const run = (fields: proto.ITransactionBody) => raw.run(body(fields), signers)

const user = fc.constantFrom(...USERS)
const update = (num: number, fields: proto.ICryptoUpdateTransactionBody): proto.ITransactionBody => ({
  cryptoUpdateAccount: { accountIDToUpdate: accountId(num), ...fields },
})
const step = fc.oneof(
  fc.tuple(user, user, fc.bigInt(1n, 300n * HBAR)).map(([from, to, amount]) =>
    transferOf([
      [from, -amount],
      [to, amount],
    ]),
  ),
  user.map((num) => update(num, { stakedNodeId: toLong(0n) })),
  user.map((num) => update(num, { stakedNodeId: toLong(-1n) })),
  fc.tuple(user, user).map(([num, to]) => update(num, { stakedAccountId: accountId(to) })),
  fc.tuple(user, fc.boolean()).map(([num, value]) => update(num, { declineReward: { value } })),
  fc.constant('a day' as const),
)

interface Shown {
  readonly account: string
  readonly balance: { readonly balance: number | bigint }
  readonly staked_node_id: number | null
  readonly staked_account_id: string | null
  readonly decline_reward: boolean
}

const whole = (tinybars: bigint): bigint => tinybars - (tinybars % HBAR)

/** The stakes to the node, computed from the accounts: those to be rewarded, and those not. */
async function stakesOf(accounts: readonly Shown[]): Promise<[bigint, bigint]> {
  const stakes: [bigint, bigint] = [0n, 0n]
  for (const { account, balance, staked_node_id, decline_reward } of accounts) {
    if (staked_node_id === null) continue
    const stakers = accounts.filter((other) => other.staked_account_id === account)
    const stakedToMe = stakers.reduce((sum, other) => sum + whole(BigInt(other.balance.balance)), 0n)
    stakes[decline_reward ? 1 : 0] += whole(BigInt(balance.balance) + stakedToMe)
  }
  return stakes
}

async function passDay(): Promise<void> {
  await network.advance(DAY)
  ahead += DAY
}

test('Whatever is staked and moved, stakes follow the balances and no hbar appears or disappears', async () => {
  await run(
    transferOf([
      [2, -90_000_000n * HBAR],
      [800, 90_000_000n * HBAR],
    ]),
  )
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    for (const one of steps) {
      if (one === 'a day') await passDay()
      else await run(one)
    }
    await passDay()
    const { json } = await network.mirror('/accounts?limit=100&account.id=gte:1000')
    const [rewarded, notRewarded] = await stakesOf(json.accounts)
    const { nodes } = (await network.mirror('/network/nodes')).json
    assert.deepEqual([BigInt(nodes[0].stake_rewarded), BigInt(nodes[0].stake_not_rewarded)], [rewarded, notRewarded])
    const all = [...json.accounts, ...(await network.mirror('/accounts?limit=100&account.id=lt:1000')).json.accounts]
    const rest = (await network.mirror('/accounts?limit=100&account.id=lt:1000&order=desc')).json.accounts
    const balances = new Map([...all, ...rest].map((one: Shown) => [one.account, BigInt(one.balance.balance)]))
    assert.equal(
      [...balances.values()].reduce((sum, balance) => sum + balance, 0n),
      SUPPLY,
    )
  })
  await fc.assert(property, { numRuns: 25 })
})
