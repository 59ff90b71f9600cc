import { AccountId, amountIn, expectation, TokenId } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { MaxCustomFees } from '../../fees/max-custom-fees.ts'
import { type Facts, needType } from '../checks.ts'
import { bodyOf, fieldRequired, Serial } from '../fields.ts'
import type { Sender } from '../operation.ts'

/** The network accepts at most twenty allowances in one transaction. */
const MAX_SERIALS = 20

/** The body of both allowance endpoints. */
export const AllowanceBody = bodyOf({
  type: Type.Enum(['hbar', 'token', 'nft']),
  ownerAccountId: Type.Optional(AccountId),
  spenderAccountId: Type.Optional(AccountId),
  tokenId: Type.Optional(TokenId),
  amount: Type.Optional(amountIn('tinybars for hbar, the smallest unit of tokenId for token')),
  serialNumbers: Type.Optional(Type.Array(Serial, { minItems: 1, maxItems: MAX_SERIALS, uniqueItems: true })),
  allSerials: Type.Optional(Type.Boolean()),
  maxCustomFees: Type.Optional(MaxCustomFees),
})
export type AllowanceBody = Static<typeof AllowanceBody>

export const required = <T>(value: T | undefined, field: keyof AllowanceBody, type: string): T => {
  if (value !== undefined) return value
  throw fieldRequired(
    field,
    `is required for an allowance of type ${type}: expected ${expectation(AllowanceBody.properties[field])}`,
  )
}

/**
 * The owner and the token of an allowance. Checks that they and the spender exist if the body contains them.
 *
 * @throws 400 FIELD_REQUIRED, 422 with the ledger's code
 */
export async function allowanceOf(body: AllowanceBody, sender: Sender, facts: Facts) {
  const owner = body.ownerAccountId ?? sender.id
  await facts.account(owner, 'ownerAccountId', 'INVALID_ALLOWANCE_OWNER_ID')
  if (body.spenderAccountId)
    await facts.account(body.spenderAccountId, 'spenderAccountId', 'INVALID_ALLOWANCE_SPENDER_ID')
  if (body.type === 'hbar') return { owner, tokenId: '' }
  const token = await facts.token(required(body.tokenId, 'tokenId', body.type))
  if (body.type === 'nft') needType(token, 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES')
  else needType(token, 'FUNGIBLE_COMMON', 'NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES')
  return { owner, tokenId: token.id }
}
