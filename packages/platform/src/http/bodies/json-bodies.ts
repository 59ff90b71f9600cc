/**
 * JSON bodies: checked against limits before they are parsed, and refused if JavaScript or PostgreSQL cannot store them
 * exactly (large integers, NULs, surrogates).
 */
import { isUtf8 } from 'node:buffer'
import { NameNotPlain, withPlainNames } from '@quorate/verify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiError, badRequest } from '../../base/errors.ts'
import { limits } from '../../bounds/platform-limits.ts'
import { exceededIn } from './json-complexity.ts'

/**
 * Matches texts that may contain something to refuse: a NUL, a surrogate, sixteen digits in a row, an exponent. Other
 * bodies are not walked.
 */
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])|[0-9]{16}|[0-9][eE]\+?[0-9]/

/** Accepts only JSON; any other content type gets 415. An empty body counts as no body. */
export function acceptJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      if (!isUtf8(body)) throw badRequest('INVALID_UTF8', 'The body is not UTF-8')
      const text = body.toString()
      refuseComplex(text)
      const plain = inPlainNames(text)
      return new Promise((resolve, reject) => {
        parse(request, plain, (error, value) => {
          if (error) return reject(notJson())
          const fault = SUSPICIOUS.test(text) ? faultIn(value) : null
          if (fault) reject(fault)
          else resolve(value)
        })
      })
    },
  )
}

const notJson = (): ApiError => badRequest('INVALID_JSON', 'The body is not JSON')

/** @throws ApiError 400 NAME_NOT_PLAIN, INVALID_JSON */
function inPlainNames(text: string): string {
  try {
    return withPlainNames(text)
  } catch (error) {
    throw error instanceof NameNotPlain ? badRequest('NAME_NOT_PLAIN', error.message) : notJson()
  }
}

/** @throws ApiError 400 BODY_TOO_DEEP, BODY_TOO_COMPLEX */
function refuseComplex(text: string): void {
  const depth = limits.jsonDepth.value
  const values = limits.jsonValues.value
  const exceeded = exceededIn(text, { depth, values })
  if (exceeded === 'depth') throw badRequest('BODY_TOO_DEEP', `The body is nested deeper than ${depth} levels`)
  if (exceeded === 'values') throw badRequest('BODY_TOO_COMPLEX', `The body holds more than ${values} values`)
}

/** The place of a value inside the body: its name in the object or list that contains it. */
interface Place {
  name: string
  holder: Place | undefined
}

/** The first fault of a value in `body`, with its path. It walks without recursion, since bodies may be nested deep. */
function faultIn(body: unknown): Error | null {
  const open: [place: Place, value: unknown][] = [[{ name: 'body', holder: undefined }, body]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [place, value] = next
    const fault = faultOf(value, () => pathOf(place))
    if (fault) return fault
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inside] of Object.entries(value)) {
      const wrongName = faultOf(name, () => `a field's name in ${pathOf(place)}`)
      if (wrongName) return wrongName
      open.push([{ name, holder: place }, inside])
    }
  }
  return null
}

const LONGEST_PATH = 200

/** Called only for a fault. The path is cut, since the names that lead to a value may be as long as the body. */
function pathOf(place: Place): string {
  const names: string[] = []
  for (let at: Place | undefined = place; at; at = at.holder) names.push(at.name)
  const path = names.reverse().join('/')
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path
}

function faultOf(value: unknown, path: () => string): Error | null {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    const message = `${path()} is beyond 9007199254740991, which JSON numbers do not carry exactly: send it as a string`
    return badRequest('INTEGER_TOO_LARGE', message, [{ path: path(), message: 'send it as a string' }])
  }
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    const message = `${path()} contains a NUL character or half of a surrogate pair, so it is not text`
    return badRequest('INVALID_TEXT', message, [{ path: path(), message: 'is not text' }])
  }
  return null
}
