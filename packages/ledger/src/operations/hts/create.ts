import { TokenCreateTransaction, TokenSupplyType, TokenType } from '@hiero-ledger/sdk'
import { AccountId, checkVisible, decodeAmount, unprocessable } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import type { TokenKeyName } from '../../mirror/entities.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { customFeesErrors } from '../errors.ts'
import { bodyOf, ConsensusTimestamp, Decimals, exact, Memo, Tinybars, TokenUnits, tinybars } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { customFees, FlatFees } from './custom-fees.ts'

const Text = Type.String({ minLength: 1 })
const Flag = Type.Optional(Type.Boolean())
const Code = (description: string) =>
  Type.Optional(Type.Object({ _code: Type.Enum([0, 1]) }, { ...exact, description }))

const body = bodyOf({
  name: Text,
  symbol: Text,
  treasuryAccountId: Type.Optional(AccountId),
  decimals: Type.Optional(Decimals),
  initialSupply: Type.Optional(TokenUnits),
  supplyType: Code('0 infinite, 1 finite'),
  maxSupply: Type.Optional(TokenUnits),
  maxTransactionFee: Type.Optional(Tinybars),
  tokenType: Code('0 fungible, 1 non-fungible'),
  freezeKey: Flag,
  pauseKey: Flag,
  adminKey: Flag,
  kycKey: Flag,
  wipeKey: Flag,
  supplyKey: Flag,
  feeScheduleKey: Flag,
  customFees: Type.Optional(FlatFees),
  freezeDefault: Flag,
  validatorConsensusTimestamp: Type.Optional(ConsensusTimestamp),
  memo: Type.Optional(Memo),
})
type Body = Static<typeof body>

export const createToken = defineOperation({
  name: 'create/token',
  method: 'POST',
  path: '/hts/create/token',
  tag: 'tokens',
  summary: 'Create a fungible token or an NFT collection',
  errors: [
    customFeesErrors,
    {
      400: ['HIDDEN_CHARACTER', 'WRONG_VALIDATOR'],
      404: ['VALIDATOR_NOT_FOUND'],
      422: [
        'CONTRACT_KEY',
        'INVALID_TOKEN_DECIMALS',
        'INVALID_TOKEN_INITIAL_SUPPLY',
        'INVALID_TOKEN_MAX_SUPPLY',
        'INVALID_TREASURY_ACCOUNT_FOR_TOKEN',
        'MEMO_TOO_LONG',
        'TOKEN_HAS_NO_FREEZE_KEY',
        'TOKEN_HAS_NO_SUPPLY_KEY',
        'TOKEN_IS_PAUSED',
        'TOKEN_NAME_TOO_LONG',
        'TOKEN_SYMBOL_TOO_LONG',
        'TOKEN_WAS_DELETED',
      ],
    },
  ],
  params: Type.Object({}),
  body,
  async prepare({ body }, { sender, facts, newKey }) {
    const { validatorConsensusTimestamp: validator } = body
    const treasury = body.treasuryAccountId ?? sender.id
    const transaction = describe(body).setTreasuryAccountId(treasury)
    await facts.account(treasury, 'treasuryAccountId', 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
    const type = body.tokenType?._code === 1 ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON'
    if (body.customFees?.length) transaction.setCustomFees(await customFees(body.customFees, type, facts))
    const key = await newKey('token', sender.key, validator)
    for (const [name, set] of KEYS) if (body[name]) set(transaction, key)
    return { transaction, ...(validator ? { creates: { kind: 'token', validator } } : {}) }
  },
})

function describe(body: Body): TokenCreateTransaction {
  const supply = decodeAmount(body.initialSupply ?? 0, 'initialSupply')
  const most = decodeAmount(body.maxSupply ?? 0, 'maxSupply')
  check(body, supply, most)
  const transaction = new TokenCreateTransaction()
    .setTokenName(body.name)
    .setTokenSymbol(body.symbol)
    .setDecimals(body.decimals ?? 0)
    .setInitialSupply(supply)
    .setTokenType(body.tokenType?._code === 1 ? TokenType.NonFungibleUnique : TokenType.FungibleCommon)
    .setSupplyType(body.supplyType?._code === 1 ? TokenSupplyType.Finite : TokenSupplyType.Infinite)
    .setFreezeDefault(body.freezeDefault ?? false)
    .setTokenMemo(body.memo ?? '')
  if (most > 0n) transaction.setMaxSupply(most)
  if (body.maxTransactionFee !== undefined)
    transaction.setMaxTransactionFee(tinybars(decodeAmount(body.maxTransactionFee, 'maxTransactionFee')))
  return transaction
}

const TEXT_BYTES = 100

/** Checks for what the ledger would refuse because of the body alone. @throws 422 with the ledger's code */
function check(body: Body, supply: bigint, most: bigint): void {
  checkMemo(body.memo)
  const refuse = (code: string, message: string) => {
    throw unprocessable(code, message)
  }
  if (Buffer.byteLength(body.name) > TEXT_BYTES) refuse('TOKEN_NAME_TOO_LONG', `name has more than ${TEXT_BYTES} bytes`)
  if (Buffer.byteLength(body.symbol) > TEXT_BYTES)
    refuse('TOKEN_SYMBOL_TOO_LONG', `symbol has more than ${TEXT_BYTES} bytes`)
  checkVisible(body.name, 'name')
  checkVisible(body.symbol, 'symbol')
  if (body.tokenType?._code === 1) {
    if (body.decimals)
      refuse('INVALID_TOKEN_DECIMALS', `decimals is ${body.decimals}, but NFTs have no decimals: omit it`)
    if (supply > 0n)
      refuse('INVALID_TOKEN_INITIAL_SUPPLY', `initialSupply is ${supply}, but NFTs can only be minted later: omit it`)
    if (!body.supplyKey)
      refuse('TOKEN_HAS_NO_SUPPLY_KEY', 'supplyKey is false: without a supply key, no NFT can be minted')
  }
  if (body.supplyType?._code === 1) {
    if (most === 0n)
      refuse(
        'INVALID_TOKEN_MAX_SUPPLY',
        'maxSupply is missing or 0: for a finite supply (supplyType 1), send at least 1',
      )
    if (supply > most) refuse('INVALID_TOKEN_INITIAL_SUPPLY', `initialSupply is ${supply}, more than maxSupply ${most}`)
  } else if (most > 0n)
    refuse(
      'INVALID_TOKEN_MAX_SUPPLY',
      `maxSupply is ${most}, but supplyType 0 is infinite: omit it or send supplyType 1`,
    )
  if (body.freezeDefault && !body.freezeKey)
    refuse('TOKEN_HAS_NO_FREEZE_KEY', 'freezeDefault is true, but freezeKey is not: nobody could unfreeze accounts')
}

type Set = (transaction: TokenCreateTransaction, key: Key) => unknown
const KEYS: [TokenKeyName, Set][] = [
  ['adminKey', (transaction, key) => transaction.setAdminKey(keyToSdk(key))],
  ['kycKey', (transaction, key) => transaction.setKycKey(keyToSdk(key))],
  ['freezeKey', (transaction, key) => transaction.setFreezeKey(keyToSdk(key))],
  ['wipeKey', (transaction, key) => transaction.setWipeKey(keyToSdk(key))],
  ['supplyKey', (transaction, key) => transaction.setSupplyKey(keyToSdk(key))],
  ['feeScheduleKey', (transaction, key) => transaction.setFeeScheduleKey(keyToSdk(key))],
  ['pauseKey', (transaction, key) => transaction.setPauseKey(keyToSdk(key))],
]
