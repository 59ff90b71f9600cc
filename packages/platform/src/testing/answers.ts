/**
 * For the tests of services: each answer must contain everything that its route returned, and match the API's
 * description.
 */
import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { Http } from '../http/server/http-type.ts'
import { inlined } from './inlined.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by its paths.
type Json = any

/**
 * Checks every answer, since serialization silently drops fields that the schema lacks, and clients know only the
 * description. An answer that fails the check becomes a 500. Call it before the routes are added.
 */
export function checkAnswers(http: Http): void {
  const returned = new WeakMap<object, unknown>()
  const checks = new WeakMap<object, ReturnType<typeof Compile>>()
  const bodies = new WeakMap<object, unknown>()
  http.addHook('preValidation', async (request) => {
    // Validation adds defaults, which callers need not send.
    if (process.env.RECORD_EXAMPLES) bodies.set(request, structuredClone(request.body))
  })
  http.addHook('preSerialization', async (request, _reply, payload) => {
    returned.set(request, payload)
    return payload
  })
  http.addHook('onSend', async (request, reply, sent) => {
    const { url: route, schema } = request.routeOptions
    if (route === undefined || schema?.hide) return sent
    const isRecorded = process.env.RECORD_EXAMPLES && reply.statusCode < 300
    const payload = isRecorded ? await recordExample(request, pathOf(route), reply, bodies.get(request), sent) : sent
    if (typeof payload !== 'string') return payload
    const isJson = /^application\/json\b/.test(String(reply.getHeader('content-type')))
    const answer = isJson && payload ? JSON.parse(payload) : undefined
    // Errors of an external API do not have our codes.
    if (reply.statusCode >= 400 && answer?.code) recordError(request.method, pathOf(route), reply.statusCode, answer)
    const before = returned.get(request)
    const what = `${request.method} ${request.url} answered ${reply.statusCode} ${payload.slice(0, 600)}`
    // A string was serialized by the route itself.
    if (before !== undefined && typeof before !== 'string' && reply.statusCode < 400)
      assert.deepEqual(answer, JSON.parse(JSON.stringify(before)), `${what}, which lost fields on its way out`)
    const described = descriptionOf(http.swagger(), request.method, route, reply.statusCode)
    assert.ok(described, `${what}, which is not described`)
    if (!isJson || !described.content) return payload
    const check = checks.get(described) ?? Compile(schemaIn(http.swagger(), described))
    checks.set(described, check)
    const [fault] = check.Check(answer) ? [] : check.Errors(answer)
    assert.equal(fault, undefined, `${what}: ${fault?.instancePath} ${fault?.message}`)
    return payload
  })
}

const pathOf = (route: string): string => route.replace(/:([A-Za-z]+)/g, '{$1}').replace('*', '{path}')

/** The errors that this process has recorded. */
const recorded = new Set<string>()

/**
 * Appends the first error of each kind to a file in the folder `RECORD_ERRORS`. The test runner checks that the OpenAPI
 * descriptions list these errors.
 */
function recordError(method: string, path: string, status: number, { code, message }: Json): void {
  const folder = process.env.RECORD_ERRORS
  const operation = `${method} ${path}`
  const kind = `${operation} ${status} ${code}`
  if (!folder || recorded.has(kind)) return
  recorded.add(kind)
  const line = JSON.stringify({ operation, status, code, message: String(message).slice(0, 300) })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`)
}

/** How many exchanges of each operation this process has recorded. */
const counts = new Map<string, number>()
const MAX_EXCHANGES = 40
const MAX_EXCHANGE_BYTES = 20_000

/**
 * Appends an exchange that succeeded to a file in the folder `RECORD_EXAMPLES`, which `npm run docs:examples` reads.
 * Returns the payload; for a stream, its content.
 */
async function recordExample(
  { method, params }: FastifyRequest,
  path: string,
  reply: FastifyReply,
  body: unknown,
  payload: unknown,
): Promise<unknown> {
  const operation = `${method} ${path}`
  const count = counts.get(operation) ?? 0
  const type = String(reply.getHeader('content-type')).split(';', 1)[0] ?? ''
  if (!/json|^text\//.test(type) || count >= MAX_EXCHANGES) return payload
  const sent =
    payload instanceof Readable ? Buffer.concat((await payload.toArray()).map((one) => Buffer.from(one))) : payload
  const answer = type === 'application/json' ? JSON.parse(String(sent)) : String(sent)
  const line = JSON.stringify({ operation, params, body, status: reply.statusCode, type, answer })
  if (line.length > MAX_EXCHANGE_BYTES) return sent
  counts.set(operation, count + 1)
  appendFileSync(join(process.env.RECORD_EXAMPLES ?? '', `${process.pid}.jsonl`), `${line}\n`)
  return sent
}

/** The description of an answer: by its status, or by the status's class (such as 4XX). */
function descriptionOf(document: Json, method: string, route: string, status: number): Json {
  const responses = document.paths[pathOf(route)]?.[method.toLowerCase()]?.responses
  const family = `${Math.floor(status / 100)}XX`
  const found = responses?.[status] ?? responses?.[family] ?? responses?.[family.toLowerCase()]
  const name = found?.$ref?.split('/').at(-1)
  return name === undefined ? found : document.components.responses[name]
}

const schemaIn = (document: Json, described: Json): Json =>
  inlined(document, described).content['application/json']?.schema ?? {}
