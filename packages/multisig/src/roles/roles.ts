/**
 * Roles at wallets. An owner proposes a change. Owners sign its text until their signatures satisfy the wallet's key on
 * the ledger. Then the account confirms the role that it was given. None of this is a transaction.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Ledger } from '@quorate/ledger'
import {
  type Change,
  type Clock,
  conflict,
  type Database,
  gone,
  type ListPage,
  type Session,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import {
  type AskedRole,
  type Key,
  leaves,
  missing,
  publicKeyText,
  roleChangeText,
  satisfied,
  verifyWalletMessage,
  type WalletRole,
} from '@quorate/verify'
import type { Announcements, RolesChanged } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { keyRotated, notAnOwner, notFoundOrDenied } from '../model/errors.ts'
import { leavesHeld, walletOnLedger } from '../requests/checks/needed-keys.ts'
import { readOnce } from '../requests/reads.ts'
import { mutedBy, noteKnown } from '../store/acquaintances.ts'
import { lockWallet } from '../store/requests.ts'
import {
  confirmRole,
  deleteChange,
  deleteExpired,
  deleteOtherChanges,
  deleteRole,
  deleteSignatures,
  findChange,
  findRole,
  insertChange,
  insertSignature,
  markDone,
  type OwnRole,
  openChangesOf,
  ownRoleAt,
  putRole,
  type RoleChangeRow,
  type RoleSignature,
  type RolesOfWallet,
  rolesOf,
  rolesOfAccount,
  type SignedChange,
  signaturesOf,
} from '../store/roles.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet, type Wallet } from '../store/wallets.ts'
import { checkMay } from '../wallets/check-member.ts'

const DAY_MS = 86_400_000

interface Deps {
  database: Database<Tables>
  ledgerOf: (session: Pick<Session, 'chain'>) => Ledger
  announcements: Announcements
  clock: Clock
}

export interface GivenSignature {
  walletId: string
  changeId: string
  senderId: string
  /** 64 bytes over the text, as it is or with the prefix of HIP-820. */
  signature: Uint8Array
}

export type Roles = ReturnType<typeof createRoles>

