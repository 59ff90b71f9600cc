import type { proto } from '@hiero-ledger/proto'
import { existingToken } from '#services/token-relations.ts'
import { define, type HandleContext, type Reading } from '#transaction/definition.ts'
import { checkNamed, usableHolder } from './holders.ts'
import { requiredRole } from './token-keys.ts'

type Body = proto.ITokenFreezeAccountTransactionBody & proto.ITokenUnfreezeAccountTransactionBody

const change = (frozen: boolean) => ({
  precheck: checkNamed,

  signers({ token }: Body, { state }: Reading) {
    return [requiredRole(existingToken(state, token), { role: 'freezeKey', missing: 'TOKEN_HAS_NO_FREEZE_KEY' })]
  },

  handle(body: Body, context: HandleContext) {
    const { account, relation } = usableHolder(context.state, body)
    context.state.putRelation({ ...relation, frozen })
    context.entity = account.num
  },
})

/** TokenFreezeAccount: the account can neither send nor receive the token until it is unfrozen. */
export const freezeAccount = define('tokenFreeze', {
  type: 31,
  name: 'TOKENFREEZE',
  price: { functionality: 'TokenFreezeAccount', base: 9_000_000n },
  ...change(true),
})

/** TokenUnfreezeAccount. */
export const unfreezeAccount = define('tokenUnfreeze', {
  type: 32,
  name: 'TOKENUNFREEZE',
  price: { functionality: 'TokenUnfreezeAccount', base: 9_000_000n },
  ...change(false),
})
