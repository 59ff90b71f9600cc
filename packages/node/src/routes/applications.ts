/** The endpoints of tokens for applications. */
import { checkVisible, type Http, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Service } from '../service.ts'
import { APPLICATION_SCOPE } from '../sessions/applications.ts'
import { refuseHolder } from '../sessions/owners.ts'
import type { SessionRow } from '../store/sessions.ts'

const tags = ['sessions']
const config = { access: 'session' } as const
const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })

const ApplicationOut = namedSchema(
  'Application',
  Type.Object({
    id: Type.String({ description: 'the id of the token' }),
    name: Type.String(),
    scope: Type.Literal(APPLICATION_SCOPE, { description: 'all that the token may be used for: pins' }),
    createdAt: Time,
    expiresAt: Time,
    usedAt: Type.Optional(Type.String({ format: 'date-time', description: 'the last use, to the minute' })),
  }),
)
const CreatedOut = namedSchema(
  'CreatedApplication',
  Type.Object({
    ...ApplicationOut.properties,
    token: Type.String({ description: 'for Authorization: Bearer. Only this answer has it' }),
  }),
)
const CreateBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'how you recognise the application' }),
  days: Type.Integer({ minimum: 1, maximum: 365, default: 365, description: 'how long the token is valid' }),
})
const ApplicationId = Type.Object({ id: Type.String({ format: 'uuid', description: 'the id of the token' }) })

const applicationOut = (row: SessionRow): Static<typeof ApplicationOut> => ({
  id: row.token_id,
  name: row.application ?? '',
  scope: APPLICATION_SCOPE,
  createdAt: (row.created_at ?? new Date(0)).toISOString(),
  expiresAt: row.expires_at.toISOString(),
  ...(row.used_at === null ? {} : { usedAt: row.used_at.toISOString() }),
})

export function applicationRoutes(http: Http, { applications }: Service): void {
  http.post(
    '/auth/applications',
    {
      config: { ...config, secret: true },
      schema: {
        tags,
        summary: 'Create a token for an application',
        description:
          'The token can only pin content for your account (`/ipfs/pinning`). It ends when you revoke it, end all sessions, set up a second factor, or change the key of the account.',
        body: CreateBody,
        errors: { 400: ['HIDDEN_CHARACTER'], 403: ['LOGIN_TOO_OLD', 'WALLET_SESSION'], 429: ['TOO_MANY_APPLICATIONS'] },
        response: { 201: CreatedOut },
      },
    },
    async ({ session, body: { name, days } }, reply) => {
      // The owners of a wallet signed for one session of its holder, which ends within an hour. An application's token
      // would outlast it.
      refuseHolder(session)
      checkVisible(name, 'name')
      const { token, application } = await applications.create(session, name, days)
      reply.header('cache-control', 'no-store')
      return reply.code(201).send({ ...applicationOut(application), token })
    },
  )
  http.get(
    '/auth/applications',
    {
      config,
      schema: {
        tags,
        summary: 'List the tokens of my applications',
        description: 'Newest first, without the tokens themselves.',
        response: { 200: Type.Array(ApplicationOut) },
      },
    },
    async ({ session }) => (await applications.list(session)).map(applicationOut),
  )
  http.delete(
    '/auth/applications/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke the token of an application',
        description: 'All services refuse the token from then on.',
        params: ApplicationId,
        errors: { 404: ['APPLICATION_NOT_FOUND'] },
        response: { 200: ApplicationOut },
      },
    },
    async ({ session, params }) => applicationOut(await applications.revoke(session, params.id)),
  )
}
