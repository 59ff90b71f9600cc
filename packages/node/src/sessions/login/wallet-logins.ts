/**
 * Logins of wallets whose keys need several signatures. An account, the holder, requests a text, and owners sign it.
 * Once the signatures satisfy the wallet's key on the ledger, the holder gets a session of the wallet.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { onChain } from '@quorate/ledger'
import {
  type ApiError,
  type Change,
  type Clock,
  conflict,
  forbidden,
  gone,
  type Session,
  unauthorized,
  unprocessable,
} from '@quorate/platform'
import {
  canonicalJson,
  inDomain,
  type Key,
  type Leaf,
  leaves,
  missing,
  plural,
  publicKeyText,
  satisfied,
} from '@quorate/verify'
import type { IsHeld } from '../../keys/held-keys.ts'
import { limits } from '../../limits.ts'
import type { OperatedLedger } from '../../operated-ledger.ts'
import { lockWallet } from '../../store/locks.ts'
import type { Reads, Tables } from '../../store/tables.ts'
import { recordLogin } from '../../store/users.ts'
import {
  insertWalletLogin,
  insertWalletLoginSignatures,
  lockedWalletLogin,
  openWalletLogins,
  useWalletLogin,
  type WalletLoginRow,
  walletLogin,
  walletLoginSignatures,
} from '../../store/wallet-logins.ts'
import type { Cleanup } from '../cleanup.ts'
import type { WatchKeys } from '../key-watch.ts'
import { type LiveSessions, SESSION_MS } from '../live-sessions.ts'
import { keyForOwner } from '../owners.ts'
import type { Tokens } from '../tokens.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import { isThisKey, keyHash } from '../wallet-key.ts'
import { loginSignatures } from './login-signatures.ts'

type Row = WalletLoginRow

/** A wallet's login as its owners see it. */
export interface WalletLogin extends Row {
  /** The wallet's current key on the ledger. */
  key: Key
  /** The signatures whose keys are still part of the wallet's key, in order of arrival. */
  signatures: { publicKey: string; at: Date }[]
}

/** The text that owners sign for a wallet's login. */
export const walletLoginText = ({ payload }: Pick<Row, 'payload'>): string =>
  Buffer.from(inDomain('walletLogin', payload)).toString()

const HOUR_MS = 3_600_000
/** If a login is dated this many milliseconds or more after now, the clock was set back since. */
const SET_BACK_MS = 600_000
type OpenRow = Pick<Row, 'wallet' | 'used_at' | 'created_at' | 'expires_at'>
/** The maximum number of logins in a list. */
const LISTED = 100

interface Deps {
  tokens: Tokens
  ledgers: Map<string, OperatedLedger>
  twoFactor: TwoFactor
  sessions: LiveSessions
  watchKeys: WatchKeys
  isHeld: IsHeld
  clean: Cleanup
  clock: Clock
}

export function createWalletLogins(deps: Deps) {
  return {
    /** Creates the text that owners sign so that the session's account gets a session of the wallet. */
    request: (session: Session, asked: LoginRequest): Promise<WalletLogin> => request(deps, session, asked),

    /** A login, for one of the wallet's owners. @throws 403 FORBIDDEN to anyone else, and if there is no such login */
    find: (session: Session, id: string): Promise<WalletLogin> => find(deps, session, id),

    /** The newest open logins of a wallet, for its owners. */
    list: (session: Session, wallet: string): Promise<WalletLogin[]> => list(deps, session, wallet),

    /**
     * Stores signatures of owners. A signature by a key that has already signed is not counted again.
     *
     * @throws 403 FORBIDDEN, 409 LOGIN_USED, 410 LOGIN_EXPIRED, 422 KEY_MISMATCH, INVALID_SIGNATURE
     */
    sign: (session: Session, given: GivenSignature): Promise<WalletLogin> => sign(deps, session, given),

    /**
     * Creates the session, once, for the account that requested the login. Checks the signatures against the wallet's
     * current key.
     *
     * @throws 401 TOTP_REQUIRED, TOTP_INVALID, TOKEN_REVOKED, 403 FORBIDDEN, NOT_THE_HOLDER, 409 LOGIN_USED, 410
     *     LOGIN_EXPIRED, 422 THRESHOLD_NOT_MET, 429 TOTP_LOCKED
     */
    begin: (held: Session, login: { id: string; code?: string | undefined }) => begin(deps, held, login),
  }
}

interface LoginRequest {
  walletId: string
  /** How long the owners have to sign. */
  hours: number
  /** The address of this node that the client uses. */
  url: string
}

async function request(
  { tokens, ledgers, clean, clock }: Deps,
  session: Session,
  { walletId: wallet, hours, url }: LoginRequest,
): Promise<WalletLogin> {
  const { chain, walletId: holder } = session
  const key = await keyForOwner(ledgers, session, wallet)
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
  await tokens.database.change(async (trx) => {
    await lockBoth(trx, row)
    await insertWalletLogin(trx, row, limits.walletLogins.value)
    await clean(trx, expiresAt.getTime())
  })
  return { ...row, key, signatures: [] }
}

async function find({ tokens, ledgers }: Deps, session: Session, id: string): Promise<WalletLogin> {
  const row = await walletLogin(tokens.database.read, id)
  if (row?.chain !== session.chain) throw notFoundOrDenied()
  const key = await keyForOwner(ledgers, session, row.wallet).catch((error: ApiError) => {
    throw error.code === 'NOT_AN_OWNER' ? notFoundOrDenied() : error
  })
  return signedSoFar(tokens.database.read, row, key)
}

