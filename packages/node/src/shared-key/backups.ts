/** A share in a file. SHARE_KEY, which is kept elsewhere, encrypts it, so the file alone reveals nothing. */
import type { GroupKey } from '@quorate/frost'
import { conflict, unprocessable } from '@quorate/platform'
import type { ShareBackup } from '../answers/shared-key.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { Shares } from './shares.ts'

export interface BackupDeps {
  shares: Shares
  chain: string
}

/** @throws 409 DKG_NO_SHARE */
export async function backupOf({ shares, chain }: BackupDeps): Promise<ShareBackup> {
  const { key, share } = withShare(await shares.held())
  const { replaced, members, ...about } = key
  return {
    quorate: 1,
    type: 'share',
    chain,
    key: { ...about, members: [...members], ...(replaced ? { replaced: [...replaced] } : {}) },
    sealed: shares.sealForBackup(key, share).toString('base64'),
  }
}

/**
 * Stores that an operator has a backup of the present share. The file proves it.
 * @throws 409 DKG_NO_SHARE; 422 SHARE_BACKUP_INVALID for a file with another share
 */
export async function confirmBackup(deps: BackupDeps, file: ShareBackup): Promise<void> {
  const { key, share } = withShare(await deps.shares.held())
  const backup = opened(deps, file)
  if (backup.key.dkgId !== key.dkgId || !Buffer.from(backup.share).equals(share))
    throw invalid(
      `it contains a share of ${backup.key.dkgId}, but the present share is of ${key.dkgId}: make a new backup`,
    )
  await deps.shares.setBackedUp(key.dkgId)
}

/**
 * Restores a share that the node has lost.
 * @throws 409 DKG_NOT_POSSIBLE if the members have newer shares; 422 SHARE_BACKUP_INVALID
 */
export async function restoreBackup(deps: BackupDeps, file: ShareBackup): Promise<void> {
  const backup = opened(deps, file)
  const living = await deps.shares.living()
  const [present] = living
  const held = living.find(({ key }) => key.dkgId === backup.key.dkgId)
  const isReplaced = present?.key.replaced?.includes(backup.key.publicKey) && (await isUnknown(deps, backup.key))
  if (present && !held && !isReplaced)
    throw conflict(
      'DKG_NOT_POSSIBLE',
      `The backup cannot be used: it has a share of ${backup.key.dkgId}, but the members have shares of ${present.key.dkgId}: repair the share instead`,
    )
  if (!held?.share) await deps.shares.restore(backup.key, backup.share)
}

/** Whether this database, which may be new, has never had this public key. A retired share must stay erased. */
const isUnknown = async ({ shares }: BackupDeps, { publicKey }: GroupKey): Promise<boolean> =>
  !(await shares.ever()).some((key) => key.publicKey === publicKey)

function opened({ shares, chain }: BackupDeps, file: ShareBackup): { key: GroupKey; share: Uint8Array } {
  if (file.chain !== chain) throw invalid(`it is for the chain ${file.chain}`)
  const share = shares.openBackup(file.key, Buffer.from(file.sealed, 'base64'))
  if (share) return { key: file.key, share }
  throw invalid('it was sealed with another SHARE_KEY, or was altered')
}

function withShare(held: HeldKey | undefined): { key: GroupKey; share: Uint8Array } {
  if (held?.share) return { key: held.key, share: held.share }
  throw conflict('DKG_NO_SHARE', held ? 'This node has lost its share' : 'This node has no share of a shared key')
}

const invalid = (why: string) => unprocessable('SHARE_BACKUP_INVALID', `The backup cannot be used: ${why}`)
