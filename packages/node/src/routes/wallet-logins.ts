import { AccountId, Bytes, decodeBytes, type Http, ownUrl } from '@quorate/platform'
import { Type } from 'typebox'
import { WalletLoginOut, WalletRevokedOut, WalletSessionOut, walletLoginOut } from '../answers/sessions.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { createCookies } from '../sessions/cookies.ts'
import { SESSION_MS } from '../sessions/live-sessions.ts'
import { LOGIN_BYTES } from '../sessions/login/login-form.ts'
import { CodeOrRecoveryCode } from '../sessions/two-factor/codes.ts'
import { walletLoginErrors } from './errors.ts'

const Id = Type.String({
  pattern: '^[0-9a-f-]{36}$',
  title: "a login's id",
  examples: ['4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11'],
})
const closed = { additionalProperties: false }

/** Adds the endpoints with which several owners log in as a wallet. */
export function walletLoginRoutes(http: Http, service: Service): void {
  askedLoginRoutes(http, service)
  signRoute(http, service)
  walletSessionRoutes(http, service)
}

const tags = ['sessions']
const config = { access: 'session' } as const

/** Endpoints to request logins and to read them. */
function askedLoginRoutes(http: Http, { walletLogins, settings, clock }: Service): void {
  http.post(
    '/auth/multisig/request',
    {
      config,
      schema: {
        tags,
        summary: 'Request a login as a wallet',
        description:
          'Returns a text for the owners of the wallet to sign. When enough of them have signed, take the session with `POST /auth/multisig/session`.',
        body: Type.Object(
          {
            walletId: AccountId,
            hours: Type.Integer({
              minimum: 1,
              maximum: limits.walletLoginHours.value,
              default: 24,
              description: 'how long the owners have to sign',
            }),
          },
          closed,
        ),
        errors: [walletLoginErrors, { 400: ['HOST_UNKNOWN'] }],
        response: { 201: WalletLoginOut },
      },
    },
    async (request, reply) => {
      const url = ownUrl(request, settings.PUBLIC_URL)
      const login = await walletLogins.request(request.session, { ...request.body, url })
      reply.status(201).header('location', `/auth/multisig/request/${login.id}`)
      return walletLoginOut(login, clock.now())
    },
  )

  http.get(
    '/auth/multisig/requests',
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'List the open logins of a wallet',
        description: 'Newest first. Only for its owners.',
        querystring: Type.Object({ walletId: AccountId }),
        errors: [walletLoginErrors],
        response: { 200: Type.Array(WalletLoginOut) },
      },
    },
    async ({ session, query }) => {
      const found = await walletLogins.list(session, query.walletId)
      return found.map((login) => walletLoginOut(login, clock.now()))
    },
  )

  http.get(
    '/auth/multisig/request/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get a login of a wallet',
        description: 'Its text, and who has signed it. Only for the owners of the wallet.',
        params: Type.Object({ id: Id }),
        errors: [walletLoginErrors, { 403: ['FORBIDDEN'] }],
        response: { 200: WalletLoginOut },
      },
    },
    async ({ session, params }) => walletLoginOut(await walletLogins.find(session, params.id), clock.now()),
  )
}

/** The endpoint to sign a login. */
function signRoute(http: Http, { walletLogins, clock }: Service): void {
  http.post(
    '/auth/multisig/sign',
    {
      bodyLimit: LOGIN_BYTES,
      config,
      schema: {
        tags,
        summary: 'Sign a login of a wallet',
        description: 'Adds signatures of owners over the text of the login.',
        body: Type.Object(
          {
            id: Id,
            signature: Type.Unsafe<Parameters<typeof decodeBytes>[0]>({
              ...Bytes,
              description: '64 bytes, or a SignatureMap with the signatures of several owners',
            }),
            publicKey: Type.Optional(
              Type.String({ maxLength: 256, description: 'the key that signed, if the signature does not name it' }),
            ),
          },
          closed,
        ),
        errors: [
          walletLoginErrors,
          {
            400: [
              'INVALID_BYTES',
              'INVALID_KEY',
              'INVALID_SIGNATURE',
              'INVALID_TRANSACTION_BYTES',
              'TOO_MANY_SIGNATURES',
            ],
            403: ['FORBIDDEN'],
            409: ['LOGIN_USED'],
            410: ['LOGIN_EXPIRED'],
            422: ['INVALID_SIGNATURE', 'KEY_MISMATCH'],
          },
        ],
        response: { 200: WalletLoginOut },
      },
    },
    async (request) => {
      const { id, signature, publicKey } = request.body
      const given = { id, signature: decodeBytes(signature, 'signature'), publicKey }
      return walletLoginOut(await walletLogins.sign(request.session, given), clock.now())
    },
  )
}

/** Endpoints to begin and end sessions of wallets. */
function walletSessionRoutes(http: Http, { walletLogins, walletRevocations, settings }: Service): void {
  const cookies = createCookies(settings.PUBLIC_URL)
  http.post(
    '/auth/multisig/session',
    {
      config: { ...config, secret: true },
      schema: {
        tags,
        summary: 'Take the session of a wallet',
        description: 'Once, by the account that requested the login, after enough owners have signed.',
        body: Type.Object({ id: Id, code: Type.Optional(CodeOrRecoveryCode) }, closed),
        errors: [
          walletLoginErrors,
          {
            401: ['TOTP_INVALID', 'TOTP_REQUIRED'],
            403: ['FORBIDDEN', 'NOT_THE_HOLDER'],
            404: ['TWO_FACTOR_UNKNOWN'],
            409: ['LOGIN_USED'],
            410: ['LOGIN_EXPIRED'],
            422: ['THRESHOLD_NOT_MET'],
            429: ['TOTP_LOCKED'],
          },
        ],
        response: { 200: WalletSessionOut },
      },
    },
    async (request, reply) => {
      const { session, accessToken } = await walletLogins.begin(request.session, request.body)
      cookies.setSession(request, reply, accessToken, SESSION_MS / 1000)
      reply.header('cache-control', 'no-store')
      const { walletId, publicKey, chain, expiresAt } = session
      return {
        session: {
          walletId,
          holder: request.session.walletId,
          publicKey,
          role: 'user' as const,
          chain,
          expiresAt: new Date(expiresAt).toISOString(),
        },
        accessToken,
      }
    },
  )

  http.post(
    '/auth/multisig/revoke',
    {
      config,
      schema: {
        tags,
        summary: 'End all sessions and open logins of a wallet',
        description: 'Only for its owners.',
        body: Type.Object({ walletId: AccountId }, closed),
        errors: [walletLoginErrors, { 429: ['TOO_MANY_REVOCATIONS'] }],
        response: { 200: WalletRevokedOut },
      },
    },
    async ({ session, body }) => walletRevocations.revoke(session, body.walletId),
  )
}
