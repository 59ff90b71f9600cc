/** The second factor of a user: a secret shared with an authenticator, kept sealed, whose codes work once. */
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
} from '@quorate/platform'
import type { Tables } from '../store.ts'
import { pngDataUri } from './png.ts'
import { qrCode } from './qr-code.ts'
import type { Sealing } from './sealing.ts'
import { keyUri, matchingStep } from './totp.ts'

/** Of one chain; nobody else's factor has anything to do with it. */
export interface User {
  chain: string
  walletId: string
}

export interface TwoFactorView {
  status: 'DISABLED' | 'PENDING' | 'ACTIVE'
  factorSid: string | null
  identity: string | null
  /** Only until the first code was verified. */
  qr_code: string | null
}

const ISSUER = 'Quorate'
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
/** So many wrong codes in a row (RFC 4226 §7.3) end the trying for a while. */
const MAX_FAILURES = 5
const LOCK_MS = 15 * 60_000

type Row = Tables['node.two_factor']
const nameOf = ({ chain, wallet, factor }: Pick<Row, 'chain' | 'wallet' | 'factor'>): string =>
  `${chain} ${wallet} ${factor}`

export type TwoFactor = ReturnType<typeof createTwoFactor>

export function createTwoFactor(deps: { database: Database<Tables>; clock: Clock; sealing: Sealing }) {
  const { database, clock, sealing } = deps

  const rowOf = ({ chain, walletId }: User, reader: Pick<Change<Tables>, 'selectFrom'>) =>
    reader.selectFrom('node.two_factor').selectAll().where('chain', '=', chain).where('wallet', '=', walletId)

  const secretOf = (row: Row): Uint8Array => sealing.open(row.secret, nameOf(row))

  /** Uses a code up. What it refuses is recorded all the same, so it is answered, not thrown. */
  const use = (user: User, code: string, more: object): Promise<ApiError | undefined> =>
    database.change(async (change) => {
      // Codes that come at once are wrong one after the other, so that they are counted as many as they are.
      const row = await rowOf(user, change).forUpdate().executeTakeFirst()
      if (!row) return notStarted()
      const now = clock.now()
      if (row.locked_until && row.locked_until.getTime() > now) return locked(row.locked_until.getTime() - now)
      const step = matchingStep(secretOf(row), code, now, row.last_step)
      const failures = row.failures + 1
      const values =
        step !== undefined
          ? { last_step: step, failures: 0, locked_until: null, ...more }
          : failures < MAX_FAILURES
            ? { failures }
            : { failures: 0, locked_until: new Date(now + LOCK_MS) }
      await change
        .updateTable('node.two_factor')
        .set(values)
        .where('chain', '=', user.chain)
        .where('wallet', '=', user.walletId)
        .execute()
      return step === undefined ? wrong() : undefined
    })

  return {
    /** Begins; what was begun before and never verified begins anew. @throws 409 TWO_FACTOR_ACTIVE */
    async start({ chain, walletId }: User): Promise<TwoFactorView> {
      await database.change(async (change) => {
        const row = await rowOf({ chain, walletId }, change).forUpdate().executeTakeFirst()
        if (row?.status === 'ACTIVE')
          throw conflict('TWO_FACTOR_ACTIVE', 'the second factor is in use: end it with DELETE /auth/2fa first')
        const factor = randomUUID()
        const fresh = {
          factor,
          secret: sealing.seal(randomBytes(SECRET_BYTES), nameOf({ chain, wallet: walletId, factor })),
          status: 'PENDING' as const,
          last_step: 0n,
          created_at: new Date(clock.now()),
        }
        await change
          .insertInto('node.two_factor')
          .values({ chain, wallet: walletId, failures: 0, locked_until: null, ...fresh })
          .onConflict((found) => found.columns(['chain', 'wallet']).doUpdateSet(fresh))
          .execute()
      })
      return this.view({ chain, walletId })
    },

    async view(user: User): Promise<TwoFactorView> {
      const row = await rowOf(user, database.read as never).executeTakeFirst()
      if (!row) return { status: 'DISABLED', factorSid: null, identity: null, qr_code: null }
      const identity = `${user.walletId} (${user.chain})`
      const isPending = row.status === 'PENDING'
      const qr_code = isPending ? pngDataUri(qrCode(keyUri(secretOf(row), ISSUER, identity))) : null
      return { status: row.status, factorSid: row.factor, identity, qr_code }
    },

    /** The first code puts it in use. @throws 401 TOTP_INVALID, 404 TWO_FACTOR_UNKNOWN, 429 TOTP_LOCKED */
    async verify(user: User, code: string): Promise<TwoFactorView> {
      const refusal = await use(user, code, { status: 'ACTIVE' })
      if (refusal) throw refusal
      return this.view(user)
    },

    /** Ends it. @throws as {@link verify} does */
    async end(user: User, code: string): Promise<TwoFactorView> {
      const refusal = await use(user, code, {})
      if (refusal) throw refusal
      await database.change(async (change) => {
        await change
          .deleteFrom('node.two_factor')
          .where('chain', '=', user.chain)
          .where('wallet', '=', user.walletId)
          .execute()
      })
      return this.view(user)
    },

    /** What a login must bring beside the wallet's signature. @throws 401 TOTP_REQUIRED, TOTP_INVALID, 429 TOTP_LOCKED */
    async atLogin(user: User, code: string | undefined): Promise<void> {
      const row = await rowOf(user, database.read as never).executeTakeFirst()
      if (row?.status !== 'ACTIVE') return
      if (code === undefined)
        throw unauthorized('TOTP_REQUIRED', `${user.walletId} has a second factor: send its code along, as code`)
      const refusal = await use(user, code, {})
      if (refusal) throw refusal
    },
  }
}

const wrong = () => unauthorized('TOTP_INVALID', 'the code is not the present one, or was used: wait for the next')
const notStarted = () => notFound('TWO_FACTOR_UNKNOWN', 'there is no second factor: begin with POST /auth/2fa')
const locked = (ms: number) =>
  tooMany('TOTP_LOCKED', 'too many wrong codes: no code is taken for a while', Math.ceil(ms / 1000))