export function createRoles(deps: Deps) {
  const { database, clock } = deps
  const now = () => new Date(clock.now())
  return {
    /**
     * The roles at a wallet, and the changes that can be signed. @throws 403 `FORBIDDEN` unless the session's account
     * is an owner
     */
    async list({ chain, walletId: account }: Session, wallet: string): Promise<RolesOfWallet> {
      await checkMay(deps, { chain, wallet, account }, 'manage')
      const [found, roles, open] = await Promise.all([
        findWallet(database.read, chain, wallet),
        rolesOf(database.read, chain, wallet, now()),
        openChangesOf(database.read, chain, wallet, now()),
      ])
      if (!found) throw notFoundOrDenied()
      const changes = await withSignatures(deps, open, found.key)
      const signed = await signaturesOf(
        database.read,
        roles.map(({ change_id }) => change_id),
      )
      const by = Map.groupBy(signed, ({ change_id }) => change_id)
      return { changes, roles: roles.map((role) => ({ ...role, signers: signersOf(by.get(role.change_id) ?? []) })) }
    },

    /**
     * Makes the text of a change for the owners to sign.
     *
     * @throws 403 `FORBIDDEN`; 409 `ALREADY_OWNER`, `ROLE_HELD`, `NO_ROLE`, `ROLE_CHANGE_OPEN`, `TOO_MANY_ROLES`,
     * `WALLET_KEY_CHANGED`; 422 `INVALID_ACCOUNT_ID`; 429 `TOO_MANY_ROLE_CHANGES`
     */
    ask: (session: Session, asked: AskedChange): Promise<SignedChange> => ask(deps, session, asked),

    /**
     * Counts an owner's signature. Once there are enough, the change takes effect: the role is offered to its account,
     * or ends.
     *
     * @throws 403 `FORBIDDEN`; 409 `OWNER_KEY_ROTATED`, `TOO_MANY_ROLES`, `WALLET_CHANGED`, `WALLET_KEY_CHANGED`; 410
     * `ROLE_CHANGE_EXPIRED`; 422 `INVALID_SIGNATURE`, `NOT_AN_OWNER`
     */
    sign: (session: Session, given: GivenSignature): Promise<SignedChange> => sign(deps, session, given),

    /** Withdraws a change that the session's account proposed. @throws 403 `FORBIDDEN` */
    async withdraw({ chain, walletId: account }: Session, wallet: string, id: string): Promise<void> {
      await checkMay(deps, { chain, wallet, account }, 'manage')
      await database.change(async (trx) => {
        const change = await lockedChange(trx, { chain, wallet, id })
        if (!change || change.done_at || change.asked_by !== account) throw notFoundOrDenied()
        await deleteChange(trx, id)
        const found = await findWallet(trx, chain, wallet)
        if (found) await announce(deps, trx, found, { account: change.account, isMember: false })
      })
    },

    /** The roles and offers of the session's account. */
    mine({ chain, walletId: account }: Session, page: { limit: number; cursor: string | undefined }) {
      return rolesOfAccount(database.read, { chain, account, ...page, now: now() }) satisfies Promise<ListPage<OwnRole>>
    },

    /** The role or offer of the session's account at one wallet. @throws 403 `FORBIDDEN` */
    async own({ chain, walletId: account }: Session, wallet: string): Promise<OwnRole> {
      const role = await ownRoleAt(database.read, { chain, account, wallet, now: now() })
      if (!role) throw notFoundOrDenied()
      return role
    },

    /** Confirms the role that was offered. The role counts from then on. @throws 403 `FORBIDDEN`; 409 `ROLE_CHANGED` */
    async confirm({ chain, walletId: account }: Session, wallet: string, role: WalletRole): Promise<OwnRole> {
      const of = { chain, wallet, account, now: now() }
      return database.change(async (trx) => {
        await lockWallet(trx, chain, wallet)
        const offered = await findRole(trx, of)
        if (!offered) throw notFoundOrDenied()
        if (!(await confirmRole(trx, { ...of, role })))
          throw conflict('ROLE_CHANGED', `The owners of ${wallet} gave another role: ${offered.role}. Confirm that one`)
        // The account has chosen the wallet, so the wallet is neither new to it nor muted.
        await noteKnown(trx, { chain, source: wallet, accounts: [account], at: of.now })
        const [found, confirmed] = [await findWallet(trx, chain, wallet), await ownRoleAt(trx, of)]
        if (!found || !confirmed) throw notFoundOrDenied()
        await announce(deps, trx, found, { account, isMember: true })
        return confirmed
      })
    },

    /** Gives the role up, or declines the offer. @throws 403 `FORBIDDEN` */
    async leave({ chain, walletId: account }: Session, wallet: string): Promise<void> {
      await database.change(async (trx) => {
        await lockWallet(trx, chain, wallet)
        if (!(await deleteRole(trx, { chain, wallet, account }))) throw notFoundOrDenied()
        const found = await findWallet(trx, chain, wallet)
        if (found) await announce(deps, trx, found, { account, isMember: true, isGone: true })
      })
    },
  }
}

interface AskedChange {
  walletId: string
  account: string
  role: AskedRole
}

async function ask(deps: Deps, session: Session, { walletId: wallet, account, role }: AskedChange) {
  const { database, ledgerOf, clock } = deps
  const { chain, walletId: askedBy } = session
  await checkMay(deps, { chain, wallet, account: askedBy }, 'manage')
  const found = await findWallet(database.read, chain, wallet)
  if (!found) throw notFoundOrDenied()
  const now = new Date(clock.now())
  const ledger = readOnce(ledgerOf(session))
  const { key } = await walletOnLedger(ledger, { ...found, changedAt: found.updatedAt.getTime() }, now.getTime())
  if (role !== 'none') await checkAccount(ledger, found, account)
  const expiresAt = new Date(now.getTime() + limits.roleChangeOpen.value * DAY_MS)
  const text = roleChangeText({
    ...{ chain, walletId: wallet, account, role, askedBy },
    expiresAt: expiresAt.toISOString(),
    token: randomBytes(32).toString('base64url'),
  })
  const id = randomUUID()
  const change: RoleChangeRow = {
    ...{ id, chain, wallet, account, role, asked_by: askedBy, text },
    ...{ created_at: now, expires_at: expiresAt, done_at: null },
  }
  await database.change(async (trx) => {
    await lockWallet(trx, chain, wallet)
    const present = await unchanged(trx, found)
    await deleteExpired(trx, chain, wallet, now)
    await checkChange(trx, change, now)
    await insertChange(trx, change)
    await announce(deps, trx, present, { account, isMember: false })
  })
  return { ...change, signatures: [], missing: missing(key, new Set()).count }
}

