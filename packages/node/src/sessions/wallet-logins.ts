/**
 * Logins of wallets whose keys need several signatures. A holder requests a text, owners sign it, and once the
 * signatures satisfy the key on the ledger, the holder gets a session of the wallet.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { onChain } from '@quorate/ledger'
import {
  type ApiError,
  type Change,
  type Clock,
  conflict,
  type Events,
  forbidden,
  gone,
  type Session,
  tooMany,
  unauthorized,
  unprocessable,
} from '@quorate/platform'
import {
  canonicalJson,
  counted,
  inDomain,
  type Key,
  type Leaf,
  leaves,
  missing,
  publicKeyText,
  satisfied,
} from '@quorate/verify'
import type { IsHeld } from '../keys/held-keys.ts'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { lockWallet } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'
import { recordLogin } from '../store/users.ts'
import {
  deleteOpenWalletLogins,
  insertWalletLogin,
  insertWalletLoginSignatures,
  insertWalletRevocation,
  lockedWalletLogin,
  openWalletLogins,
  useWalletLogin,
  type WalletLoginRow,
  walletLogin,
  walletLoginSignatures,
  walletRevocations,
} from '../store/wallet-logins.ts'
import type { Cleanup } from './cleanup.ts'
import type { WatchKeys } from './key-watch.ts'
import { type LiveSessions, SESSION_MS } from './live-sessions.ts'
import { loginSignatures } from './login-signatures.ts'
import type { Tokens } from './tokens.ts'
import type { TwoFactor } from './two-factor/two-factor.ts'
import { isThisKey, keyHash, keyThatSignsTogether } from './wallet-key.ts'

type Row = WalletLoginRow

/** A login of a wallet as its owners see it. */
export interface WalletLogin extends Row {
  /** The wallet's present key on the ledger. */
  key: Key
  /** The signatures whose keys still belong to the wallet's key, in order of arrival. */
  signatures: { publicKey: string; at: Date }[]
}

/** The event of an owner ending all of a wallet's sessions and open logins. */
export interface WalletRevoked {
  chain: string
  walletId: string
  /** The account whose session did it, and its key in raw hex. */
  by: string
  publicKey: string
  /** How many sessions and open logins there were. */
  revoked: number
  logins: number
}

export interface SessionEvents {
  'session.wallet_revoked': WalletRevoked
}

/** The text that owners sign for a wallet's login. */
export const walletLoginText = ({ payload }: Pick<Row, 'payload'>): string =>
  Buffer.from(inDomain('walletLogin', payload)).toString()

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A login or revocation dated this much later than now, in milliseconds, is from before the clock was set back. */
const SET_BACK_MS = 600_000
type OpenRow = Pick<Row, 'wallet' | 'used_at' | 'created_at' | 'expires_at'>
/** The most logins that a list shows. */
const LISTED = 100

