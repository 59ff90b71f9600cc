/** JSON bodies, without what would be lost or break further in: inexact integers, NULs, half characters. */
import type { FastifyInstance } from 'fastify'
import { badRequest } from './errors.ts'

/** Texts that may hold something to refuse: a NUL, a surrogate, sixteen digits in a row. Most have none and are not walked. */
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])|[0-9]{16}/

/** Takes JSON only; anything else is a 415. An empty body is no body. */
export function acceptJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text as string, (error, body) => {
      if (error) return done(badRequest('INVALID_JSON', 'The body is not JSON'))
      done(SUSPICIOUS.test(text as string) ? faultIn(body) : null, body)
    })
  })
}

/** Fault of a value somewhere in `body`, named by its path. Walks without recursion: bodies may be nested deep. */
function faultIn(body: unknown): Error | null {
  const open: [path: string, value: unknown][] = [['body', body]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, value] = next
    const fault = typeof value === 'object' ? null : faultOf(path, value)
    if (fault) return fault
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inside] of Object.entries(value)) {
      const wrongName = faultOf(`a field's name in ${path}`, name)
      if (wrongName) return wrongName
      open.push([`${path}/${name}`, inside])
    }
  }
  return null
}

function faultOf(path: string, value: unknown): Error | null {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = `${path} is beyond 9007199254740991, which JSON numbers do not carry exactly: send it as a string`
    return badRequest('INTEGER_TOO_LARGE', message, [{ path, message: 'send it as a string' }])
  }
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    const message = `${path} holds a NUL or half of a character, which is not text`
    return badRequest('INVALID_TEXT', message, [{ path, message: 'is not text' }])
  }
  return null
}
