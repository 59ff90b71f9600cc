import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { int64 } from '../../int64.ts'
import { checkMemo } from '../../memo.ts'
import { require } from '../../refusal.ts'
import type { Token, TokenKeys } from '../../state/entities.ts'
import { expirySeconds, isAutoRenewPeriod, isZeroAccount } from '../validation.ts'
import { usableToken } from './relations.ts'
import { renewingAccount } from './renewal.ts'
import { checkMetadata, checkName, checkSymbol } from './texts.ts'
import { isRemoval, ROLES, requiredRole, roleKey } from './tokenKeys.ts'
import { updateSigners } from './updateToken/signers.ts'
import { changeTreasury } from './updateToken/treasury.ts'

type Body = proto.ITokenUpdateTransactionBody

/** TokenUpdate: changes what is given. An empty key list takes a role key away for good (HIP-540). */
export const updateToken = define('tokenUpdate', {
  type: 36,
  name: 'TOKENUPDATE',

  precheck(body) {
    require(body.token != null, 'INVALID_TOKEN_ID')
    for (const { role, invalid } of ROLES) roleKey(body[role], invalid)
  },

  signers: (body, { state }) => updateSigners(body, state),

  handle(body, handling) {
    const { state } = handling
    const token = usableToken(state, body.token)
    const changes = { ...textsOf(body), ...keysOf(body, token), ...renewalOf(body, token, handling) }
    const treasury = body.treasury ? changeTreasury(body.treasury, token, handling) : token.treasury
    state.tokens.put(token.num, { ...token, ...changes, treasury })
    handling.entity = token.num
  },
})

/** Empty names and symbols are not changes; an empty memo is one. */
function textsOf({ name, symbol, memo, metadata }: Body): Partial<Token> {
  checkMemo(memo?.value ?? '')
  if (symbol) checkSymbol(symbol)
  if (name) checkName(name)
  checkMetadata(metadata?.value)
  return {
    ...(symbol ? { symbol } : {}),
    ...(name ? { name } : {}),
    ...(memo ? { memo: memo.value ?? '' } : {}),
    ...(metadata ? { metadata: Buffer.from(metadata.value ?? []) } : {}),
  }
}

/** A role that the token does not have cannot be given to it later. */
function keysOf(body: Body, token: Token): Partial<TokenKeys> {
  const changes = ROLES.flatMap((role) => {
    const key = body[role.role]
    if (!key) return []
    requiredRole(token, role)
    return [[role.role, isRemoval(key) ? null : roleKey(key, role.invalid)] as const]
  })
  return Object.fromEntries(changes)
}

type Renewal = Partial<Pick<Token, 'autoRenewAccount' | 'autoRenewPeriod' | 'expiry'>>

function renewalOf(body: Body, token: Token, { state, now }: Handling): Renewal {
  const changes: { -readonly [F in keyof Renewal]: Renewal[F] } = {}
  if (body.expiry) {
    changes.expiry = expirySeconds(body.expiry, now)
    require(changes.expiry >= token.expiry, 'EXPIRATION_REDUCTION_NOT_ALLOWED')
  }
  if (body.autoRenewPeriod) {
    changes.autoRenewPeriod = int64(body.autoRenewPeriod.seconds)
    require(changes.autoRenewPeriod > 0n, 'INVALID_RENEWAL_PERIOD')
    require(isAutoRenewPeriod(changes.autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  }
  const renewing = body.autoRenewAccount
  if (renewing) changes.autoRenewAccount = isZeroAccount(renewing) ? null : renewingAccount(renewing, state)
  return changes
}