/** @throws 409 `ALREADY_OWNER`; 422 `INVALID_ACCOUNT_ID` */
async function checkAccount({ publicMirror }: Ledger, wallet: Wallet, account: string): Promise<void> {
  if (wallet.owners.some((owner) => owner.wallet === account))
    throw conflict(
      'ALREADY_OWNER',
      `${account} is an owner of ${wallet.wallet}, and owners may do everything that a role permits`,
    )
  const found = account === wallet.wallet ? null : await publicMirror.account(account)
  if (!found || found.deleted)
    throw unprocessable(
      'INVALID_ACCOUNT_ID',
      account === wallet.wallet
        ? `${account} is the wallet itself`
        : `The account ${account} does not exist on the ledger`,
    )
}

/** Checks a new change against the present roles and changes. @throws as `ask` */
async function checkChange(trx: Change<Tables>, change: RoleChangeRow, now: Date): Promise<void> {
  const { chain, wallet, account, role, asked_by: askedBy } = change
  const current = await findRole(trx, { chain, wallet, account, now })
  if (role === 'none' && !current) throw conflict('NO_ROLE', `${account} has no role at ${wallet}, and is offered none`)
  if (current?.role === role)
    throw conflict('ROLE_HELD', `${account} ${current.confirmed_at ? 'is' : 'was offered to be'} ${role} of ${wallet}`)
  if (role !== 'none' && !current) await checkRoomForRole(trx, change, now)
  const open = await openChangesOf(trx, chain, wallet, now)
  const same = open.find((one) => one.account === account && one.role === role)
  if (same)
    throw conflict('ROLE_CHANGE_OPEN', `This change is already waiting for owners' signatures: ${same.id}`, [
      { changeId: same.id },
    ])
  if (open.filter((one) => one.asked_by === askedBy).length >= limits.roleChangesOfOwner.value)
    throw tooMany(
      'TOO_MANY_ROLE_CHANGES',
      `${askedBy} has asked for ${limits.roleChangesOfOwner.value} changes that lack signatures, the maximum: withdraw some`,
      3600,
    )
}

/** @throws 409 `TOO_MANY_ROLES` */
async function checkRoomForRole(
  trx: Change<Tables>,
  { chain, wallet }: Pick<RoleChangeRow, 'chain' | 'wallet'>,
  now: Date,
): Promise<void> {
  const most = limits.rolesOfWallet.value
  if ((await rolesOf(trx, chain, wallet, now)).length >= most)
    throw conflict('TOO_MANY_ROLES', `${wallet} has given ${most} roles, the maximum: end one first`)
}

async function sign(deps: Deps, session: Session, given: GivenSignature): Promise<SignedChange> {
  const { database, ledgerOf, clock } = deps
  const { chain, walletId: account } = session
  const { walletId: wallet, changeId: id, senderId, signature } = given
  await checkMay(deps, { chain, wallet, account }, 'manage')
  const [found, change] = await Promise.all([
    findWallet(database.read, chain, wallet),
    findChange(database.read, { chain, wallet, id }),
  ])
  if (!found || !change) throw notFoundOrDenied()
  if (change.done_at) return signedSoFar(deps, change, found.key)
  checkCanSign(change, clock.now())
  const ledger = readOnce(ledgerOf(session))
  const { key } = await walletOnLedger(ledger, { ...found, changedAt: found.updatedAt.getTime() }, clock.now())
  const publicKey = await signingKeyOf(ledger, found, { senderId, text: change.text, signature })
  const replaced = await replacedAmong(ledger, await signaturesOf(database.read, [id]))
  await database.change(async (trx) => {
    await lockWallet(trx, chain, wallet)
    const present = await unchanged(trx, found)
    const locked = await lockedChange(trx, { chain, wallet, id })
    if (!locked) throw notFoundOrDenied()
    if (locked.done_at) return
    const at = new Date(clock.now())
    checkCanSign(locked, at.getTime())
    await deleteSignatures(trx, id, replaced)
    await insertSignature(trx, { change_id: id, public_key: publicKey, account: senderId, signature, created_at: at })
    await finish(deps, trx, { change: locked, wallet: present, key, at })
  })
  const after = (await findChange(database.read, { chain, wallet, id })) ?? {
    ...change,
    done_at: new Date(clock.now()),
  }
  return signedSoFar(deps, after, key)
}

/** Announces a change once it is committed, except to accounts that have muted the wallet. */
async function announce(
  { announcements }: Pick<Deps, 'announcements'>,
  trx: Change<Tables>,
  wallet: Wallet,
  changed: Omit<RolesChanged, 'muted'>,
): Promise<void> {
  const muted = await mutedBy(trx, wallet.chain, wallet.wallet)
  trx.onCommit(() => announcements.rolesChanged(wallet, { ...changed, muted }))
}

