/** Formats that a client may request by `format` or `Accept` (https://specs.ipfs.tech/http-gateways/path-gateway/). */
import { Type } from 'typebox'

/** The media type of each format. */
export const TYPES = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car',
  tar: 'application/x-tar',
  'dag-json': 'application/vnd.ipld.dag-json',
  'dag-cbor': 'application/vnd.ipld.dag-cbor',
  json: 'application/json',
  cbor: 'application/cbor',
} as const
export type Format = keyof typeof TYPES

export const FormatIn = Type.Optional(
  Type.Enum(Object.keys(TYPES) as Format[], {
    description:
      'the format of the answer instead of `Accept`: `raw` is one block, `car` is all blocks in an archive, `tar` is a tree of files, and the others are blocks of that codec',
  }),
)

const HTML = 'text/html'

/** The format that an `Accept` header asks for: the first of its types that is a format, or a page for people. */
export function acceptedFormat(accept = ''): Format | 'html' | undefined {
  for (const part of accept.split(',')) {
    const [type = ''] = part.split(';', 1)
    const name = type.trim().toLowerCase()
    if (name === HTML) return 'html'
    for (const [format, known] of Object.entries(TYPES)) if (name === known) return format as Format
  }
  return undefined
}

/** The parameters of a type in an `Accept` header, such as `dups=y` of `application/vnd.ipld.car; dups=y`. */
export function parametersOf(accept: string | undefined, type: string): Map<string, string> {
  const found = (accept ?? '').split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === type)
  const pairs = (found ?? '').split(';').slice(1)
  return new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
}
