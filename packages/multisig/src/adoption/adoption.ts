/**
 * Adoption: an account with a threshold key that was made elsewhere becomes a wallet here, and keeps its key. If a
 * wallet's owners were changed elsewhere, adopting it again records its current owners. Nothing is written on the
 * ledger.
 */
import type { Ledger } from '@quorate/ledger'
import {
  type Change,
  type Clock,
  checkTitle,
  checkVisible,
  conflict,
  type Database,
  forbidden,
  isEntityId,
  type Session,
  unavailable,
  unprocessable,
} from '@quorate/platform'
import { isLeaf, type Key, keyText, leaves, publicKeyText, sameKey } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import { checkGovernance, checkOwners, type Owner, signingKey } from '../model/wallet.ts'
import { checkName } from '../operations/operation.ts'
import { walletChanging } from '../requests/checks/owner-changes.ts'
import type { Outcomes } from '../requests/lifecycle/outcomes.ts'
import type { Settings } from '../settings.ts'
import { noteKnown } from '../store/acquaintances.ts'
import { lockGovernance } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet, insertWallet, renameWallet, type Wallet } from '../store/wallets.ts'
import { replaceOwners } from '../wallets/governance-changes.ts'
import { checkOnlyKey } from './others.ts'

/** How many accounts are listed for a key. Anybody may create accounts with other people's keys. */
const LISTED = 10

type ThresholdKey = Extract<Key, { type: 'threshold' }>

/** The threshold of an account's key, and the accounts that hold its parts. */
export interface Adoptable {
  threshold: number
  /** The parts of the key in their order. For each, the caller's account is listed first, then the oldest. */
  parts: { key: Key; accounts: string[] }[]
}

export interface Adopted {
  name: string
  description?: string
  owners: readonly Pick<Owner, 'wallet' | 'name'>[]
}

interface Deps {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  ledgerOf: (session: Pick<Session, 'chain'>) => Ledger
  announcements: Announcements
  outcomes: Outcomes
}

export type Adoption = ReturnType<typeof createAdoption>

export function createAdoption(deps: Deps) {
  const { ledgerOf } = deps
  return {
    /**
     * Returns what a session needs to know to adopt the account. The session's key must be part of the account's key.
     *
     * @throws 403 `NOT_AN_OWNER`; 409 `WALLET_EXISTS`; 422 `NOT_A_THRESHOLD_KEY`, `KEY_REPEATED`, and the errors of
     * `signingKey` and `checkOnlyKey`
     */
    async look(session: Session, walletId: string): Promise<Adoptable> {
      const ledger = ledgerOf(session)
      const key = await keyFor(deps, ledger, session, walletId)
      assertNew(await findWallet(deps.database.read, session.chain, walletId), walletId, key)
      const parts: Adoptable['parts'] = []
      for (const part of key.keys) parts.push({ key: part, accounts: await holdersOf(ledger, session, part) })
      return { threshold: key.threshold, parts }
    },

    /**
     * Makes the account a wallet of these owners. Each owner holds one part of its key.
     *
     * @throws 400 `BLANK_TEXT`, `HIDDEN_CHARACTER`; 403 `NOT_AN_OWNER`; 409 `WALLET_EXISTS`, `WALLET_CHANGING`; 503
     * `MIRROR_BEHIND`; 422 `NOT_A_THRESHOLD_KEY`, `KEY_REPEATED`, `OWNER_NOT_IN_KEY`, `OWNER_MISSING`, and the errors
     * of `signingKey`, `checkOnlyKey` and `checkGovernance`
     */
    async adopt(session: Session, walletId: string, { name, description = '', owners }: Adopted): Promise<Wallet> {
      checkTitle(name, 'name')
      checkVisible(description, 'description', { lines: true })
      for (const [index, owner] of owners.entries()) checkName(owner.name, `owners/${index}/name`)
      checkOwners(owners, deps.settings.MAX_OWNERS)
      const ledger = ledgerOf(session)
      // Read before the keys, so that a later change of owners counts as newer than this adoption.
      const governedSince = await ledger.mirror.newestTimestamp()
      const key = await keyFor(deps, ledger, session, walletId)
      const named = await withKeys(ledger, walletId, key, owners)
      if (!named.some(({ wallet }) => wallet === session.walletId)) throw notAnOwner(session.walletId, walletId)
      const { threshold } = key
      checkGovernance({ threshold, owners: named }, deps.settings.MAX_OWNERS)
      const governance = { threshold, owners: inOrder(walletId, key, named) }
      const now = new Date(deps.clock.now())
      const { chain, app: smartApp } = session
      return deps.database.change(async (trx) => {
        if (await lockGovernance(trx, chain, walletId, '')) throw walletChanging(walletId, null)
        const before = await findWallet(trx, chain, walletId)
        assertNew(before, walletId, key)
        const wallet: Wallet = {
          smartApp,
          previousKey: null,
          createdAt: now,
          named: null,
          ...before,
          ...governance,
          chain,
          wallet: walletId,
          name,
          description,
          key,
          governedSince,
          updatedAt: now,
        }
        const isRenamed = await renameWallet(trx, {
          chain,
          wallet: walletId,
          name,
          description,
          by: session.walletId,
          at: now,
        })
        if (isRenamed) wallet.named = { by: session.walletId, at: now }
        await store(deps, trx, wallet, before)
        await noteKnown(trx, { chain, source: walletId, accounts: [session.walletId], at: now })
        return wallet
      })
    },
  }
}

