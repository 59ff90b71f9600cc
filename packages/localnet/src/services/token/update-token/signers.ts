import { proto } from '@hiero-ledger/proto'
import type { KeyRule } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import {
  ADMIN,
  FUNCTION_ROLES,
  isRemoval,
  METADATA,
  ROLES,
  type Role,
  requiredRole,
} from '#services/token/token-keys.ts'
import { existingToken } from '#services/token-relations.ts'
import { isZeroAccount, newKeyRules } from '#services/validation.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'

type Body = proto.ITokenUpdateTransactionBody
const { NO_VALIDATION } = proto.TokenKeyValidation

/**
 * The required signatures (HIP-540, HIP-657): the admin key for most changes; a role's own key may replace itself, and
 * the metadata key the metadata.
 */
export function updateSigners(body: Body, state: State): KeyRule[] {
  const token = existingToken(state, body.token)
  const rules: KeyRule[] = []
  if (body.metadata) rules.push(token.metadataKey ? adminOr(token, METADATA) : requiredRole(token, ADMIN))
  rules.push(...accountRules(body, token, state))
  if (needsAdmin(body)) rules.push(requiredRole(token, ADMIN))
  rules.push(...newKeyRules(body.adminKey))
  for (const role of FUNCTION_ROLES) rules.push(...roleRules(body, token, role))
  return rules
}

/** The rules of a new treasury and a new renewing account; the admin key must sign, too. */
function accountRules({ treasury, autoRenewAccount }: Body, token: Token, state: State): KeyRule[] {
  const rules: KeyRule[] = []
  if (treasury) rules.push(requiredRole(token, ADMIN), accountRule(treasury, state, 'INVALID_ACCOUNT_ID'))
  if (!autoRenewAccount) return rules
  rules.push(requiredRole(token, ADMIN))
  if (!isZeroAccount(autoRenewAccount)) rules.push(accountRule(autoRenewAccount, state, 'INVALID_AUTORENEW_ACCOUNT'))
  return rules
}

function accountRule(id: proto.IAccountID, state: State, missing: ResponseCode): KeyRule {
  const account = state.account(id)
  check(account !== undefined, missing)
  return account.key.rule
}

/**
 * Says whether the update needs the admin key: it changes the token's own properties or the admin key, or removes a
 * key.
 */
function needsAdmin(body: Body): boolean {
  const { name, symbol, memo, autoRenewPeriod, adminKey } = body
  const isProperty =
    [memo, autoRenewPeriod, adminKey].some((given) => given != null) || Boolean(name) || Boolean(symbol)
  return isProperty || ROLES.some(({ role }) => isRemoved(body[role]))
}

const isRemoved = (key: proto.IKey | null | undefined): boolean => key != null && isRemoval(key)

/**
 * The rules for a role's new key: either the old and the new key sign (the new key's signature can be waived), or the
 * admin signs.
 */
function roleRules(body: Body, token: Token, role: Role): KeyRule[] {
  const key = body[role.role]
  if (!key || isRemoval(key)) return []
  const isUnverified = body.keyVerificationMode === NO_VALIDATION
  return [adminOr(token, role, isUnverified ? [] : newKeyRules(key))]
}

function adminOr(token: Token, role: Role, replacements: readonly KeyRule[] = []): KeyRule {
  const missing = token.adminKey ? role.missing : 'TOKEN_IS_IMMUTABLE'
  const own: KeyRule = { kind: 'list', keys: [requiredRole(token, { ...role, missing }), ...replacements] }
  return token.adminKey ? { kind: 'threshold', threshold: 1, keys: [own, token.adminKey.rule] } : own
}
