/** Applies a success on the ledger to wallets here: a new wallet, or new owners of a wallet. */
import type { Change } from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import type { Request } from '../model/request.ts'
import { walletKey } from '../model/wallet.ts'
import { noteKnownByCreation } from '../store/acquaintances.ts'
import { deleteRolesOf } from '../store/roles.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet, insertWallet, replaceGovernance, type Wallet } from '../store/wallets.ts'

interface Deps {
  announcements: Announcements
}

/** Stores the wallet that a request has created, under this id. */
export async function storeCreatedWallet(
  { announcements }: Deps,
  trx: Change<Tables>,
  request: Request & { wallet: string },
  now: Date,
): Promise<void> {
  const governance = request.newGovernance
  if (!governance) return
  const { name = '', description = '', smartApp = '' } = governance
  const wallet: Wallet = {
    ...governance,
    chain: request.chain,
    wallet: request.wallet,
    name,
    description,
    smartApp,
    key: walletKey(governance),
    previousKey: null,
    governedSince: request.consensusTimestamp,
    createdAt: now,
    updatedAt: now,
    named: null,
  }
  if (!(await insertWallet(trx, wallet))) return
  await noteKnownByCreation(trx, { jobId: request.jobId, chain: request.chain, wallet: wallet.wallet, at: now })
  trx.onCommit(() => announcements.walletCreated(wallet))
}

/** Stores the owners that a request has given its wallet; undefined if a later change has already replaced them. */
export async function storeNewOwners(
  deps: Deps,
  trx: Change<Tables>,
  { chain, wallet: id, newGovernance, consensusTimestamp: governedSince }: Request & { wallet: string },
  now: Date,
): Promise<Wallet | undefined> {
  const before = newGovernance && (await findWallet(trx, chain, id))
  if (!before) return undefined
  const { owners, threshold } = newGovernance
  const wallet: Wallet = { ...before, owners, threshold, key: walletKey(newGovernance), governedSince, updatedAt: now }
  return (await replaceOwners(deps, trx, wallet, before)) ? wallet : undefined
}

/** Changes a wallet's owners, which ends all its roles; false if a later change is already stored. */
export async function replaceOwners(
  { announcements }: Deps,
  trx: Change<Tables>,
  wallet: Wallet,
  before: Wallet,
): Promise<boolean> {
  const { governedSince } = wallet
  // If others submitted two changes, the service may not see them in the order in which the ledger executed them.
  if (before.governedSince && governedSince && governedSince < before.governedSince) return false
  await replaceGovernance(trx, wallet, before.key)
  const stay = new Set(wallet.owners.map((owner) => owner.wallet))
  const former = before.owners.map((owner) => owner.wallet).filter((account) => !stay.has(account))
  // The current owners have not agreed to the roles, so they must sign for each role again.
  const ended = await deleteRolesOf(trx, wallet.chain, wallet.wallet)
  trx.onCommit(() =>
    announcements.walletUpdated(wallet, { former: [...former, ...ended.filter((account) => !stay.has(account))] }),
  )
  return true
}
