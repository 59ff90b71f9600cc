import { TokenUnpauseTransaction } from '@hiero-ledger/sdk'
import { Type } from 'typebox'
import { needKey } from '../checks.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const unpauseToken = defineOperation({
  name: 'unpause/token',
  method: 'POST',
  path: '/hts/unpause/{token}',
  tag: 'tokens',
  summary: 'Unpause a token',
  params: TokenPath,
  body: Type.Optional(bodyOf({})),
  async prepare({ params }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'pauseKey')
    return { transaction: new TokenUnpauseTransaction().setTokenId(token.id) }
  },
})
