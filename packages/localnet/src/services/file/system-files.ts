import type { proto } from '@hiero-ledger/proto'
import { fileNumber } from '#protocol/ids.ts'
import type { Key } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { isSystemEntity } from '#services/validation.ts'
import type { File } from '#state/entities.ts'

export const ADDRESS_BOOK = 101
export const NODE_DETAILS = 102
export const FEE_SCHEDULE = 111
export const FEE_RATES = 112

/**
 * The network's own files: address book, node details, fee schedule, exchange rates, properties, permissions,
 * throttles.
 */
const SYSTEM_FILES = [ADDRESS_BOOK, NODE_DETAILS, FEE_SCHEDULE, FEE_RATES, 121, 122, 123]

/**
 * Accounts that may change these files without their key. The treasury and the system administrator may change all of
 * them, and each file's administrator may change that file.
 */
const SUPERUSERS = new Set([2, 50])
const ADMINISTRATORS = new Map([
  [ADDRESS_BOOK, 55],
  [NODE_DETAILS, 55],
  [FEE_SCHEDULE, 56],
  [FEE_RATES, 57],
  [121, 55],
  [122, 55],
  [123, 55],
])

export function mayChange(payer: number, file: number): boolean {
  return SUPERUSERS.has(payer) || ADMINISTRATORS.get(file) === payer
}

/**
 * The account that may delete files with SystemDelete, and the one that may undelete them, in addition to the
 * superusers.
 */
const SYSTEM_ADMINISTRATORS = { delete: 59, undelete: 60 }

/**
 * Checks a SystemDelete or SystemUndelete. The network's own files are refused (ENTITY_NOT_ALLOWED_TO_DELETE). Other
 * files are refused unless one of these accounts pays (AUTHORIZATION_FAILED).
 */
export function checkSystemTarget(
  what: keyof typeof SYSTEM_ADMINISTRATORS,
  payer: number,
  id: proto.IFileID | null | undefined,
): void {
  const num = fileNumber(id)
  check(num < 1 || !isSystemEntity(num), 'ENTITY_NOT_ALLOWED_TO_DELETE')
  check(SUPERUSERS.has(payer) || SYSTEM_ADMINISTRATORS[what] === payer, 'AUTHORIZATION_FAILED')
}

/**
 * The system files of a new ledger. Until somebody changes them, queries answer contents from
 * queries/system-file-contents.ts.
 */
export function systemFiles(keys: Key, expiry: bigint, createdAt: bigint): File[] {
  const empty = { keys, contents: Buffer.alloc(0), memo: '', expiry, expiryBefore: null, deleted: false, createdAt }
  return SYSTEM_FILES.map((num) => ({ num, ...empty }))
}
