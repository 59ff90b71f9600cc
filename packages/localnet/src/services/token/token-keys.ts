import type { proto } from '@hiero-ledger/proto'
import { isKeyRemoval, type Key, type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import { validKey } from '#services/validation.ts'
import type { TokenKeys } from '#state/entities.ts'

/** A role key of tokens, with the codes for a malformed one and for a token that has none. */
export interface Role {
  readonly role: keyof TokenKeys
  readonly invalid: ResponseCode
  readonly missing: ResponseCode
}

export const ADMIN: Role = { role: 'adminKey', invalid: 'INVALID_ADMIN_KEY', missing: 'TOKEN_IS_IMMUTABLE' }
export const METADATA: Role = {
  role: 'metadataKey',
  invalid: 'INVALID_METADATA_KEY',
  missing: 'TOKEN_HAS_NO_METADATA_KEY',
}

/** All roles but the admin's. */
export const FUNCTION_ROLES: readonly Role[] = [
  { role: 'kycKey', invalid: 'INVALID_KYC_KEY', missing: 'TOKEN_HAS_NO_KYC_KEY' },
  { role: 'wipeKey', invalid: 'INVALID_WIPE_KEY', missing: 'TOKEN_HAS_NO_WIPE_KEY' },
  { role: 'supplyKey', invalid: 'INVALID_SUPPLY_KEY', missing: 'TOKEN_HAS_NO_SUPPLY_KEY' },
  { role: 'freezeKey', invalid: 'INVALID_FREEZE_KEY', missing: 'TOKEN_HAS_NO_FREEZE_KEY' },
  { role: 'feeScheduleKey', invalid: 'INVALID_CUSTOM_FEE_SCHEDULE_KEY', missing: 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY' },
  { role: 'pauseKey', invalid: 'INVALID_PAUSE_KEY', missing: 'TOKEN_HAS_NO_PAUSE_KEY' },
  METADATA,
]

export const ROLES: readonly Role[] = [ADMIN, ...FUNCTION_ROLES]

type GivenKeys = { readonly [R in keyof TokenKeys]?: proto.IKey | null }

/** The role keys of a new token; an empty key list counts as no key. */
export function roleKeys(body: GivenKeys): TokenKeys {
  const keys = ROLES.map(({ role, invalid }) => [role, roleKey(body[role], invalid)] as const)
  return Object.fromEntries(keys) as unknown as TokenKeys
}

export function isRemoval(key: proto.IKey): boolean {
  return isKeyRemoval(keyFromProto(key).rule)
}

/**
 * A role key; null if it is absent or the empty key list.
 *
 * @throws StatusError with `invalid` if it is malformed
 */
export function roleKey(key: proto.IKey | null | undefined, invalid: ResponseCode): Key | null {
  return !key || isRemoval(key) ? null : validKey(key, invalid)
}

/**
 * The rule of a role's key.
 *
 * @throws StatusError with the role's `missing` code if the token has no such key
 */
export function requiredRole(token: TokenKeys, { role, missing }: Pick<Role, 'role' | 'missing'>): KeyRule {
  const key = token[role]
  check(key !== null, missing)
  return key.rule
}
