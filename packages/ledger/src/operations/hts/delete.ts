import { TokenDeleteTransaction } from '@hiero-ledger/sdk'
import { Type } from 'typebox'
import { needKey } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const deleteToken = defineOperation({
  name: 'delete/token',
  method: 'DELETE',
  path: '/hts/delete/{token}',
  tag: 'tokens',
  summary: 'Delete a token',
  errors: [existingTokenErrors, { 422: ['TOKEN_IS_IMMUTABLE'] }],
  params: TokenPath,
  body: Type.Optional(bodyOf({})),
  async prepare({ params }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'adminKey')
    return { transaction: new TokenDeleteTransaction().setTokenId(token.id) }
  },
})
