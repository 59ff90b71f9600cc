/** The URL of a request. */
import { QuorateError } from './errors.ts'

type Values = Readonly<Record<string, unknown>>

/** @throws QuorateError `NO_ADDRESS`, `INVALID_PARAMETER` */
export function addressOf(
  base: string | undefined,
  name: string,
  path: string,
  { path: values, query }: { path?: Values; query?: Values },
): URL {
  if (base === undefined)
    throw new QuorateError({
      code: 'NO_ADDRESS',
      message: `The address of ${name} is not known: pass ${name} to createClient`,
    })
  const url = new URL(
    withoutSlash(base) + path.replace(/\{(\w+)\}/g, (_, parameter: string) => inPath(parameter, values?.[parameter])),
  )
  for (const [parameter, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) url.searchParams.append(parameter, String(one))
  return url
}

export const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** Encodes a value for the path. Refuses the segments `.` and `..`. Only the `path` parameter may contain slashes. */
function inPath(parameter: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  const segments = parameter === 'path' ? text.split('/') : [text]
  if (segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..'))
    return segments.map(encodeURIComponent).join('/')
  throw new QuorateError({
    code: 'INVALID_PARAMETER',
    message: `path.${parameter} is ${JSON.stringify(text)}: it must not be empty, nor have the segments . and ..`,
  })
}
