import { badRequest, type Http } from '@quorate/platform'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CHALLENGE_MS } from '../challenges.ts'
import {
  bindingOf,
  browserCookie,
  clearSessionCookie,
  givenBinding,
  setBrowserCookie,
  setSessionCookie,
} from '../cookies.ts'
import { SESSION_MS } from '../login.ts'
import { LoginBody } from '../login-form.ts'
import { ChallengeOut, indexKeyed, LoginOut, LogoutOut } from '../resources.ts'
import type { Service } from '../service.ts'

const tags = ['sessions']
const ChainQuery = Type.Object({
  chain: Type.Optional(
    Type.String({ maxLength: 64, description: 'the chain that holds the account; the default one if absent' }),
  ),
})

/** Logging in and out with a wallet (document 2, Sessions). */
export function sessionRoutes(http: Http, { challenges, login, tokens, ledgers, settings }: Service): void {
  const ledgerOf = (chain: string | undefined) => {
    const ledger = chain === undefined ? ledgers.values().next().value : ledgers.get(chain)
    if (ledger) return ledger
    throw badRequest('UNKNOWN_CHAIN', `chain is "${chain}": expected one of ${[...ledgers.keys()].join(', ')}`)
  }
  const shownUrl = (request: FastifyRequest): string => settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`

  http.get(
    '/auth/web3/request',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'A payload for a wallet to sign',
        querystring: ChainQuery,
        response: { 200: ChallengeOut },
      },
    },
    async (request, reply) => {
      const ledger = ledgerOf(request.query.chain)
      const cookie = browserCookie(request)
      const made = await challenges.make(ledger, shownUrl(request), bindingOf(cookie))
      setBrowserCookie(request, reply, cookie, CHALLENGE_MS / 1000)
      reply.header('cache-control', 'no-store')
      const { payload, signature, serverSigningAccount } = made
      return { signedData: { signature: indexKeyed(signature), serverSigningAccount }, payload }
    },
  )

  http.post(
    '/auth/web3/login',
    {
      config: { access: 'public' },
      schema: { tags, summary: 'A session for a signed payload', body: LoginBody, response: { 200: LoginOut } },
    },
    async (request, reply) => {
      const { operator } = request.body
      const { challenge, session, accessToken, signature } = await login(request.body, givenBinding(request))
      setSessionCookie(request, reply, accessToken, SESSION_MS / 1000)
      reply.header('cache-control', 'no-store')
      const { walletId, publicKey, role, chain } = session
      return {
        operator,
        signedData: { signature: indexKeyed(signature), serverSigningAccount: challenge.server_account },
        payload: JSON.parse(challenge.payload),
        session: { walletId, publicKey, role, chain },
        accessToken,
      }
    },
  )

  http.route({
    method: ['GET', 'POST'],
    url: '/auth/web3/logout',
    config: { access: 'session' },
    schema: { tags, summary: 'Ends the session, everywhere', response: { 200: LogoutOut } },
    handler: async (request, reply) => {
      await tokens.revoke(request.session)
      clearSessionCookie(request, reply)
      return { logout: true, message: `${request.session.walletId} is logged out` }
    },
  })
}