/** Carries out a change if its signatures satisfy the wallet's key on the ledger. */
async function finish(
  deps: Deps,
  trx: Change<Tables>,
  { change, wallet, key, at }: { change: RoleChangeRow; wallet: Wallet; key: Key; at: Date },
): Promise<void> {
  const { id, account, role } = change
  const of = { chain: wallet.chain, wallet: wallet.wallet, account }
  const before = await findRole(trx, { ...of, now: at })
  const signed = await signaturesOf(trx, [id])
  const isDone = satisfied(key, new Set(signed.map(({ public_key }) => public_key)))
  const isMember = isDone && before !== undefined && before.confirmed_at !== null
  await announce(deps, trx, wallet, { account, isMember, isGone: isMember && role === 'none' })
  if (!isDone) return
  await markDone(trx, id, at)
  if (role === 'none') await deleteRole(trx, of)
  else {
    if (!before) await checkRoomForRole(trx, change, at)
    const expiresAt = new Date(at.getTime() + limits.roleOffer.value * DAY_MS)
    await putRole(trx, { ...of, role, change_id: id, given_at: at, expires_at: expiresAt, confirmed_at: null })
  }
  await deleteOtherChanges(trx, change)
}

/**
 * The owner's key that signed the text. The owner's account must still hold it, as for signatures of requests.
 *
 * @throws 409 `OWNER_KEY_ROTATED`; 422 `INVALID_SIGNATURE`, `NOT_AN_OWNER`
 */
async function signingKeyOf(
  ledger: Ledger,
  wallet: Wallet,
  { senderId, text, signature }: { senderId: string; text: string; signature: Uint8Array },
): Promise<string> {
  const owner = wallet.owners.find((one) => one.wallet === senderId)
  if (!owner) throw notAnOwner(senderId)
  const message = Buffer.from(text)
  const leaf = leaves(owner.key).find((one) => verifyWalletMessage(one, message, signature))
  if (!leaf)
    throw unprocessable(
      'INVALID_SIGNATURE',
      `The signature does not match the text of this change and the key of ${senderId} in ${wallet.wallet}`,
    )
  const publicKey = publicKeyText(leaf)
  if (!(await leavesHeld(ledger, senderId)).has(publicKey)) throw keyRotated(senderId)
  return publicKey
}

/** The keys of earlier signatures that their owners have replaced since. Somebody else may have signed with them. */
async function replacedAmong(ledger: Ledger, signatures: readonly RoleSignature[]): Promise<string[]> {
  const held = new Map<string, Set<string>>()
  for (const { account } of signatures) if (!held.has(account)) held.set(account, await leavesHeld(ledger, account))
  return signatures.flatMap(({ account, public_key: key }) => (held.get(account)?.has(key) ? [] : [key]))
}

/** The wallet, if it still has the owners that were read. @throws 409 `WALLET_CHANGED` */
async function unchanged(trx: Change<Tables>, before: Wallet): Promise<Wallet> {
  const present = await findWallet(trx, before.chain, before.wallet)
  if (present?.updatedAt.getTime() === before.updatedAt.getTime()) return present
  throw conflict('WALLET_CHANGED', `The owners of ${before.wallet} have changed meanwhile: try again`)
}

/** @throws 410 `ROLE_CHANGE_EXPIRED` */
function checkCanSign({ expires_at }: RoleChangeRow, now: number): void {
  if (now >= expires_at.getTime())
    throw gone(
      'ROLE_CHANGE_EXPIRED',
      `Owners could sign the change until ${expires_at.toISOString()}: ask for it again`,
    )
}

/** Locks the wallet, then reads the change. Every change of roles takes this lock first. */
async function lockedChange(trx: Change<Tables>, of: { chain: string; wallet: string; id: string }) {
  await lockWallet(trx, of.chain, of.wallet)
  return findChange(trx, of)
}

async function withSignatures({ database }: Deps, changes: RoleChangeRow[], key: Key): Promise<SignedChange[]> {
  const ids = changes.map(({ id }) => id)
  const by = Map.groupBy(await signaturesOf(database.read, ids), ({ change_id }) => change_id)
  return changes.map((change) => {
    const signatures = by.get(change.id) ?? []
    const signed = new Set(signatures.map(({ public_key }) => public_key))
    return { ...change, signatures, missing: change.done_at ? 0 : missing(key, signed).count }
  })
}

async function signedSoFar(deps: Deps, change: RoleChangeRow, key: Key): Promise<SignedChange> {
  const [signed] = await withSignatures(deps, [change], key)
  return signed as SignedChange
}

const signersOf = (signatures: RoleSignature[]): string[] => [...new Set(signatures.map(({ account }) => account))]
