/** An account's second factor: a secret shared with an authenticator and stored encrypted. Each code works once. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  type ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  notFound,
  tooMany,
  unauthorized,
  unavailable,
} from '@quorate/platform'
import type { SecretBox } from '../../keys/secret-box.ts'
import { limits } from '../../limits.ts'
import { newRecoveryCodes, recoveryHash } from '../../model/recovery-codes.ts'
import { keyUri, stepOfCode } from '../../model/totp.ts'
import type { Tables } from '../../store/tables.ts'
import {
  beginTwoFactor,
  deleteTwoFactor,
  lockedTwoFactorOf,
  type TwoFactorRow,
  twoFactorOf,
  updateTwoFactor,
} from '../../store/two-factor.ts'
import { checkFreshLogin } from '../fresh-login.ts'
import type { LiveSessions } from '../live-sessions.ts'
import type { Ended } from '../tokens.ts'
import { qrImage } from './qr-image.ts'

/** A wallet on one chain. The account with the same id on another chain has its own second factor. */
export interface User {
  chain: string
  walletId: string
}

export interface TwoFactorView {
  status: 'DISABLED' | 'PENDING' | 'ACTIVE'
  factorSid: string | null
  identity: string | null
  /** The `data:` URI of a PNG. Only the answer that begins the setup has it. */
  qr_code: string | null
  /** The QR code's content, for an authenticator on the same device. Only that answer has it, too. */
  uri: string | null
  /** Only the answer that creates them has them. */
  recoveryCodes: string[] | null
  recoveryCodesLeft: number
}

const ISSUER = 'Quorate'
const CODE_DIGITS = 6
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
/** How long logins accept no code after too many wrong ones (RFC 4226 §7.3). */
const LOCK_MS = 15 * 60_000
/**
 * If the last used code is this many steps ahead of now, or a lock ends this many milliseconds from now, the clock has
 * been set back since.
 */
const SET_BACK_STEPS = 20n
const SET_BACK_MS = LOCK_MS + 600_000

type Row = TwoFactorRow
const nameOf = ({ chain, wallet, factor }: Pick<Row, 'chain' | 'wallet' | 'factor'>): string =>
  `${chain} ${wallet} ${factor}`

/** Counts wrong codes, either of a wallet's logins or of one session. */
interface Counter {
  /** The error to return if no code is accepted now. */
  refusal(trx: Change<Tables>, row: Row): Promise<ApiError | undefined>
  wrong(trx: Change<Tables>, row: Row): Promise<unknown>
  right(trx: Change<Tables>): Promise<unknown>
}

interface Deps {
  database: Database<Tables>
  clock: Clock
  secretBox: SecretBox
  sessions: Pick<LiveSessions, 'endAll' | 'wrongCodes' | 'setWrongCodes'>
}

/** The result of checking a code. The change that creates the session must call `check`. */
interface Factor {
  check(trx: Change<Tables>): Promise<void>
}

export type TwoFactor = ReturnType<typeof createTwoFactor>

export function createTwoFactor(deps: Deps) {
  return {
    /**
     * Begins a setup, in place of one that was never verified. Only this answer has the QR code and the URI.
     *
     * @throws 403 LOGIN_TOO_OLD, 409 TWO_FACTOR_ACTIVE
     */
    start: (user: User & { expiresAt: number }): Promise<TwoFactorView> => start(deps, user),

    view: (user: User): Promise<TwoFactorView> => view(deps, user),

    /**
     * Activates a second factor with its first code, and ends the wallet's other sessions. Returns recovery codes,
     * unless the factor was already active.
     *
     * @throws 401 TOTP_INVALID, TOKEN_REVOKED, 404 TWO_FACTOR_UNKNOWN
     */
    async verify(user: User & Ended, code: string): Promise<TwoFactorView> {
      let recoveryCodes: string[] | null = null
      await useInSession(deps, user, code, async (trx, row) => {
        if (row.status === 'ACTIVE') return
        recoveryCodes = await giveRecoveryCodes(trx, user, row)
        await updateTwoFactor(trx, user, { status: 'ACTIVE' })
        await deps.sessions.endAll(trx, user, user.tokenId)
      })
      return { ...(await view(deps, user)), recoveryCodes }
    },

    /** Replaces the recovery codes. @throws like {@link verify} */
    async renewRecoveryCodes(user: User & Ended, code: string): Promise<TwoFactorView> {
      let recoveryCodes: string[] | null = null
      await useInSession(deps, user, code, async (trx, row) => {
        if (row.status === 'ACTIVE') recoveryCodes = await giveRecoveryCodes(trx, user, row)
      })
      if (!recoveryCodes) throw notActive()
      return { ...(await view(deps, user)), recoveryCodes }
    },

    /** Removes the second factor. @throws like {@link verify} */
    async end(user: User & Ended, code: string): Promise<TwoFactorView> {
      await useInSession(deps, user, code, async (trx) => {
        await deleteTwoFactor(trx, user)
      })
      return view(deps, user)
    },

    /**
     * Checks the code of a login. If no code was needed, `check` checks again in the database transaction that creates
     * the session, because a second factor may have been activated in the meantime.
     *
     * @throws 401 TOTP_REQUIRED, TOTP_INVALID, 429 TOTP_LOCKED
     */
    atLogin: (user: User, code: string | undefined): Promise<Factor> => atLogin(deps, user, code),
  }
}

