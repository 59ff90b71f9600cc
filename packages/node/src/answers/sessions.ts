/** The answers of the session endpoints. */
import { AccountId, AnyNames, messageLanguages, namedSchema, Scope } from '@quorate/platform'
import { missing, publicKeyText, satisfied } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { type WalletLogin, walletLoginText } from '../sessions/login/wallet-logins.ts'
import type { SessionRow } from '../store/sessions.ts'

/** A Uint8Array in the form that `JSON.stringify` gives it: wallet libraries apply `Object.values` to it. */
const IndexKeyed = AnyNames(Type.Integer({ minimum: 0, maximum: 255 }), {
  description: 'bytes as an index-keyed object',
})
export const indexKeyed = (bytes: Uint8Array): Record<string, number> => Object.fromEntries(bytes.entries())

const Payload = Type.Object({
  url: Type.String(),
  node: Type.String(),
  data: Type.Object({ token: Type.String() }),
  chain: Type.String({ description: 'the chain that the session is for' }),
  scope: Type.Optional(Scope),
})
const SignedData = Type.Object({ signature: IndexKeyed, serverSigningAccount: Type.String() })

export const ChallengeOut = namedSchema('Challenge', Type.Object({ signedData: SignedData, payload: Payload }))

export const LoginOut = namedSchema(
  'Login',
  Type.Object({
    operator: Type.Object({}, { additionalProperties: true }),
    signedData: SignedData,
    payload: Payload,
    session: Type.Object({
      walletId: Type.String(),
      publicKey: Type.String({ description: 'the key that signed, raw hex' }),
      role: Type.Enum(['user', 'operator']),
      chain: Type.String(),
      scope: Type.Optional(Scope),
    }),
    accessToken: Type.String({ description: 'a JWT for Authorization: Bearer' }),
  }),
)

const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })

export const SessionOut = namedSchema(
  'Session',
  Type.Object({
    id: Type.String({ description: 'the id of the session' }),
    device: Type.Optional(Type.String({ description: 'the `User-Agent` of the login, which anyone can invent' })),
    holder: Type.Optional(
      Type.Unsafe<string>({ ...AccountId, description: 'the account that holds the session of a wallet' }),
    ),
    startedAt: Type.Optional(Time),
    usedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'the last use of the node API, to the minute' }),
    ),
    expiresAt: Time,
    isCurrent: Type.Boolean({ description: 'whether this request was made in it' }),
  }),
)

/** @param current The session that makes the request */
export const sessionOut = (row: SessionRow, current: { tokenId: string }): Static<typeof SessionOut> => ({
  id: row.token_id,
  ...(row.device === null ? {} : { device: row.device }),
  ...(row.holder === null ? {} : { holder: row.holder }),
  ...(row.created_at === null ? {} : { startedAt: row.created_at.toISOString() }),
  ...(row.used_at === null ? {} : { usedAt: row.used_at.toISOString() }),
  expiresAt: row.expires_at.toISOString(),
  isCurrent: row.token_id === current.tokenId,
})

export const WalletLoginOut = namedSchema(
  'WalletLogin',
  Type.Object({
    id: Type.String(),
    chain: Type.String(),
    walletId: AccountId,
    holder: Type.Unsafe<string>({
      ...AccountId,
      description: 'the account that requested the login; only it gets the session',
    }),
    text: Type.String({
      description: 'the text that owners sign: its UTF-8 bytes, as they are or with the prefix of HIP-820',
    }),
    createdAt: Time,
    expiresAt: Time,
    status: Type.Enum(['pending', 'ready', 'used', 'expired'], {
      description: "ready: the signatures satisfy the wallet's current key on the ledger",
    }),
    signatures: Type.Array(Type.Object({ publicKey: Type.String({ description: 'raw, hex' }), timestamp: Time }), {
      description: "the signatures by keys that are part of the wallet's current key",
    }),
    missing: Type.Object({
      count: Type.Integer({ description: 'the least number of signatures that are still needed' }),
      publicKeys: Type.Array(Type.String(), { description: 'the keys that can give them: raw, hex' }),
    }),
  }),
)

