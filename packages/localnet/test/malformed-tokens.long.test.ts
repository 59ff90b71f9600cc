import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, tokenId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, signerFor } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const signers = [1022, 1023, 1024].map(signerFor)
const isCode = (code: string): boolean => code in proto.ResponseCodeEnum && code !== 'FAIL_INVALID'

const key = { ed25519: operator.publicKey }
const fraction = { numerator: toLong(1n), denominator: toLong(4n) }
const feeCollectorAccountId = accountId(1023)
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const keys = {
  adminKey: key,
  wipeKey: key,
  supplyKey: key,
  freezeKey: key,
  feeScheduleKey: key,
  pauseKey: key,
  metadataKey: key,
}
const coinFees = [
  { feeCollectorAccountId, fixedFee: { amount: toLong(3n), denominatingTokenId: tokenId(0) } },
  { feeCollectorAccountId, fractionalFee: { fractionalAmount: fraction, minimumAmount: toLong(1n) } },
]
const artFees = [
  { feeCollectorAccountId, royaltyFee: { exchangeValueFraction: fraction, fallbackFee: { amount: toLong(2n) } } },
]
const coin = {
  name: 'c',
  symbol: 'c',
  treasury: accountId(1022),
  autoRenewPeriod,
  autoRenewAccount: accountId(1022),
  initialSupply: toLong(1000n),
  ...keys,
  customFees: coinFees,
}
const art = { ...coin, initialSupply: toLong(0n), tokenType: 1, customFees: artFees }

/** The numbers of the tokens follow from the genesis. */
const [COIN, ART] = [tokenId(1032), tokenId(1033)]
const holder = accountId(1024)
const amounts = [
  { accountID: accountId(1022), amount: toLong(-20n) },
  { accountID: holder, amount: toLong(20n) },
]
const nft = { senderAccountID: accountId(1022), receiverAccountID: holder, serialNumber: toLong(1n) }
const lists = [
  { token: COIN, transfers: amounts },
  { token: ART, nftTransfers: [nft] },
]
const pendingAirdrops = [{ senderId: accountId(1022), receiverId: holder, fungibleTokenType: COIN }]
const nftAirdrops = [
  { senderId: accountId(1022), receiverId: holder, nonFungibleToken: { token_ID: ART, serialNumber: toLong(2n) } },
]
const serialNumbers = [toLong(1n), toLong(2n)]

const BODIES: readonly proto.ITransactionBody[] = [
  { tokenCreation: coin },
  { tokenCreation: art },
  { tokenMint: { token: COIN, amount: toLong(5n) } },
  { tokenMint: { token: ART, metadata: [Buffer.from('m')] } },
  { tokenBurn: { token: COIN, amount: toLong(5n) } },
  { tokenBurn: { token: ART, serialNumbers } },
  { tokenWipe: { token: COIN, account: holder, amount: toLong(2n) } },
  { tokenWipe: { token: ART, account: holder, serialNumbers } },
  { tokenAssociate: { account: holder, tokens: [COIN, ART] } },
  { tokenDissociate: { account: holder, tokens: [COIN, ART] } },
  { tokenFreeze: { token: COIN, account: holder } },
  { tokenUnfreeze: { token: COIN, account: holder } },
  { tokenGrantKyc: { token: COIN, account: holder } },
  { tokenRevokeKyc: { token: COIN, account: holder } },
  { tokenUnpause: { token: COIN } },
  { tokenPause: { token: tokenId(1034) } },
  { tokenDeletion: { token: tokenId(1034) } },
  { tokenUpdate: { token: COIN, name: 'd', memo: { value: 'm' }, treasury: holder, ...keys, autoRenewPeriod } },
  { tokenUpdate: { token: ART, treasury: accountId(1022), metadata: { value: Buffer.from('m') } } },
  { tokenUpdateNfts: { token: ART, serialNumbers, metadata: { value: Buffer.from('n') } } },
  { tokenFeeScheduleUpdate: { tokenId: COIN, customFees: coinFees } },
  { tokenFeeScheduleUpdate: { tokenId: ART, customFees: artFees } },
  { tokenAirdrop: { tokenTransfers: lists } },
  { tokenClaimAirdrop: { pendingAirdrops } },
  { tokenCancelAirdrop: { pendingAirdrops: nftAirdrops } },
  {
    tokenReject: {
      owner: holder,
      rejections: [{ fungibleToken: COIN }, { nft: { token_ID: ART, serialNumber: toLong(1n) } }],
    },
  },
  { cryptoTransfer: { tokenTransfers: lists } },
]

async function submit(fields: proto.ITransactionBody): Promise<string> {
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  const sigPair = signers.map((signer) => signer.pair(bodyBytes))
  const code = await raw.submit(envelope({ bodyBytes, sigMap: { sigPair } }))
  return code === 'OK' ? raw.status(fields) : code
}

type Leaf = { readonly owner: Record<string, unknown>; readonly name: string }

/** Every field of a message and of the messages in it, including elements of lists. */
function leavesOf(value: unknown): Leaf[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || 'low' in value) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap((name) => [{ owner, name }, ...leavesOf(owner[name])])
}

const EXTREMES: readonly bigint[] = [0n, -1n, 1n, 2n ** 31n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)]

/** Takes a field away, or makes it something else of its type. */
function change({ owner, name }: Leaf, kind: number): void {
  const value = owner[name]
  if (Array.isArray(value) && value.length > 0 && kind % 3 > 0)
    owner[name] = Array(kind % 3 === 1 ? 0 : 30).fill(value[0])
  else if (value !== null && typeof value === 'object' && 'low' in value) owner[name] = toLong(EXTREMES[kind % 7] ?? 0n)
  else if (value instanceof Uint8Array) owner[name] = Buffer.alloc((kind * 41) % 300)
  else if (typeof value === 'string') owner[name] = '\0'.repeat(kind % 4) + 'x'.repeat((kind * 31) % 300)
  else if (!Array.isArray(owner) && (Array.isArray(value) || kind % 2 === 0)) delete owner[name]
  else owner[name] = {}
}

test('Token transactions with fields that are missing, extreme or repeated get a code, never a fault', async () => {
  const create = { transactionFee: toLong(10_000_000_000n) }
  for (const tokenCreation of [coin, art, coin])
    assert.equal(await submit(body({ tokenCreation, ...create })), 'SUCCESS')
  const edits = fc.array(fc.tuple(fc.nat(60), fc.nat(41)), { maxLength: 3 })
  const property = fc.asyncProperty(fc.nat(BODIES.length - 1), edits, async (index, changes) => {
    const fields = structuredClone(BODIES[index] ?? {})
    for (const [at, kind] of changes) {
      const leaves = leavesOf(Object.values(fields)[0])
      const leaf = leaves[at % Math.max(1, leaves.length)]
      if (leaf) change(leaf, kind)
    }
    const status = await submit(body(fields)).catch((error: unknown) => String(error))
    assert.ok(isCode(status), `${status} for ${JSON.stringify(fields)}`)
  })
  await fc.assert(property, { numRuns: 600 })
  const { json } = await network.mirror('/network/supply')
  assert.equal(json.total_supply, '5000000000000000000')
})