async function start(
  { database, clock, secretBox }: Deps,
  { chain, walletId, expiresAt }: User & { expiresAt: number },
): Promise<TwoFactorView> {
  // Keeps someone with an older, stolen token from locking the owner out of the wallet.
  checkFreshLogin({ expiresAt }, clock, 'a second factor can be set up')
  const secret = randomBytes(SECRET_BYTES)
  const factor = randomUUID()
  await database.change(async (trx) => {
    const sealed = secretBox.seal(secret, nameOf({ chain, wallet: walletId, factor }))
    const fresh = { factor, secret: sealed, created_at: new Date(clock.now()) }
    if (!(await beginTwoFactor(trx, { chain, walletId }, fresh))) throw isActive()
  })
  const identity = identityOf({ chain, walletId })
  const uri = keyUri(secret, ISSUER, identity)
  return { ...NONE, status: 'PENDING', factorSid: factor, identity, qr_code: qrImage(uri), uri }
}

const NONE: TwoFactorView = {
  status: 'DISABLED',
  factorSid: null,
  identity: null,
  qr_code: null,
  uri: null,
  recoveryCodes: null,
  recoveryCodesLeft: 0,
}

async function view({ database }: Deps, user: User): Promise<TwoFactorView> {
  const row = await twoFactorOf(database.read, user)
  if (!row) return NONE
  const recoveryCodesLeft = row.recovery_hashes.length
  return { ...NONE, status: row.status, factorSid: row.factor, identity: identityOf(user), recoveryCodesLeft }
}

async function atLogin(deps: Deps, user: User, code: string | undefined): Promise<Factor> {
  const row = await twoFactorOf(deps.database.read, user)
  const required = () =>
    unauthorized(
      'TOTP_REQUIRED',
      `${user.walletId} has a second factor: send its code, or a recovery code, in the field "code"`,
    )
  if (row?.status !== 'ACTIVE')
    return {
      async check(trx) {
        const now = await twoFactorOf(trx, user)
        if (now?.status === 'ACTIVE') throw required()
      },
    }
  if (code === undefined) throw required()
  const refusal = await use(deps, { user, code, counter: countOfLogins(deps, user) })
  if (refusal) throw refusal
  return { check: async () => {} }
}

/**
 * Consumes a code. A refusal is returned, not thrown, because an exception would roll back the count of wrong codes.
 */
const use = (
  deps: Deps,
  { user, code, counter }: { user: User; code: string; counter: Counter },
  then: (trx: Change<Tables>, row: Row) => Promise<void> = async () => {},
): Promise<ApiError | undefined> =>
  deps.database.change(async (trx) => {
    // The row lock makes concurrent codes wait for each other, so that each wrong code is counted.
    const row = await lockedTwoFactorOf(trx, user)
    if (!row) return notStarted()
    const refusal = await counter.refusal(trx, row)
    if (refusal) return refusal
    const used = isRecoveryCode(code) ? withoutRecoveryCode(row, code) : withStep(deps, row, code)
    if (used === undefined) {
      await counter.wrong(trx, row)
      return wrong()
    }
    if (used === 'repeated') return wrong()
    await counter.right(trx)
    await updateTwoFactor(trx, user, used)
    await then(trx, row)
    return undefined
  })

const isRecoveryCode = (code: string): boolean => code.length > CODE_DIGITS

