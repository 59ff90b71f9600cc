import { TokenPauseTransaction } from '@hiero-ledger/sdk'
import { Type } from 'typebox'
import { needKey } from '../checks.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const pauseToken = defineOperation({
  name: 'pause/token',
  method: 'POST',
  path: '/hts/pause/{token}',
  tag: 'tokens',
  summary: 'Pause a token',
  params: TokenPath,
  body: Type.Optional(bodyOf({})),
  async prepare({ params }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'pauseKey')
    return { transaction: new TokenPauseTransaction().setTokenId(token.id) }
  },
})
