/** The API's own description: OpenAPI 3.1 at `/api/docs-json`, and a page to read and try it at `/api/docs`. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { ErrorBody } from '../../base/errors.ts'
import { type Access, SESSION_COOKIE } from '../access/access.ts'
import { docsFiles } from './docs-files.ts'
import {
  finished,
  type OperationExample,
  OWN_ERRORS,
  type RouteErrors,
  withOptionalDefaults,
} from './openapi-document.ts'

export const DOCS = '/api/docs'

export interface ApiTitle {
  title: string
  description: string
  /** A semantic version (semver). */
  version: string
  /** A text for each tag of its routes. */
  tags?: Record<string, string>
  /** An actual message for each error code. */
  errorExamples?: Record<string, string>
  /** An exchange that succeeded, by operation, such as `GET /daos/{daoId}`. */
  examples?: Readonly<Record<string, OperationExample>>
  /** A text for each field that its schema does not describe, by its name or by the schema's and its name. */
  fieldDescriptions?: Readonly<Record<string, string>>
  /** Whether writes take an Idempotency-Key. */
  takesKeys?: boolean
}

const securityOf: Record<Access, Record<string, string[]>[]> = {
  session: [{ bearer: [] }, { cookie: [] }],
  optional: [{}, { bearer: [] }, { cookie: [] }],
  public: [],
}

/** Describes every route that is registered after this call. */
export async function describeApi(
  http: FastifyInstance,
  { title, description, version, tags = {}, errorExamples, examples, fieldDescriptions, takesKeys = false }: ApiTitle,
): Promise<void> {
  http.addSchema({ ...ErrorBody, $id: 'Error' })
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description: 'set by a login, for browsers; with TLS its name begins with __Host-',
          },
        },
      },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access ?? 'public'
      const described = withErrors(asInput(withBody(schema, route.config?.streamedBody), url), access)
      const isWrite = access === 'session' && route.method !== 'GET' && route.method !== 'HEAD'
      return { url: url.replace('*', ':path'), schema: takesKeys && isWrite ? withKey(described) : described }
    },
    transformObject: (made) =>
      finished('openapiObject' in made ? made.openapiObject : {}, tags, errorExamples, examples, fieldDescriptions),
  })
  await http.register(async (docs) => {
    writeOnce(docs)
    await replaceCostlyAnswers(docs)
    await docs.register(swaggerUi, {
      routePrefix: DOCS,
      staticCSP: true,
      // These pages are also read over plain HTTP on loopback.
      transformStaticCSP: (header) => header.replace(' upgrade-insecure-requests;', ''),
      uiConfig: { persistAuthorization: true },
    })
    docs.get(`${DOCS}-json`, { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) => {
      reply.header('cache-control', 'public, no-cache').send(http.swagger())
    })
  })
}

/**
 * Serializes a description once for all requests, because that takes longer than everything else that an answer needs.
 */
function writeOnce(http: FastifyInstance): void {
  const written = new WeakMap<object, Buffer>()
  const write = (answer: object): Buffer => {
    const bytes = written.get(answer) ?? Buffer.from(JSON.stringify(answer))
    written.set(answer, bytes)
    return bytes
  }
  // Fastify's type only allows serializers that return text.
  http.setReplySerializer(write as unknown as (answer: unknown) => string)
}

/** Replaces the answers of Swagger UI that would delay other requests. */
async function replaceCostlyAnswers(docs: FastifyInstance): Promise<void> {
  const answerFile = await docsFiles()
  let text: Buffer | undefined
  docs.addHook('onRoute', (route) => {
    if (route.url === `${DOCS}/static/*`) route.handler = answerFile
    // JSON is also YAML (YAML 1.2, section 1.3). Writing the description in another style takes a tenth of a second.
    if (route.url === `${DOCS}/yaml`)
      route.handler = (_request, reply) => {
        text ??= Buffer.from(JSON.stringify(docs.swagger()))
        reply.type('application/yaml').send(text)
      }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body's schema, for a route that reads the body as a stream. Only the description uses it. */
    streamedBody?: object
  }
  interface FastifySchema {
    errors?: RouteErrors | readonly RouteErrors[]
  }
}

const withBody = (schema: FastifySchema | undefined, body: object | undefined): FastifySchema | undefined =>
  body ? { ...schema, body } : schema

/** A route's schema as clients see it: properties with a default are optional, and `*` matches a path. */
function asInput(schema: FastifySchema | undefined, url: string): FastifySchema {
  const { params, querystring, body, ...rest } = schema ?? {}
  const given = Object.entries({ querystring, body }).filter(([, part]) => part !== undefined)
  const read = Object.fromEntries(given.map(([name, part]) => [name, withOptionalDefaults(part)]))
  return { ...rest, ...read, ...(params === undefined ? {} : { params: pathParameters(params, url) }) }
}

function pathParameters(params: unknown, url: string): object {
  const { properties = {}, ...schema } = params as { properties?: Record<string, object>; required?: string[] }
  const inPath = Object.entries(properties).filter(([name]) => (name === '*' ? url.includes('*') : true))
  return {
    ...schema,
    properties: Object.fromEntries(inPath.map(([name, part]) => [name === '*' ? 'path' : name, part])),
  }
}

/** A route's schema, with the errors that any route may answer and its security requirements. */
function withErrors(schema: FastifySchema | undefined, access: Access): FastifySchema {
  const failure = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: 'Error#' } } },
  })
  const errors = {
    '4xx': failure('The request cannot be carried out'),
    '5xx': failure('An error of the service, or a dependency that is down'),
  }
  const { errors: own, ...rest } = schema ?? {}
  const answers = schema?.response as Record<string, unknown> | undefined
  return {
    ...rest,
    ...(own && { [OWN_ERRORS]: [own].flat() }),
    security: securityOf[access],
    response: { ...errors, ...(answers ?? { '2xx': { description: 'Done' } }) },
  }
}

function withKey(schema: FastifySchema): FastifySchema {
  const { properties = {}, ...headers } = (schema.headers ?? { type: 'object' }) as { properties?: object }
  const key = {
    type: 'string',
    maxLength: 255,
    description:
      'A key of your choice: sending the same write again with it repeats the first answer instead of the write',
  }
  return { ...schema, headers: { ...headers, properties: { ...properties, 'idempotency-key': key } } }
}