export function createWalletLogins(deps: {
  tokens: Tokens
  ledgers: Map<string, OperatedLedger>
  twoFactor: TwoFactor
  sessions: LiveSessions
  events: Pick<Events<SessionEvents>, 'emit'>
  watchKeys: WatchKeys
  isHeld: IsHeld
  clean: Cleanup
  clock: Clock
}) {
  const { tokens, ledgers, twoFactor, sessions, events, watchKeys, isHeld, clean, clock } = deps
  const { database } = tokens
  const { read } = database

  /**
   * The wallet's present key on the ledger, for a session whose own key belongs to it.
   * @throws 403 WALLET_SESSION, NOT_AN_OWNER, 422 as `keyThatSignsTogether`, 503 MIRROR_UNAVAILABLE
   */
  async function keyForOwner(session: Session, walletId: string): Promise<Key> {
    refuseHolder(session)
    const key = await keyThatSignsTogether(onChain(ledgers, session.chain), walletId)
    if (leaves(key).some((leaf) => publicKeyText(leaf) === session.publicKey)) return key
    throw forbidden('NOT_AN_OWNER', `The key of this session is not part of the key of ${walletId} on the ledger`)
  }

  /** Adds the signatures of the wallet's present keys to its logins. */
  async function withSignatures(logins: Row[], key: Key): Promise<WalletLogin[]> {
    const present = new Set(leaves(key).map(publicKeyText))
    const ids = logins.map(({ id }) => id)
    const rows = await walletLoginSignatures(read, ids)
    const counted = Map.groupBy(
      rows.filter(({ public_key }) => present.has(public_key)),
      ({ login }) => login,
    )
    return logins.map((row) => {
      const signatures = (counted.get(row.id) ?? []).map((one) => ({ publicKey: one.public_key, at: one.created_at }))
      return { ...row, key, signatures }
    })
  }
  const signedSoFar = async (row: Row, key: Key): Promise<WalletLogin> => {
    const [login] = await withSignatures([row], key)
    return login ?? { ...row, key, signatures: [] }
  }

  /** A login for one of the wallet's owners. @throws 403 FORBIDDEN to others, and if there is none */
  async function find(session: Session, id: string): Promise<WalletLogin> {
    const row = await walletLogin(read, id)
    if (row?.chain !== session.chain) throw notFoundOrDenied()
    const key = await keyForOwner(session, row.wallet).catch((error: ApiError) => {
      throw error.code === 'NOT_AN_OWNER' ? notFoundOrDenied() : error
    })
    return signedSoFar(row, key)
  }

  /** @throws 409 LOGIN_USED, 410 LOGIN_EXPIRED */
  function checkOpen({ wallet, used_at, created_at, expires_at }: OpenRow): void {
    if (used_at) throw used(wallet)
    if (created_at.getTime() > clock.now() + SET_BACK_MS)
      throw gone('LOGIN_EXPIRED', `The login was made before the clock was set back: ${ASK_AGAIN}`)
    if (expires_at.getTime() <= clock.now())
      throw gone('LOGIN_EXPIRED', `The login expired at ${expires_at.toISOString()}: ${ASK_AGAIN}`)
  }

  /**
   * Counts that a key has ended a wallet's sessions. The change must hold the wallet's lock.
   * @throws 429 TOO_MANY_REVOCATIONS
   */
  async function countRevocation(trx: Change<Tables>, by: { chain: string; wallet: string; public_key: string }) {
    const now = clock.now()
    const earlier = await walletRevocations(trx, by, new Date(now), new Date(now + DAY_MS + SET_BACK_MS))
    const [oldest] = earlier
    if (oldest && earlier.length >= limits.walletRevocations.value)
      throw tooMany(
        'TOO_MANY_REVOCATIONS',
        `Your key has ended the sessions of ${by.wallet} ${earlier.length} times within 24 hours: ask another owner to do it, or change the wallet's key together, which also ends them`,
        Math.ceil((oldest.getTime() - now) / 1000),
      )
    await insertWalletRevocation(trx, by, new Date(now + DAY_MS))
    await clean(trx, now + DAY_MS)
  }

  return {
    /** Creates the text that owners of the wallet sign to give the session's account a session of the wallet. */
    async request(session: Session, asked: { walletId: string; hours: number }, url: string): Promise<WalletLogin> {
      const { chain, walletId: holder } = session
      const { walletId: wallet, hours } = asked
      const key = await keyForOwner(session, wallet)
      const now = clock.now()
      const expiresAt = new Date(now + hours * HOUR_MS)
      const payload = canonicalJson({
        chain,
        url,
        node: onChain(ledgers, chain).operator.accountId,
        walletId: wallet,
        holder,
        purpose: `For one hour, ${holder} may act as ${wallet}`,
        token: randomBytes(32).toString('base64url'),
        expiresAt: expiresAt.toISOString(),
      })
      const row: Row = {
        id: randomUUID(),
        chain,
        wallet,
        holder,
        holder_key: session.publicKey,
        payload,
        created_at: new Date(now),
        expires_at: expiresAt,
        used_at: null,
      }
      await database.change(async (trx) => {
        await lockBoth(trx, row)
        await insertWalletLogin(trx, row, limits.walletLogins.value)
        await clean(trx, expiresAt.getTime())
      })
      return { ...row, key, signatures: [] }
    },

    find,

    /** The newest open logins of a wallet, for its owners. */
    async list(session: Session, wallet: string): Promise<WalletLogin[]> {
      const key = await keyForOwner(session, wallet)
      const now = new Date(clock.now())
      const madeBefore = new Date(clock.now() + SET_BACK_MS)
      const rows = await openWalletLogins(read, session.chain, wallet, { now, madeBefore, limit: LISTED })
      return withSignatures(rows, key)
    },

    /**
     * Counts signatures of owners. A signature that was counted before is not counted again.
     *
     * @throws 403 FORBIDDEN, 409 LOGIN_USED, 410 LOGIN_EXPIRED, 422 KEY_MISMATCH, INVALID_SIGNATURE
     */
    async sign(
      session: Session,
      given: { id: string; signature: Uint8Array; publicKey?: string | undefined },
    ): Promise<WalletLogin> {
      const login = await find(session, given.id)
      checkOpen(login)
      const { publicKey } = given
      const all = leaves(login.key)
      const candidates = publicKey === undefined ? all : all.filter((leaf) => isThisKey(publicKey, leaf))
      if (candidates.length === 0)
        throw unprocessable('KEY_MISMATCH', `publicKey is not part of the key of ${login.wallet} on the ledger`)
      const message = inDomain('walletLogin', login.payload)
      const verified = loginSignatures(message, given.signature, candidates, isHeld)
      if (verified.length === 0) throw invalidSignature(login, candidates)
      await database.change(async (trx) => {
        const { id } = login
        const row = await lockedWalletLogin(trx, id)
        if (!row) throw notFoundOrDenied()
        checkOpen(row)
        const created_at = new Date(clock.now())
        const rows = verified.map(({ publicKey, signature }) => ({
          login: id,
          public_key: publicKeyText(publicKey),
          signature,
          created_at,
        }))
        await insertWalletLoginSignatures(trx, rows)
      })
      return signedSoFar(login, login.key)
    },

    /**
     * Creates the session, once, for the account that requested the login. It uses the wallet's key of this moment.
     *
     * @throws 401 TOTP_REQUIRED, TOTP_INVALID, TOKEN_REVOKED, 403 FORBIDDEN, NOT_THE_HOLDER, 409 LOGIN_USED, 410
     *     LOGIN_EXPIRED, 422 THRESHOLD_NOT_MET, 429 TOTP_LOCKED
     */
    async begin(held: Session, { id, code }: { id: string; code?: string | undefined }) {
      const login = await find(held, id)
      const { chain, wallet, holder, key } = login
      if (holder !== held.walletId)
        throw forbidden(
          'NOT_THE_HOLDER',
          `The owners sign this login for ${holder}: only a session of that account can use it`,
        )
      checkOpen(login)
      const signers = new Set(login.signatures.map(({ publicKey }) => publicKey))
      if (!satisfied(key, signers)) throw thresholdNotMet(login, signers)
      const user = { chain, walletId: wallet }
      const factor = await twoFactor.atLogin(user, code)
      const { token, session } = await tokens.keySet.issue(
        // Always `user`: the owners have not signed for acting as the node's operator, even if the account is one
        // elsewhere.
        { ...user, holder, tokenId: randomUUID(), publicKey: held.publicKey, role: 'user', app: held.app },
        SESSION_MS,
      )
      const hash = keyHash(key)
      await database.change(async (trx) => {
        const now = new Date(clock.now())
        // This change and one that ends all sessions of the wallet or of its holder wait for each other.
        await lockBoth(trx, login)
        if (!(await sessions.lives(trx, held)))
          throw unauthorized('TOKEN_REVOKED', 'The session has ended: log in again')
        await factor.check(trx)
        if (!(await useWalletLogin(trx, id, now))) throw used(wallet)
        await recordLogin(trx, chain, wallet, now)
        await sessions.begin(trx, { ...session, ...(hash === undefined ? {} : { keyHash: hash }) })
        await watchKeys(trx, chain)
      })
      return { session, accessToken: token }
    },

    /**
     * Ends all sessions of a wallet for one of its owners. Its open logins end, too: otherwise the holder of a fully
     * signed one would get the next session at once.
     *
     * @throws 403 WALLET_SESSION, NOT_AN_OWNER, 429 TOO_MANY_REVOCATIONS
     */
    async revoke(session: Session, walletId: string) {
      await keyForOwner(session, walletId)
      const { chain, publicKey } = session
      return database.change(async (trx) => {
        const revoked = await sessions.endAll(trx, { chain, walletId })
        await countRevocation(trx, { chain, wallet: walletId, public_key: publicKey })
        const logins = await deleteOpenWalletLogins(trx, chain, walletId, new Date(clock.now()))
        const ended = { revoked, logins }
        trx.onCommit(() =>
          events.emit('session.wallet_revoked', { chain, walletId, by: session.walletId, publicKey, ...ended }),
        )
        return ended
      })
    },
  }
}

