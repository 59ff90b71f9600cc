/** What the session endpoints answer. */
import { AnyNames, namedSchema, Scope } from '@quorate/platform'
import { Type } from 'typebox'

/** Bytes as JavaScript's JSON writes a Uint8Array: wallets' libraries take `Object.values` of it. */
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

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const EpochSeconds = Type.Integer({ description: 'epoch seconds' })

export const TwoFactorOut = namedSchema(
  'TwoFactor',
  Type.Object({
    status: Type.Enum(['DISABLED', 'PENDING', 'ACTIVE']),
    factorSid: orNull(Type.String()),
    identity: orNull(Type.String()),
    qr_code: orNull(Type.String({ description: 'an image as a data URI; only in the answer that begins it' })),
  }),
)

export const ProfileOut = namedSchema(
  'Profile',
  Type.Object({
    email: orNull(Type.String({ description: 'null: wallets have none' })),
    username: Type.String({ description: 'the account' }),
    created_at: EpochSeconds,
    updated_at: EpochSeconds,
    confirmed: Type.Boolean({ description: 'that the account is theirs' }),
    type: Type.String(),
    role: Type.String(),
    tags: Type.Array(Type.String()),
    banned: Type.Boolean(),
    twoFactorAuth: TwoFactorOut,
  }),
)

export const RevokedOut = Type.Object({ revoked: Type.Integer({ description: 'how many sessions were ended' }) })

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
