import { namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { ContentPathIn } from '../identifier/given-path.ts'
import type { Pin } from '../store/pins.ts'

export const CidIn = Type.Object({ cid: ContentPathIn.properties.cid })

/** A pin record with its status. */
export const PinOut = namedSchema(
  'Pin',
  Type.Object({
    cid: Type.String(),
    owner: Type.String({ description: 'the wallet' }),
    chain: Type.String({ description: "the wallet's chain" }),
    timestamp: Type.Integer({ description: 'Unix time of the pin, seconds' }),
    status: Type.Enum(['queued', 'pinning', 'pinned', 'failed']),
    bytes: Type.Integer({
      description: "bytes of the wallet's quota that its blocks take, each with at least 4 KiB; 0 until it is pinned",
    }),
    error: Type.Optional(Type.String({ description: 'why it failed or is still pending' })),
    metadata: Type.Optional(
      Type.Object({
        filename: Type.Optional(Type.String()),
        mimetype: Type.Optional(Type.String()),
        size: Type.Optional(Type.Integer({ description: 'bytes' })),
      }),
    ),
  }),
)

/** The pin that an owner has just ended. */
export const UnpinnedOut = Type.Object({
  ...Type.Omit(PinOut, ['status', 'bytes', 'error']).properties,
  status: Type.Literal('unpinned'),
})

export function unpinnedOut(pin: Pin): Static<typeof UnpinnedOut> {
  const { status: _status, bytes: _bytes, error: _error, ...rest } = pinOut(pin)
  return { ...rest, status: 'unpinned' }
}

export function pinOut(pin: Pin): Static<typeof PinOut> {
  const metadata = {
    ...(pin.filename === null ? {} : { filename: pin.filename }),
    ...(pin.mimetype === null ? {} : { mimetype: pin.mimetype }),
    ...(pin.size === null ? {} : { size: Number(pin.size) }),
  }
  return {
    cid: pin.cid,
    owner: pin.owner,
    chain: pin.chain,
    timestamp: Math.floor(pin.created_at.getTime() / 1000),
    status: pin.status,
    bytes: Number(pin.bytes),
    ...(pin.error === null ? {} : { error: pin.error }),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}