/** The columns to change after a recovery code was used; undefined if the code is unknown. */
function withoutRecoveryCode(row: Row, code: string) {
  const hash = recoveryHash(code, nameOf(row))
  return row.recovery_hashes.includes(hash)
    ? { recovery_hashes: row.recovery_hashes.filter((other) => other !== hash) }
    : undefined
}

/** The columns to change after an authenticator's code was used; undefined if the code is wrong. */
function withStep(deps: Deps, row: Row, code: string) {
  const step = stepOfCode(secretOf(deps, row), code, deps.clock.now())
  if (step === undefined) return undefined
  // A repeated code is refused but not counted: the sender knew it, and counting would lock out users who made no
  // mistake.
  return step <= row.last_step && row.last_step - step < SET_BACK_STEPS ? 'repeated' : { last_step: step }
}

/** Consumes a code in a session, and makes a change with it. */
async function useInSession(
  deps: Deps,
  user: User & Ended,
  code: string,
  then: (trx: Change<Tables>, row: Row) => Promise<void>,
): Promise<void> {
  const refusal = await use(deps, { user, code, counter: countOfSession(deps, user) }, then)
  if (refusal) throw refusal
}

async function giveRecoveryCodes(trx: Change<Tables>, user: User, row: Row): Promise<string[]> {
  const codes = newRecoveryCodes()
  await updateTwoFactor(trx, user, { recovery_hashes: codes.map((code) => recoveryHash(code, nameOf(row))) })
  return codes
}

/**
 * Counts wrong codes at a wallet's logins, each of which has the wallet's signature. Too many wrong codes lock the
 * wallet's logins for a while.
 */
const countOfLogins = ({ clock }: Deps, user: User): Counter => ({
  async refusal(_change, { locked_until }) {
    const left = (locked_until?.getTime() ?? 0) - clock.now()
    return left > 0 && left < SET_BACK_MS ? locked(left) : undefined
  },
  wrong(trx, { failures }) {
    const isTooMany = failures + 1 >= limits.wrongCodes.value
    const values = isTooMany
      ? { failures: 0, locked_until: new Date(clock.now() + LOCK_MS) }
      : { failures: failures + 1 }
    return updateTwoFactor(trx, user, values)
  },
  right: (trx) => updateTwoFactor(trx, user, { failures: 0, locked_until: null }),
})

/**
 * Counts the wrong codes of one session; too many end it. So someone with a stolen token can lock nobody out, and can
 * try only this many codes: once a second factor is active, each further session needs the wallet's signature and a
 * code.
 */
const countOfSession = ({ sessions }: Deps, session: Ended): Counter => ({
  refusal: async (trx) => ((await sessions.wrongCodes(trx, session.tokenId)) === undefined ? ended() : undefined),
  async wrong(trx) {
    await sessions.setWrongCodes(trx, session, ((await sessions.wrongCodes(trx, session.tokenId)) ?? 0) + 1)
  },
  right: (trx) => sessions.setWrongCodes(trx, session, 0),
})

/** @throws 503 TWO_FACTOR_KEY_WRONG */
function secretOf({ secretBox }: Deps, row: Row): Uint8Array {
  const secret = secretBox.open(row.secret, nameOf(row))
  if (secret) return secret
  throw unavailable(
    'TWO_FACTOR_KEY_WRONG',
    "The second factor cannot be decrypted: TWO_FACTOR_KEY has changed. The node's operator has to restore the earlier key",
  )
}

const identityOf = ({ chain, walletId }: User): string => `${walletId} (${chain})`
const isActive = () =>
  conflict('TWO_FACTOR_ACTIVE', 'The second factor is already active: disable it with DELETE /auth/2fa first')
const wrong = () => unauthorized('TOTP_INVALID', 'The code is wrong or was already used: wait for the next one')
const notActive = () =>
  notFound('TWO_FACTOR_UNKNOWN', 'The second factor is not active yet: verify it with POST /auth/2fa/verify')
const ended = () => unauthorized('TOKEN_REVOKED', 'The session has ended: log in again')
const notStarted = () => notFound('TWO_FACTOR_UNKNOWN', 'No second factor is set up: start with POST /auth/2fa')
const locked = (ms: number) =>
  tooMany('TOTP_LOCKED', 'Too many wrong codes: no code is accepted for a while', Math.ceil(ms / 1000))
