/** The health routes, for people and orchestrators. */
import type { Clock, Http } from '@quorate/platform'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Findings } from './check.ts'
import { createLatest, type Latest } from './latest.ts'
import { HealthResult, resultOf } from './result.ts'
import { type System, SystemInfo } from './system.ts'

const tags = ['health']
const config = { access: 'public', rateLimited: false } as const
const JSON_TYPE = 'application/json; charset=utf-8'

export function checkRoute(http: Http, answers: Latest<Answer>): void {
  const response = { 200: HealthResult, 503: HealthResult }
  http.get(
    '/health/check',
    {
      config,
      schema: {
        tags,
        summary: 'Check everything that the service needs',
        description: 'Answers 503 if any check fails. An answer is at most a second old.',
        response,
      },
    },
    (_request, reply) => {
      const answer = answers.get()
      if (answer instanceof Promise)
        answer.then(
          (made) => send(reply, made),
          (error) => reply.send(error),
        )
      else send(reply, answer)
    },
  )
}

/** Answers are a second old at most, so caches may keep them as long. */
const send = (reply: FastifyReply, { code, text }: Answer) =>
  void reply.code(code).header('cache-control', 'max-age=1').type(JSON_TYPE).send(text)

/** An answer of `/health/check` as it is sent. */
export interface Answer {
  code: 200 | 503
  text: string
}

export const answerOf = (findings: Findings): Answer => {
  const result = resultOf(findings)
  return { code: result.status === 'ok' ? 200 : 503, text: JSON.stringify(result) }
}

export function infosRoute(http: Http, system: System, clock: Clock): void {
  const infos = createLatest(clock, system.infos)
  http.get(
    '/health/infos',
    { config, schema: { tags, summary: 'Get the load of the machine', response: { 200: SystemInfo } } },
    async () => infos.get(),
  )
}

const Live = Type.Object({ status: Type.Literal('ok') })
const Ready = Type.Object({
  status: Type.Enum(['ok', 'error']),
  waitingFor: Type.Array(Type.String(), { description: 'what is missing, such as the database' }),
})

/** Adds the probes of orchestrators: whether to restart the process (`live`), and whether to send it work (`ready`). */
export function probeRoutes(http: Http, waitingFor: () => Promise<string[]>): void {
  http.get(
    '/health/live',
    {
      config,
      schema: {
        tags,
        summary: 'Check that the process runs',
        description: 'The liveness probe of an orchestrator.',
        response: { 200: Live },
      },
    },
    () => Promise.resolve({ status: 'ok' as const }),
  )
  http.get(
    '/health/ready',
    {
      config,
      schema: {
        tags,
        summary: 'Check that the service is ready',
        description: 'The readiness probe of an orchestrator. Answers 503 while something is missing.',
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const missing = http.isStopping() ? ['the service is stopping'] : await waitingFor()
      if (missing.length === 0) return { status: 'ok' as const, waitingFor: [] }
      return reply.code(503).send({ status: 'error' as const, waitingFor: missing })
    },
  )
}
