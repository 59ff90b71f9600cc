import { encodeBytes, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { StoredName } from '../store/names.ts'

/** A name that a wallet keeps, with its newest record. */
export const NameOut = namedSchema(
  'Name',
  Type.Object({
    name: Type.String({ description: 'the IPNS name, in base36' }),
    value: Type.String({ description: 'what the name points at: a path that begins with /ipfs/ or /ipns/' }),
    sequence: Type.String({ description: 'the number of the record: records with a lower one do not replace it' }),
    validUntil: Type.String({ format: 'date-time', description: 'the record is served until then' }),
    status: Type.Enum(['valid', 'expired'], { description: 'whether the record is still served' }),
    ttl: Type.Integer({ description: 'seconds that readers may keep the record' }),
    record: Type.String({ description: 'the signed record, base64' }),
    routedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'when all routers took the record; absent until then' }),
    ),
    routingError: Type.Optional(Type.String({ description: 'why a router did not take the record' })),
  }),
)

export const nameOut = (row: StoredName, now: number): Static<typeof NameOut> => ({
  name: row.name,
  value: row.value,
  sequence: String(row.sequence),
  validUntil: row.valid_until.toISOString(),
  status: row.valid_until.getTime() > now ? 'valid' : 'expired',
  ttl: Math.round(Number(row.ttl_ms) / 1000),
  record: encodeBytes(row.record),
  ...(row.routed_at === null ? {} : { routedAt: row.routed_at.toISOString() }),
  ...(row.routing_error === null ? {} : { routingError: row.routing_error }),
})

/** The name that a wallet no longer keeps. */
export const RemovedOut = Type.Object({ name: NameOut.properties.name, status: Type.Literal('removed') })

export const ResolutionOut = namedSchema(
  'Resolution',
  Type.Object({
    name: Type.String({ description: 'the IPNS name in base36, or the domain' }),
    path: Type.String({ description: 'the content that the name leads to, a path that begins with /ipfs/' }),
    value: Type.String({ description: 'what the name itself points at, which may be another name' }),
    sequence: Type.Optional(Type.String({ description: 'of the record; absent for a domain' })),
    validUntil: Type.Optional(Type.String({ format: 'date-time', description: 'of the record; absent for a domain' })),
    record: Type.Optional(Type.String({ description: 'the signed record, base64; absent for a domain' })),
  }),
)