async function list({ tokens, ledgers, clock }: Deps, session: Session, wallet: string): Promise<WalletLogin[]> {
  const { read } = tokens.database
  const key = await keyForOwner(ledgers, session, wallet)
  const now = new Date(clock.now())
  const madeBefore = new Date(clock.now() + SET_BACK_MS)
  const rows = await openWalletLogins(read, session.chain, wallet, { now, madeBefore, limit: LISTED })
  return withSignatures(read, rows, key)
}

interface GivenSignature {
  id: string
  signature: Uint8Array
  publicKey?: string | undefined
}

async function sign(deps: Deps, session: Session, given: GivenSignature): Promise<WalletLogin> {
  const { tokens, isHeld, clock } = deps
  const login = await find(deps, session, given.id)
  checkOpen(login, clock.now())
  const { publicKey } = given
  const all = leaves(login.key)
  const candidates = publicKey === undefined ? all : all.filter((leaf) => isThisKey(publicKey, leaf))
  if (candidates.length === 0)
    throw unprocessable('KEY_MISMATCH', `publicKey is not part of the key of ${login.wallet} on the ledger`)
  const message = inDomain('walletLogin', login.payload)
  const verified = loginSignatures(message, given.signature, candidates, isHeld)
  if (verified.length === 0) throw invalidSignature(login, candidates)
  await tokens.database.change(async (trx) => {
    const { id } = login
    const row = await lockedWalletLogin(trx, id)
    if (!row) throw notFoundOrDenied()
    checkOpen(row, clock.now())
    const created_at = new Date(clock.now())
    const rows = verified.map(({ publicKey, signature }) => ({
      login: id,
      public_key: publicKeyText(publicKey),
      signature,
      created_at,
    }))
    await insertWalletLoginSignatures(trx, rows)
  })
  return signedSoFar(tokens.database.read, login, login.key)
}

async function begin(deps: Deps, held: Session, { id, code }: { id: string; code?: string | undefined }) {
  const { tokens, twoFactor, sessions, watchKeys, clock } = deps
  const login = await find(deps, held, id)
  const { chain, wallet, holder, key } = login
  if (holder !== held.walletId)
    throw forbidden(
      'NOT_THE_HOLDER',
      `The owners sign this login for ${holder}: only a session of that account can use it`,
    )
  checkOpen(login, clock.now())
  const signers = new Set(login.signatures.map(({ publicKey }) => publicKey))
  if (!satisfied(key, signers)) throw thresholdNotMet(login, signers)
  const user = { chain, walletId: wallet }
  const factor = await twoFactor.atLogin(user, code)
  const { token, session } = await tokens.keySet.issue(
    // Always `user`: the owners did not agree that the holder acts as the node's operator, even if the wallet is an
    // operator.
    { ...user, holder, tokenId: randomUUID(), publicKey: held.publicKey, role: 'user', app: held.app },
    SESSION_MS,
  )
  const hash = keyHash(key)
  await tokens.database.change(async (trx) => {
    const now = new Date(clock.now())
    // Serialises this with any change that ends all sessions of the wallet or of its holder.
    await lockBoth(trx, login)
    if (!(await sessions.lives(trx, held))) throw unauthorized('TOKEN_REVOKED', 'The session has ended: log in again')
    await factor.check(trx)
    if (!(await useWalletLogin(trx, id, now))) throw used(wallet)
    await recordLogin(trx, chain, wallet, now)
    await sessions.begin(trx, { ...session, ...(hash === undefined ? {} : { keyHash: hash }) })
    await watchKeys(trx, chain)
  })
  return { session, accessToken: token }
}

/** Adds to each login the signatures by the wallet's current keys. */
async function withSignatures(read: Reads, logins: Row[], key: Key): Promise<WalletLogin[]> {
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

async function signedSoFar(read: Reads, row: Row, key: Key): Promise<WalletLogin> {
  const [login] = await withSignatures(read, [row], key)
  return login ?? { ...row, key, signatures: [] }
}

/** @throws 409 LOGIN_USED, 410 LOGIN_EXPIRED */
function checkOpen({ wallet, used_at, created_at, expires_at }: OpenRow, now: number): void {
  if (used_at) throw used(wallet)
  if (created_at.getTime() > now + SET_BACK_MS)
    throw gone('LOGIN_EXPIRED', `The login was made before the clock was set back: ${ASK_AGAIN}`)
  if (expires_at.getTime() <= now)
    throw gone('LOGIN_EXPIRED', `The login expired at ${expires_at.toISOString()}: ${ASK_AGAIN}`)
}

/** Locks the wallet and the holder, always in the same order, which prevents deadlocks. */
async function lockBoth(trx: Change<Tables>, { chain, wallet, holder }: Pick<Row, 'chain' | 'wallet' | 'holder'>) {
  for (const account of [wallet, holder].sort()) await lockWallet(trx, chain, account)
}

const ASK_AGAIN = 'request a new one with POST /auth/multisig/request'

const notFoundOrDenied = (): ApiError => forbidden('FORBIDDEN', 'Not found, or access denied')
const used = (wallet: string): ApiError =>
  conflict('LOGIN_USED', `This login of ${wallet} has already been used, and each works only once: ${ASK_AGAIN}`)

const invalidSignature = ({ wallet }: WalletLogin, candidates: readonly Leaf[]): ApiError =>
  unprocessable(
    'INVALID_SIGNATURE',
    `The signature is not a signature of this login's text by ${candidates.length === 1 ? 'that key' : `a key of ${wallet} on the ledger`}`,
  )

function thresholdNotMet({ wallet, key }: WalletLogin, signers: ReadonlySet<string>): ApiError {
  const { count } = missing(key, signers)
  return unprocessable(
    'THRESHOLD_NOT_MET',
    `The key of ${wallet} on the ledger has ${plural(signers.size, 'signature')} of this login and needs ${count} more`,
  )
}
