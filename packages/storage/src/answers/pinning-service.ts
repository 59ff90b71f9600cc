/** The shapes of the IPFS Pinning Service API (https://ipfs.github.io/pinning-services-api-spec/, version 1.0.0). */
import { AnyNames, type ApiError, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { PinRequest } from '../store/pin-requests.ts'

/** The maximum bytes of a request's metadata as JSON. It is stored for every request, and no quota counts it. */
export const MAX_META_BYTES = 1024

export const Meta = AnyNames(Type.String({ maxLength: 512 }), {
  title: 'an object of names and texts',
  description: `any names and texts, ${MAX_META_BYTES} bytes as JSON`,
})

export const ServicePinIn = Type.Object({
  cid: Type.String({ minLength: 1, maxLength: 512, description: 'the content identifier' }),
  name: Type.Optional(Type.String({ maxLength: 255 })),
  origins: Type.Optional(
    Type.Array(Type.String({ maxLength: 2048 }), {
      maxItems: 20,
      description: 'addresses of peers that have the content. This node does not connect to them',
    }),
  ),
  meta: Type.Optional(Meta),
})

export const PinStatusOut = namedSchema(
  'ServicePinStatus',
  Type.Object({
    requestid: Type.String({ description: 'the id of the request' }),
    status: Type.Enum(['queued', 'pinning', 'pinned', 'failed']),
    created: Type.String({ description: 'when the request was made, ISO 8601' }),
    pin: Type.Object(
      {
        cid: Type.String({ description: 'the content identifier, as it was sent' }),
        name: Type.Optional(Type.String()),
        meta: Type.Optional(AnyNames(Type.String(), { description: 'the metadata, as it was sent' })),
      },
      { description: 'what the client stated' },
    ),
    delegates: Type.Array(Type.String(), {
      description: 'the addresses of this node. It accepts connections from peers that it knows',
    }),
    info: Type.Optional(AnyNames(Type.String(), { description: 'why a pin has failed, or is not pinned yet' })),
  }),
)
export type PinStatusOut = Static<typeof PinStatusOut>

export const PinResultsOut = namedSchema(
  'ServicePinResults',
  Type.Object({
    count: Type.Integer({ description: 'how many requests match, on all pages' }),
    results: Type.Array(PinStatusOut),
  }),
)

export const PinFailureOut = namedSchema(
  'ServiceFailure',
  Type.Object({
    error: Type.Object({
      reason: Type.String({ description: "a constant of the API, or this platform's error code" }),
      details: Type.String({ description: 'what is wrong, and what to send instead' }),
    }),
  }),
)

const REASONS: Record<number, string> = { 400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 404: 'NOT_FOUND' }

/** The body of a failed request, in the API's own shape. */
export const pinFailure = ({ statusCode, code, message }: ApiError): Static<typeof PinFailureOut> => ({
  error: { reason: statusCode >= 500 ? 'INTERNAL_SERVER_ERROR' : (REASONS[statusCode] ?? code), details: message },
})

export function pinStatusOut(request: PinRequest, delegates: string[]): PinStatusOut {
  const { id, status, created_at: created, given: cid, name, meta, error } = request
  return {
    requestid: id,
    status,
    created: created.toISOString(),
    pin: { cid, ...(name === null ? {} : { name }), ...(meta === null ? {} : { meta }) },
    delegates,
    ...(status === 'pinned' ? {} : { info: { ...(error === null ? {} : { error }), ...INFO } }),
  }
}

/** Clients expect that a service connects to the origins that they name. */
const INFO = {
  origins:
    'Not used: this node connects only to peers that its operator knows (IPFS_BOOTSTRAP, IPFS_PEERS), and reads from its gateways',
}
