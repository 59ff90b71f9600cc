import { TokenPauseTransaction, TokenUnpauseTransaction } from '@hiero-ledger/sdk'
import { Type } from 'typebox'
import { needKey } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

const operation = (
  verb: 'pause' | 'unpause',
  summary: string,
  transaction: () => TokenPauseTransaction | TokenUnpauseTransaction,
) =>
  defineOperation({
    name: `${verb}/token`,
    method: 'POST',
    path: `/hts/${verb}/{token}`,
    tag: 'tokens',
    summary,
    errors: [existingTokenErrors, { 422: ['TOKEN_HAS_NO_PAUSE_KEY'] }],
    params: TokenPath,
    body: Type.Optional(bodyOf({})),
    async prepare({ params }, { facts }) {
      const token = await facts.token(params.token)
      needKey(token, 'pauseKey')
      return { transaction: transaction().setTokenId(token.id) }
    },
  })

export const pauseToken = operation('pause', 'Pause a token', () => new TokenPauseTransaction())
export const unpauseToken = operation('unpause', 'Unpause a token', () => new TokenUnpauseTransaction())
