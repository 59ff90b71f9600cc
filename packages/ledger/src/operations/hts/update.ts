import { TokenUpdateTransaction } from '@hiero-ledger/sdk'
import { AccountId, badRequest, checkVisible, unprocessable } from '@quorate/platform'
import { sameKey } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { needKey } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf, KeyIn, Memo, needChange, readKey } from '../fields.ts'
import { defineOperation, type Preparing } from '../operation.ts'
import { TOKEN_KEYS } from './keys.ts'
import { TokenPath } from './token-path.ts'

const Name = Type.String({ minLength: 1, maxLength: 100 })
const NewKey = Type.Optional(KeyIn)

const changes = {
  name: Type.Optional(Name),
  symbol: Type.Optional(Name),
  memo: Type.Optional(Memo),
  newTreasuryAccountId: Type.Optional(AccountId),
  adminKey: NewKey,
  kycKey: NewKey,
  freezeKey: NewKey,
  wipeKey: NewKey,
  supplyKey: NewKey,
  feeScheduleKey: NewKey,
  pauseKey: NewKey,
}
const body = bodyOf({ currentTreasury: Type.Optional(AccountId), newTreasuryKey: NewKey, ...changes })

/**
 * If `currentTreasury` or `newTreasuryKey` is given, it must agree with the ledger. Each given key replaces the token's
 * key.
 */
export const updateToken = defineOperation({
  name: 'update/token',
  method: 'PATCH',
  path: '/hts/update/{token}',
  tag: 'tokens',
  summary: 'Update the name, symbol, memo, treasury or keys of a token',
  errors: [
    existingTokenErrors,
    {
      400: ['HIDDEN_CHARACTER', 'INVALID_TREASURY', 'NOTHING_TO_UPDATE'],
      422: [
        'CONTRACT_KEY',
        'INVALID_TREASURY_ACCOUNT_FOR_TOKEN',
        'TOKEN_HAS_NO_FEE_SCHEDULE_KEY',
        'TOKEN_HAS_NO_FREEZE_KEY',
        'TOKEN_HAS_NO_KYC_KEY',
        'TOKEN_HAS_NO_PAUSE_KEY',
        'TOKEN_HAS_NO_SUPPLY_KEY',
        'TOKEN_HAS_NO_WIPE_KEY',
        'TOKEN_IS_IMMUTABLE',
      ],
    },
  ],
  params: TokenPath,
  body,
  async prepare({ params, body }, { facts }) {
    checkMemo(body.memo)
    for (const field of ['name', 'symbol'] as const) checkVisible(body[field] ?? '', field)
    const token = await facts.token(params.token)
    needKey(token, 'adminKey')
    const transaction = new TokenUpdateTransaction().setTokenId(token.id)
    if (body.currentTreasury && body.currentTreasury !== token.treasury)
      throw unprocessable(
        'INVALID_TREASURY_ACCOUNT_FOR_TOKEN',
        `currentTreasury is not the treasury of ${token.id}, which is ${token.treasury}`,
      )
    if (body.name !== undefined) transaction.setTokenName(body.name)
    if (body.symbol !== undefined) transaction.setTokenSymbol(body.symbol)
    if (body.memo !== undefined) transaction.setTokenMemo(body.memo)
    await checkTreasury(body, facts)
    needChange(body, Object.keys(changes))
    if (body.newTreasuryAccountId) transaction.setTreasuryAccountId(body.newTreasuryAccountId)
    for (const [name, set] of TOKEN_KEYS) {
      const given = body[name]
      if (given === undefined) continue
      needKey(token, name)
      set(transaction, keyToSdk(readKey(given, name)))
    }
    return { transaction }
  },
})

async function checkTreasury({ newTreasuryAccountId, newTreasuryKey }: Static<typeof body>, facts: Preparing['facts']) {
  if (!newTreasuryAccountId) {
    if (newTreasuryKey === undefined) return
    throw badRequest('INVALID_TREASURY', 'newTreasuryKey is given without newTreasuryAccountId: send both or neither')
  }
  const { key } = await facts.account(
    newTreasuryAccountId,
    'newTreasuryAccountId',
    'INVALID_TREASURY_ACCOUNT_FOR_TOKEN',
  )
  if (newTreasuryKey === undefined || (key && sameKey(key, readKey(newTreasuryKey, 'newTreasuryKey')))) return
  throw unprocessable('INVALID_SIGNATURE', `newTreasuryKey is not the key of ${newTreasuryAccountId} on the ledger`)
}
