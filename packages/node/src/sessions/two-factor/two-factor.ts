/** The second factor of a user: a secret shared with an authenticator, kept sealed, whose codes work once. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  type ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  forbidden,
  notFound,
  tooMany,
  unauthorized,
} from '@quorate/platform'
import type { Updateable } from 'kysely'
import { limits } from '../../limits.ts'
import type { Tables } from '../../store/store.ts'
import { type LiveSessions, SESSION_MS } from '../live-sessions.ts'
import type { Ended } from '../tokens.ts'
import { qrImage } from './qr-image.ts'
import type { Sealing } from './sealing.ts'
import { keyUri, stepOfCode } from './totp.ts'

/** Of one chain; nobody else's factor has anything to do with it. */
export interface User {
  chain: string
  walletId: string
}

export interface TwoFactorView {
  status: 'DISABLED' | 'PENDING' | 'ACTIVE'
  factorSid: string | null
  identity: string | null
  /** Only in the answer that begins it. */
  qr_code: string | null
}

const ISSUER = 'Quorate'
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
/** How long logins take no code after too many wrong ones (RFC 4226 §7.3). */
const LOCK_MS = 15 * 60_000
/** Who begins a second factor has signed with the wallet so lately: an old token alone shuts nobody out of the wallet. */
const MAX_LOGIN_AGE_MS = 10 * 60_000

type Row = Tables['node.two_factor']
const nameOf = ({ chain, wallet, factor }: Pick<Row, 'chain' | 'wallet' | 'factor'>): string =>
  `${chain} ${wallet} ${factor}`

/** Counts the wrong codes of those who send them. */
interface Counter {
  /** Why no code is taken now. */
  refusal(change: Change<Tables>, row: Row): Promise<ApiError | undefined>
  wrong(change: Change<Tables>, row: Row): Promise<unknown>
  right(change: Change<Tables>): Promise<unknown>
}

export type TwoFactor = ReturnType<typeof createTwoFactor>