async function store(deps: Deps, trx: Change<Tables>, wallet: Wallet, before: Wallet | undefined): Promise<void> {
  if (!before) {
    await insertWallet(trx, wallet)
    trx.onCommit(() => deps.announcements.walletCreated(wallet))
    return
  }
  // A lagging mirror may still show a replaced key, and give the wallet back to a removed owner.
  if (!(await replaceOwners(deps, trx, wallet, before)))
    throw unavailable(
      'MIRROR_BEHIND',
      `The mirror of ${wallet.chain} does not show the current key of ${wallet.wallet} yet`,
    )
  await deps.outcomes.followOwners(trx, wallet, wallet.updatedAt)
}

/** The account's key, for a session whose own key belongs to it. */
async function keyFor({ settings }: Deps, ledger: Ledger, session: Session, walletId: string): Promise<ThresholdKey> {
  const account = await ledger.mirror.account(walletId)
  const key = signingKey(walletId, account)
  if (!leaves(key).some((leaf) => publicKeyText(leaf) === session.publicKey))
    throw notAnOwner(session.walletId, walletId)
  if (key.type !== 'threshold')
    throw unprocessable(
      'NOT_A_THRESHOLD_KEY',
      `The key of ${walletId} is ${isLeaf(key) ? 'a single key' : 'a list whose keys must all sign'}: a wallet's key is a threshold key, such as 2 of 3. Change it on the ledger first`,
    )
  // Each part of the key costs reads of the mirror.
  if (key.keys.length > settings.MAX_OWNERS)
    throw unprocessable(
      'TOO_MANY_OWNERS',
      `The key of ${walletId} has ${key.keys.length} parts: a wallet has at most ${settings.MAX_OWNERS} owners`,
    )
  if (key.keys.some((part, index) => key.keys.slice(0, index).some((other) => sameKey(part, other))))
    throw unprocessable(
      'KEY_REPEATED',
      `The key of ${walletId} has the same part twice, and each owner of a wallet has one vote. Change it on the ledger first`,
    )
  if (account) await checkOnlyKey(ledger, account)
  return key
}

const notAnOwner = (account: string, walletId: string) =>
  forbidden('NOT_AN_OWNER', `The key of ${account} is not part of the key of ${walletId} on the ledger`)

/** Refuses an account that is a wallet already, unless its key was changed since. @throws 409 `WALLET_EXISTS` */
function assertNew(wallet: Wallet | undefined, walletId: string, key: Key): void {
  if (wallet && sameKey(wallet.key, key))
    throw conflict('WALLET_EXISTS', `${walletId} is a wallet here already, "${wallet.name}": its owners see it`)
}

/** The owners with their current keys. @throws 422 `OWNER_NOT_IN_KEY` */
async function withKeys(
  { mirror }: Ledger,
  walletId: string,
  key: ThresholdKey,
  owners: Adopted['owners'],
): Promise<Owner[]> {
  const found: Owner[] = []
  // One after the other, so that reading stops at the first account that cannot be an owner.
  for (const { wallet, name } of owners) {
    const own = signingKey(wallet, await mirror.account(wallet))
    if (!key.keys.some((part) => sameKey(part, own)))
      throw unprocessable('OWNER_NOT_IN_KEY', `The key of ${wallet} is not a part of the key of ${walletId}`)
    found.push({ wallet, name, key: own })
  }
  return found
}

/** The owners in the order of the key's parts. @throws 422 `OWNER_MISSING` */
const inOrder = (walletId: string, { keys }: ThresholdKey, owners: readonly Owner[]): Owner[] =>
  keys.map((part) => {
    const owner = owners.find((one) => sameKey(one.key, part))
    if (owner) return owner
    throw unprocessable(
      'OWNER_MISSING',
      `owners name no account with the key ${keyText(part)}, which is a part of the key of ${walletId}`,
    )
  })

/** Accounts that hold this very key. Mirrors find accounts by single keys only. */
async function holdersOf(
  { publicMirror: mirror }: Ledger,
  { walletId, publicKey }: Session,
  part: Key,
): Promise<string[]> {
  if (!isLeaf(part)) return []
  const text = publicKeyText(part)
  const { accounts } = await mirror.get(`/accounts?account.publickey=${text}&balance=false&limit=${LISTED}`)
  const found = (Array.isArray(accounts) ? accounts : []).flatMap((one: { account?: unknown; deleted?: unknown }) =>
    typeof one?.account === 'string' && isEntityId(one.account) && one.deleted !== true ? [one.account] : [],
  )
  return text === publicKey ? [walletId, ...found.filter((account) => account !== walletId)] : found
}
