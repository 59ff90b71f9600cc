import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { usableToken } from '#services/token-relations.ts'
import { expirySeconds, isAutoRenewPeriod, isZeroAccount } from '#services/validation.ts'
import type { Token, TokenKeys } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { keysIn, keysOfRoles } from '#transaction/prices.ts'
import { renewingAccount } from './renewal.ts'
import { checkMetadata, checkName, checkSymbol } from './texts.ts'
import { isRemoval, ROLES, requiredRole, roleKey } from './token-keys.ts'
import { updateSigners } from './update-token/signers.ts'
import { changeTreasury } from './update-token/treasury.ts'

type Body = proto.ITokenUpdateTransactionBody

/** TokenUpdate: changes the fields that are given. An empty key list removes a role key for good (HIP-540). */
export const updateToken = define('tokenUpdate', {
  type: 36,
  name: 'TOKENUPDATE',
  price: {
    functionality: 'TokenUpdate',
    base: 9_000_000n,
    extras: (body) => [['KEYS', keysIn(...keysOfRoles(body)), 1]],
  },

  precheck(body) {
    check(body.token != null, 'INVALID_TOKEN_ID')
    for (const { role, invalid } of ROLES) roleKey(body[role], invalid)
  },

  signers: (body, { state }) => updateSigners(body, state),

  handle(body, context) {
    const { state } = context
    const token = usableToken(state, body.token)
    const changes = { ...textsOf(body), ...keysOf(body, token), ...renewalOf(body, token, context) }
    const treasury = body.treasury ? changeTreasury(body.treasury, token, context) : token.treasury
    state.tokens.put(token.num, { ...token, ...changes, treasury })
    context.entity = token.num
  },
})

/** The changed texts. An empty name or symbol changes nothing; an empty memo is a change. */
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

/** The changed keys. A token cannot get a key for a role that it does not have. */
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

function renewalOf(body: Body, token: Token, { state, now }: HandleContext): Renewal {
  const changes: { -readonly [F in keyof Renewal]: Renewal[F] } = {}
  if (body.expiry) {
    changes.expiry = expirySeconds(body.expiry, now)
    check(changes.expiry >= token.expiry, 'EXPIRATION_REDUCTION_NOT_ALLOWED')
  }
  if (body.autoRenewPeriod) {
    changes.autoRenewPeriod = int64(body.autoRenewPeriod.seconds)
    check(changes.autoRenewPeriod > 0n, 'INVALID_RENEWAL_PERIOD')
    check(isAutoRenewPeriod(changes.autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  }
  const renewing = body.autoRenewAccount
  if (renewing) changes.autoRenewAccount = isZeroAccount(renewing) ? null : renewingAccount(renewing, state)
  return changes
}