/** A wallet login as the API returns it. */
export function walletLoginOut(login: WalletLogin, now: number): Static<typeof WalletLoginOut> {
  const signers = new Set(login.signatures.map(({ publicKey }) => publicKey))
  const { count, leaves: open } = missing(login.key, signers)
  return {
    id: login.id,
    chain: login.chain,
    walletId: login.wallet,
    holder: login.holder,
    text: walletLoginText(login),
    createdAt: login.created_at.toISOString(),
    expiresAt: login.expires_at.toISOString(),
    status: statusOf(login, signers, now),
    signatures: login.signatures.map(({ publicKey, at }) => ({ publicKey, timestamp: at.toISOString() })),
    missing: { count, publicKeys: open.map(publicKeyText) },
  }
}

function statusOf({ key, used_at, expires_at }: WalletLogin, signers: ReadonlySet<string>, now: number) {
  if (used_at) return 'used'
  if (expires_at.getTime() <= now) return 'expired'
  return satisfied(key, signers) ? 'ready' : 'pending'
}

export const WalletSessionOut = namedSchema(
  'WalletSession',
  Type.Object({
    session: Type.Object({
      walletId: AccountId,
      holder: AccountId,
      publicKey: Type.String({ description: "the holder's key, raw hex" }),
      role: Type.Literal('user'),
      chain: Type.String(),
      expiresAt: Time,
    }),
    accessToken: Type.String({ description: 'a JWT for Authorization: Bearer' }),
  }),
)

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const EpochSeconds = Type.Integer({ description: 'seconds since 1970' })

export const TwoFactorOut = namedSchema(
  'TwoFactor',
  Type.Object({
    status: Type.Enum(['DISABLED', 'PENDING', 'ACTIVE']),
    factorSid: orNull(Type.String()),
    identity: orNull(Type.String()),
    qr_code: orNull(Type.String({ description: 'a QR code, as a data URI; only in the answer that begins the setup' })),
    uri: orNull(Type.String({ description: 'the same as an otpauth: URI; only in the answer that begins the setup' })),
    recoveryCodes: orNull(
      Type.Array(Type.String(), {
        description:
          'codes for logins without the authenticator, each valid once; only in the answer that creates them',
      }),
    ),
    recoveryCodesLeft: Type.Integer({ description: 'how many recovery codes have not been used' }),
  }),
)

export const ProfileOut = namedSchema(
  'Profile',
  Type.Object({
    email: orNull(Type.String({ description: 'the confirmed e-mail address' })),
    pendingEmail: orNull(Type.String({ description: 'the e-mail address that waits for its code' })),
    username: Type.String({ description: 'the account' }),
    created_at: EpochSeconds,
    updated_at: EpochSeconds,
    confirmed: Type.Boolean({ description: 'whether the wallet has proved that it controls the account' }),
    type: Type.String(),
    role: Type.String(),
    tags: Type.Array(Type.String()),
    banned: Type.Boolean(),
    twoFactorAuth: TwoFactorOut,
  }),
)

export const EmailOut = namedSchema(
  'Email',
  Type.Object({
    email: orNull(Type.String({ description: 'the confirmed address' })),
    language: orNull(Type.Enum([...messageLanguages], { description: 'the language of messages to it' })),
    pending: orNull(Type.String({ description: 'the address that waits for its code' })),
    expiresAt: orNull(Type.Unsafe<string>({ ...Time, description: 'until when that code is accepted' })),
  }),
)

export const RevokedOut = Type.Object({ revoked: Type.Integer({ description: 'how many sessions were ended' }) })

export const WalletRevokedOut = Type.Object({
  ...RevokedOut.properties,
  logins: Type.Integer({ description: 'how many open logins of the wallet were deleted' }),
})

export const LogoutOut = Type.Object({ logout: Type.Boolean(), message: Type.String() })

export const KeySetOut = namedSchema(
  'KeySet',
  Type.Object({
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        kid: Type.String(),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  }),
)
