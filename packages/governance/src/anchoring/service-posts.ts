/** Requests from this service to other services of the platform. */
import { boundedJson } from '@quorate/platform'

/** The address of a service. In the same process, it may not be listening yet. */
export interface ServiceAddress {
  url(): string | undefined
}

/** The answer of a service. The status 503 may also mean that the service did not answer. */
export interface ServiceAnswer {
  status: number
  answer: unknown
}

/** The maximum number of bytes of an answer that are read. */
const MAX_ANSWER = 65_536

/** @param service.name as error messages show it, such as `the node` */
export async function postTo(
  { name, address }: { name: string; address: ServiceAddress },
  path: string,
  { body, timeoutMs }: { body: object; timeoutMs: number },
): Promise<ServiceAnswer> {
  const base = address.url()
  if (base === undefined) return { status: 503, answer: `${name} does not listen yet` }
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, answer: await boundedJson(response, MAX_ANSWER) }
  } catch (error) {
    return { status: 503, answer: `${base} does not answer: ${String(error).slice(0, 200)}` }
  }
}