export function createTwoFactor(deps: {
  database: Database<Tables>
  clock: Clock
  sealing: Sealing
  sessions: Pick<LiveSessions, 'endAll' | 'wrongCodes' | 'setWrongCodes'>
}) {
  const { database, clock, sealing, sessions } = deps

  const rowOf = ({ chain, walletId }: User, reader: Pick<Change<Tables>, 'selectFrom'>) =>
    reader.selectFrom('node.two_factor').selectAll().where('chain', '=', chain).where('wallet', '=', walletId)

  const secretOf = (row: Row): Uint8Array => sealing.open(row.secret, nameOf(row))

  const update = (change: Change<Tables>, { chain, walletId }: User, values: Updateable<Row>) =>
    change
      .updateTable('node.two_factor')
      .set(values)
      .where('chain', '=', chain)
      .where('wallet', '=', walletId)
      .execute()

  /** Counts the codes of a wallet's logins, which bring its signature: too many wrong ones lock its logins for a while. */
  const countOfLogins = (user: User): Counter => ({
    async refusal(_change, { locked_until }) {
      const now = clock.now()
      return locked_until && locked_until.getTime() > now ? locked(locked_until.getTime() - now) : undefined
    },
    wrong(change, { failures }) {
      const isTooMany = failures + 1 >= limits.wrongCodesAtLogin.value
      const values = isTooMany
        ? { failures: 0, locked_until: new Date(clock.now() + LOCK_MS) }
        : { failures: failures + 1 }
      return update(change, user, values)
    },
    right: (change) => update(change, user, { failures: 0, locked_until: null }),
  })

  /**
   * Counts the codes of one session: too many wrong ones end it. Whoever stole its token locks out nobody, and tries no more codes than that: where a
   * second factor is in use, each further session is made with the wallet's signature and a code.
   */
  const countOfSession = (session: Ended): Counter => ({
    refusal: async (change) =>
      (await sessions.wrongCodes(change, session.tokenId)) === undefined ? ended() : undefined,
    async wrong(change) {
      await sessions.setWrongCodes(change, session, ((await sessions.wrongCodes(change, session.tokenId)) ?? 0) + 1)
    },
    right: (change) => sessions.setWrongCodes(change, session, 0),
  })

  /** Uses a code up. What it refuses is recorded all the same, so it is answered, not thrown. */
  const use = (
    user: User,
    code: string,
    counter: Counter,
    more: Updateable<Row> = {},
    then: (change: Change<Tables>, row: Row) => Promise<void> = async () => {},
  ): Promise<ApiError | undefined> =>
    database.change(async (change) => {
      // Codes that come at once are wrong one after the other, so that they are counted as many as they are.
      const row = await rowOf(user, change).forUpdate().executeTakeFirst()
      if (!row) return notStarted()
      const refusal = await counter.refusal(change, row)
      if (refusal) return refusal
      const step = stepOfCode(secretOf(row), code, clock.now())
      if (step === undefined) {
        await counter.wrong(change, row)
        return wrong()
      }
      // Who sends a code twice knew it: counted, repetitions would lock users out who mistyped nothing.
      if (step <= row.last_step) return wrong()
      await counter.right(change)
      await update(change, user, { last_step: step, ...more })
      await then(change, row)
      return undefined
    })

  return {
    /** Begins; what was begun before and never verified begins anew. Its QR code is shown now and never again. @throws 403 LOGIN_TOO_OLD, 409 TWO_FACTOR_ACTIVE */
    async start({ chain, walletId, expiresAt }: User & { expiresAt: number }): Promise<TwoFactorView> {
      const age = clock.now() - (expiresAt - SESSION_MS)
      if (age > MAX_LOGIN_AGE_MS) throw tooOld(age)
      const secret = randomBytes(SECRET_BYTES)
      const factor = randomUUID()
      await database.change(async (change) => {
        const fresh = {
          factor,
          secret: sealing.seal(secret, nameOf({ chain, wallet: walletId, factor })),
          status: 'PENDING' as const,
          last_step: 0n,
          created_at: new Date(clock.now()),
        }
        // What became active in the meantime stays, whatever was read before.
        const { numInsertedOrUpdatedRows } = await change
          .insertInto('node.two_factor')
          .values({ chain, wallet: walletId, failures: 0, locked_until: null, ...fresh })
          .onConflict((found) =>
            found.columns(['chain', 'wallet']).doUpdateSet(fresh).where('node.two_factor.status', '=', 'PENDING'),
          )
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) throw isActive()
      })
      const identity = identityOf({ chain, walletId })
      const qr_code = qrImage(keyUri(secret, ISSUER, identity))
      return { status: 'PENDING', factorSid: factor, identity, qr_code }
    },

    async view(user: User): Promise<TwoFactorView> {
      const row = await rowOf(user, database.read as never).executeTakeFirst()
      if (!row) return { status: 'DISABLED', factorSid: null, identity: null, qr_code: null }
      return { status: row.status, factorSid: row.factor, identity: identityOf(user), qr_code: null }
    },

    /** The first code puts it in use, and ends the wallet's other sessions. @throws 401 TOTP_INVALID, TOKEN_REVOKED, 404 TWO_FACTOR_UNKNOWN */
    async verify(user: User & Ended, code: string): Promise<TwoFactorView> {
      const refusal = await use(user, code, countOfSession(user), { status: 'ACTIVE' }, async (change, { status }) => {
        if (status === 'PENDING') await sessions.endAll(change, user, user.tokenId)
      })
      if (refusal) throw refusal
      return this.view(user)
    },

    /** Ends it. @throws as {@link verify} does */
    async end(user: User & Ended, code: string): Promise<TwoFactorView> {
      const refusal = await use(user, code, countOfSession(user), {}, async (change) => {
        await change
          .deleteFrom('node.two_factor')
          .where('chain', '=', user.chain)
          .where('wallet', '=', user.walletId)
          .execute()
      })
      if (refusal) throw refusal
      return this.view(user)
    },

    /**
     * What a login must bring beside the wallet's signature; `check` refuses, in the change that makes the session, a login that needed no code
     * when it began. @throws 401 TOTP_REQUIRED, TOTP_INVALID, 429 TOTP_LOCKED
     */
    async atLogin(user: User, code: string | undefined): Promise<{ check(change: Change<Tables>): Promise<void> }> {
      const row = await rowOf(user, database.read as never).executeTakeFirst()
      const required = () =>
        unauthorized('TOTP_REQUIRED', `${user.walletId} has a second factor: send its code along, as code`)
      if (row?.status !== 'ACTIVE')
        return {
          async check(change) {
            const now = await rowOf(user, change).executeTakeFirst()
            if (now?.status === 'ACTIVE') throw required()
          },
        }
      if (code === undefined) throw required()
      const refusal = await use(user, code, countOfLogins(user))
      if (refusal) throw refusal
      return { check: async () => {} }
    },
  }
}

const identityOf = ({ chain, walletId }: User): string => `${walletId} (${chain})`
const isActive = () => conflict('TWO_FACTOR_ACTIVE', 'the second factor is in use: end it with DELETE /auth/2fa first')
const tooOld = (age: number) =>
  forbidden(
    'LOGIN_TOO_OLD',
    `a second factor is begun within ${MAX_LOGIN_AGE_MS / 60_000} minutes of the login, which was ${Math.floor(age / 60_000)} minutes ago: log in again, then begin it`,
  )
const wrong = () => unauthorized('TOTP_INVALID', 'the code is not the present one, or was used: wait for the next')
const ended = () => unauthorized('TOKEN_REVOKED', 'the session has ended: log in again')
const notStarted = () => notFound('TWO_FACTOR_UNKNOWN', 'there is no second factor: begin with POST /auth/2fa')
const locked = (ms: number) =>
  tooMany('TOTP_LOCKED', 'too many wrong codes: no code is taken for a while', Math.ceil(ms / 1000))
