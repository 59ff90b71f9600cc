/** Rules of the network that few clients ever meet. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const creation = { key: { ed25519: operator.publicKey }, autoRenewPeriod }

/** A proto.Transaction with these bytes of a body. */
const signedBytes = (bodyBytes: Uint8Array) => envelope({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } })

test('Of a oneof, the last member is read, as by every protobuf reader', async () => {
  const { cryptoTransfer } = transferOf([
    [1022, -1n],
    [1023, 1n],
  ])
  const fields = body({ cryptoTransfer: cryptoTransfer ?? null })
  const topic = proto.TransactionBody.encode({ consensusCreateTopic: { autoRenewPeriod } }).finish()
  const bytes = Buffer.concat([proto.TransactionBody.encode(fields).finish(), topic])
  assert.equal(await raw.submit(signedBytes(bytes)), 'OK')
  assert.ok((await raw.receipt(fields)).topicID, 'the topic was created')

  // A new account that stakes to a node, and then to an account.
  const account = Buffer.concat(
    [{ ...creation, stakedNodeId: toLong(0n) }, { stakedAccountId: accountId(1023) }].map((part) =>
      Buffer.from(proto.CryptoCreateTransactionBody.encode(part).finish()),
    ),
  )
  const made = body({})
  const data = Buffer.concat([Buffer.from([0x5a, account.length]), account])
  assert.equal(await raw.submit(signedBytes(Buffer.concat([proto.TransactionBody.encode(made).finish(), data]))), 'OK')
  const { accountID } = await raw.receipt(made)
  const { json } = await network.mirror(`/accounts/0.0.${accountID?.accountNum}`)
  assert.deepEqual([json.staked_node_id, json.staked_account_id], [null, '0.0.1023'])
})

test('An account cannot be deleted into the account that collects fees', async () => {
  const created = body({ cryptoCreateAccount: creation })
  assert.equal(await raw.run(created, [operator]), 'SUCCESS')
  const { accountID } = await raw.receipt(created)
  const deletion = body({ cryptoDelete: { deleteAccountID: accountID ?? null, transferAccountID: accountId(802) } })
  assert.equal(await raw.run(deletion, [operator]), 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
})

test('The account that collects fees has a key that nobody holds', async () => {
  const key = { ed25519: operator.publicKey }
  const update = body({ cryptoUpdateAccount: { accountIDToUpdate: accountId(802), key } }, 2)
  assert.equal(await raw.run(update, [signerFor(2)]), 'INVALID_ACCOUNT_ID')
})

test('An account that delegates to a contract is refused, instead of ignoring that', async () => {
  const delegationAddress = new Uint8Array(20).fill(1)
  const bodies = [
    { cryptoCreateAccount: { ...creation, delegationAddress } },
    { cryptoUpdateAccount: { accountIDToUpdate: accountId(1022), delegationAddress } },
  ]
  for (const fields of bodies) assert.equal(await raw.submit(signed(body(fields), [operator])), 'NOT_SUPPORTED')
})

test('A rejection that names nothing is accepted, and a second one is refused as a repetition', async () => {
  assert.equal(await raw.run(body({ tokenReject: { rejections: [{}] } }), [operator]), 'SUCCESS')
  const twice = body({ tokenReject: { rejections: [{}, {}] } })
  assert.equal(await raw.run(twice, [operator]), 'TOKEN_REFERENCE_REPEATED')
})

test('A query is refused if another account that pays for it lacks the balance', async () => {
  const price = 10_000_000n
  const created = body({ cryptoCreateAccount: creation })
  assert.equal(await raw.run(created, [operator]), 'SUCCESS')
  const poor = Number((await raw.receipt(created)).accountID?.accountNum)
  const codeOf = async (payer: number) => {
    const payment = proto.Transaction.decode(
      signed(
        body(
          transferOf([
            [payer, -price],
            [3, price],
          ]),
        ),
        [operator],
      ),
    )
    const { cryptoGetInfo } = await raw.query({ cryptoGetInfo: { accountID: accountId(1023), header: { payment } } })
    return proto.ResponseCodeEnum[cryptoGetInfo?.header?.nodeTransactionPrecheckCode ?? -1]
  }
  assert.equal(await codeOf(1022), 'OK')
  assert.equal(await codeOf(poor), 'INSUFFICIENT_PAYER_BALANCE')
  assert.equal(await codeOf(999_999), 'ACCOUNT_ID_DOES_NOT_EXIST')
})

test('The transactions of a batch get the second of its rehearsal', async (t) => {
  const second = BigInt(Math.floor(Date.now() / 1000) + 20)
  let now = (second - 1n) * 1_000_000_000n
  const edge = await testNetwork(t, { clock: { now: () => now } })
  const client = new RawClient(edge.grpc)
  t.after(() => Promise.resolve(client.close()))
  now = second * 1_000_000_000n + 999_999_999n
  const inner = {
    ...body({
      batchKey: { ed25519: operator.publicKey },
      scheduleCreate: {
        expirationTime: { seconds: toLong(second + 1n) },
        scheduledTransactionBody: {
          ...transferOf([
            [1023, -1n],
            [1022, 1n],
          ]),
          transactionFee: toLong(100_000_000n),
        },
      },
    }),
    nodeAccountID: accountId(0),
  }
  const { signedTransactionBytes } = proto.Transaction.decode(signed(inner, [operator]))
  const batch = body({ atomicBatch: { transactions: [signedTransactionBytes ?? new Uint8Array()] } })
  const outcome = await client.run(batch, [operator])
  const whole = {
    SUCCESS: 'SUCCESS',
    INNER_TRANSACTION_FAILED: 'SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME',
  }
  assert.equal(await client.status(inner), whole[outcome as keyof typeof whole], outcome)
})
