import { defaultChain, onChain } from '@quorate/ledger'
import { type Http, ownUrl, Scope } from '@quorate/platform'
import { Type } from 'typebox'
import {
  ChallengeOut,
  indexKeyed,
  LoginOut,
  LogoutOut,
  RevokedOut,
  SessionOut,
  sessionOut,
} from '../answers/sessions.ts'
import type { Service } from '../service.ts'
import { bindingOf, createCookies } from '../sessions/cookies.ts'
import { SESSION_MS } from '../sessions/live-sessions.ts'
import { CHALLENGE_MS } from '../sessions/login/challenges.ts'
import { LOGIN_BYTES, LoginBody } from '../sessions/login/login-form.ts'

const tags = ['sessions']
const ChainQuery = Type.Object({
  chain: Type.Optional(
    Type.String({ maxLength: 64, description: 'the chain of the account; by default the first of CHAINS' }),
  ),
  scope: Type.Optional(Scope),
})

/**
 * Adds the endpoints with which a wallet logs in and out. Call this before other routes are added: its hook records
 * when a session was used.
 */
export function sessionRoutes(http: Http, service: Service): void {
  http.addHook('preHandler', (request, _reply, done) => {
    if (request.sessionIfAny) service.noteUse(request.sessionIfAny)
    done()
  })
  loginRoutes(http, service)
  logoutRoutes(http, service)
}

function loginRoutes(http: Http, { challenges, login, ledgers, settings }: Service): void {
  const ledgerOf = (chain = defaultChain(ledgers)) => onChain(ledgers, chain)
  const cookies = createCookies(settings.PUBLIC_URL)
  http.get(
    '/auth/web3/request',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Request a login challenge',
        description:
          'The wallet signs `payload`; send it back with `POST /auth/web3/login` within the time that it names. Sets a cookie that ties the challenge to this browser.',
        querystring: ChainQuery,
        errors: { 400: ['HOST_UNKNOWN', 'UNKNOWN_CHAIN'] },
        response: { 200: ChallengeOut },
      },
    },
    async (request, reply) => {
      const ledger = ledgerOf(request.query.chain)
      const cookie = cookies.browser(request)
      const made = await challenges.make(
        ledger,
        ownUrl(request, settings.PUBLIC_URL),
        bindingOf(cookie),
        request.query.scope,
      )
      cookies.setBrowser(request, reply, cookie, CHALLENGE_MS / 1000)
      reply.header('cache-control', 'no-store')
      const { payload, signature, serverSigningAccount } = made
      return { signedData: { signature: indexKeyed(signature), serverSigningAccount }, payload }
    },
  )

  http.post(
    '/auth/web3/login',
    {
      bodyLimit: LOGIN_BYTES,
      config: { access: 'public', secret: true },
      schema: {
        tags,
        summary: 'Log in with a signed challenge',
        description:
          'Returns an access token for `Authorization: Bearer`, and sets it as a cookie for browsers unless the session has a scope.',
        body: LoginBody,
        errors: {
          400: [
            'HIDDEN_CHARACTER',
            'INVALID_BYTES',
            'INVALID_KEY',
            'INVALID_LOGIN',
            'INVALID_SIGNATURE',
            'TOO_MANY_SIGNATURES',
          ],
          401: [
            'CHALLENGE_EXPIRED',
            'CHALLENGE_UNKNOWN',
            'CHALLENGE_USED',
            'KEY_MISMATCH',
            'SERVER_SIGNATURE_INVALID',
            'SIGNATURE_INVALID',
            'TOTP_INVALID',
            'TOTP_REQUIRED',
          ],
          422: ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID', 'KEY_CANNOT_LOG_IN'],
          429: ['TOTP_LOCKED'],
        },
        response: { 200: LoginOut },
      },
    },
    async (request, reply) => {
      const { operator } = request.body
      const { challenge, session, accessToken, signature } = await login(
        request.body,
        cookies.binding(request),
        request.headers['user-agent'],
      )
      // Only a session without a scope gets a cookie, because browsers send it with every request.
      if (session.scope === undefined) cookies.setSession(request, reply, accessToken, SESSION_MS / 1000)
      reply.header('cache-control', 'no-store')
      const { walletId, publicKey, role, chain, scope } = session
      return {
        operator,
        signedData: { signature: indexKeyed(signature), serverSigningAccount: challenge.server_account },
        payload: JSON.parse(challenge.payload),
        session: { walletId, publicKey, role, chain, ...(scope === undefined ? {} : { scope }) },
        accessToken,
      }
    },
  )
}

function logoutRoutes(http: Http, { sessions, tokens, settings }: Service): void {
  const cookies = createCookies(settings.PUBLIC_URL)
  http.get(
    '/auth/sessions',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the sessions of my account',
        description: 'Newest first. Tokens of applications are at `GET /auth/applications`.',
        response: { 200: Type.Array(SessionOut) },
      },
    },
    async ({ session }) => (await sessions.list(session)).map((row) => sessionOut(row, session)),
  )

  http.delete(
    '/auth/sessions/:id',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'End a session of my account',
        description: 'All services refuse its token from then on. It may be this one.',
        params: Type.Object({ id: Type.String({ maxLength: 100, description: 'the id of the session' }) }),
        errors: { 404: ['SESSION_NOT_FOUND'] },
        response: { 200: SessionOut },
      },
    },
    async (request, reply) => {
      const { session, params } = request
      const ended = sessionOut(await sessions.endOne(session, params.id), session)
      if (ended.isCurrent) cookies.clearSession(request, reply)
      return ended
    },
  )

  http.post(
    '/auth/sessions/revoke-all',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'End all sessions of my account',
        description: 'This one included.',
        response: { 200: RevokedOut },
      },
    },
    async (request, reply) => {
      const { session } = request
      const revoked = await tokens.database.change(async (trx) => {
        const others = await sessions.endAll(trx, session, session.tokenId)
        await sessions.end(trx, [session])
        return others + 1
      })
      cookies.clearSession(request, reply)
      return { revoked }
    },
  )

  http.route({
    method: ['GET', 'POST'],
    url: '/auth/web3/logout',
    config: { access: 'session', scope: 'any', acts: true },
    schema: {
      tags,
      summary: 'Log out',
      description: 'Ends the session: all services refuse its token from then on.',
      response: { 200: LogoutOut },
    },
    handler: async (request, reply) => {
      await tokens.database.change((trx) => sessions.end(trx, [request.session]))
      cookies.clearSession(request, reply)
      return { logout: true, message: `${request.session.walletId} is logged out` }
    },
  })
}