/** Locks the wallet and the holder, always in the same order. */
async function lockBoth(trx: Change<Tables>, { chain, wallet, holder }: Pick<Row, 'chain' | 'wallet' | 'holder'>) {
  for (const account of [wallet, holder].sort()) await lockWallet(trx, chain, account)
}

const ASK_AGAIN = 'request a new one with POST /auth/multisig/request'

const notFoundOrDenied = (): ApiError => forbidden('FORBIDDEN', 'Not found, or access denied')
const used = (wallet: string): ApiError =>
  conflict('LOGIN_USED', `This login of ${wallet} has already been used, and each works only once: ${ASK_AGAIN}`)

/** Refuses a session of a wallet, whose holder is one of several owners. @throws 403 WALLET_SESSION */
export function refuseHolder({ walletId, holder }: Session): void {
  if (holder === undefined) return
  throw forbidden(
    'WALLET_SESSION',
    `This session of ${walletId} is held by ${holder}: use a session of a single account`,
  )
}

const invalidSignature = ({ wallet }: WalletLogin, candidates: readonly Leaf[]): ApiError =>
  unprocessable(
    'INVALID_SIGNATURE',
    `The signature is not one over this login's text by ${candidates.length === 1 ? 'that key' : `a key of ${wallet} on the ledger`}`,
  )

function thresholdNotMet({ wallet, key }: WalletLogin, signers: ReadonlySet<string>): ApiError {
  const { count } = missing(key, signers)
  return unprocessable(
    'THRESHOLD_NOT_MET',
    `The key of ${wallet} on the ledger has ${counted(signers.size, 'signature')} of this login and needs ${count} more`,
  )
}
