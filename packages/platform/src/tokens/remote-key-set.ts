/** Reads the key set of remote nodes, within limits. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { unavailable } from '../base/errors.ts'
import { boundedJson } from '../streams/bounded-answers.ts'

/** A key set has a few keys. A larger answer is something else. */
const MAX_BYTES = 65_536
const MAX_KEYS = 100
const check = Compile(Type.Object({ keys: Type.Array(Type.Object({}), { maxItems: MAX_KEYS }) }))

/**
 * The keys at these URLs, for {@link createTokenVerifier}. They are read when a token is verified, and again if the
 * last read was ten minutes ago or the token's key is missing, but never twice within `cooldownMs`. If a node does not
 * answer or lacks the key, the next one is tried. The node that answered is tried first next time.
 */
export function remoteKeySet(urls: readonly string[], { cooldownMs = 30_000 } = {}): JWTVerifyGetKey {
  const options = { cooldownDuration: cooldownMs, [customFetch]: fetchKeys }
  let sets = urls.map((url) => createRemoteJWKSet(new URL(url), options))
  return async (header, token) => {
    const failures: unknown[] = []
    for (const keyOf of sets) {
      try {
        const key = await keyOf(header, token)
        if (failures.length > 0) sets = [keyOf, ...sets.filter((one) => one !== keyOf)]
        return key
      } catch (error) {
        failures.push(error)
      }
    }
    throw failures.find((error) => error instanceof errors.JWKSNoMatchingKey) ?? failures[0]
  }
}

/** @throws 503 KEY_SET_UNAVAILABLE if the answer is not a key set, or too large */
async function fetchKeys(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, options)
  const keys = await boundedJson(answer, MAX_BYTES)
  if (answer.status === 200 && check.Check(keys)) return Response.json(keys)
  throw unavailable(
    'KEY_SET_UNAVAILABLE',
    `The key set for checking tokens cannot be read now: GET ${url} answered ${answer.status} without a set of at most ${MAX_KEYS} keys in ${MAX_BYTES} bytes`,
  )
}
