import { badRequest, type Http, RevocationList } from '@quorate/platform'
import { isDay } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { KeySetOut } from '../answers/sessions.ts'
import type { Service } from '../service.ts'
import { databaseTime, revocationsSince } from '../store/revocations.ts'

/** The maximum number of revocations in one answer. */
const PAGE = 1_000

const SinceQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'ISO 8601, or milliseconds since the epoch; from the beginning if absent',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 64, description: 'the last token of the page before, as in `next`' })),
})

/** Adds the endpoints with which services in other processes check tokens: the public keys and the revoked tokens. */
export function keyRoutes(http: Http, { tokens, clock }: Service): void {
  const keys = tokens.keySet.jwks as Static<typeof KeySetOut>
  http.get(
    '/.well-known/jwks.json',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sessions'],
        summary: 'Get the public keys that verify tokens',
        description: 'A JSON Web Key Set (RFC 7517).',
        response: { 200: KeySetOut },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return keys
    },
  )

  http.get(
    '/auth/revocations',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sessions'],
        summary: 'List revoked tokens',
        description: 'Tokens whose sessions ended before they expired. Services in other processes refuse these.',
        querystring: SinceQuery,
        errors: { 400: ['INVALID_TIME'] },
        response: { 200: RevocationList },
      },
    },
    async ({ query }) => {
      const now = new Date(clock.now())
      const since = readSince(query.since)
      const timestamp = await databaseTime(tokens.database.read)
      const found = await revocationsSince(tokens.database.read, { since, after: query.after, now, limit: PAGE })
      const last = found.length === PAGE ? found.at(-1) : undefined
      const next = last && new URLSearchParams({ since: last.revoked_at.toISOString(), after: last.token_id })
      return {
        revocations: found.map((row) => ({ tokenId: row.token_id, expiresAt: row.expires_at.toISOString() })),
        timestamp: timestamp.toISOString(),
        ...(next === undefined ? {} : { next: `/auth/revocations?${next}` }),
      }
    },
  )
}

/** The largest time of a JavaScript date, in milliseconds (ECMA-262 §21.4.1.1). */
const LAST_MS = 8_640_000_000_000_000

const MILLISECONDS = /^\d{1,16}$/
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

function readSince(since: string | undefined): Date {
  if (since === undefined) return new Date(0)
  const isIso = ISO_8601.test(since) && isDay(since.slice(0, 10))
  const ms = MILLISECONDS.test(since) ? Number(since) : isIso ? Date.parse(since) : Number.NaN
  if (ms >= 0 && ms <= LAST_MS) return new Date(ms)
  throw badRequest('INVALID_TIME', `since is "${since}": expected ISO 8601, or milliseconds since the epoch`)
}
