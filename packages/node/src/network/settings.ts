import { TokenId, TopicId } from '@quorate/platform'
import { Type } from 'typebox'

const text = (standard: string) => Type.String({ default: standard, maxLength: 1000 })

/** What the node says of itself to others, and whom it watches. */
export const networkSettings = {
  NODE_NAME: text('Quorate node'),
  NODE_DESCRIPTION: text(''),
  /** The NFT that stands for the node. */
  NODE_NFT: Type.Optional(TokenId),
  NODE_NFT_SERIAL: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  NODE_TIER: text(''),
  NODE_REGION: text(''),
  NODE_PERMISSIONS: Type.Array(Type.String(), { default: [] }),
  /** A file: `{members: [{walletId, url, publicKey, ...}], signature?}`. The node alone without it. */
  NETWORK_MEMBERS: Type.Optional(Type.String({ description: 'the path of a JSON file' })),
  /** A consensus topic of the default chain with signed lists of members, instead of a file. */
  NETWORK_TOPIC: Type.Optional(TopicId),
  /** The public key that must have signed the members; nobody needs to have signed a file if not set. */
  NETWORK_PUBLISHER: Type.Optional(Type.String({ description: 'a public key in hex, DER or raw' })),
  /** Milliseconds between heartbeats. */
  NETWORK_HEARTBEAT: Type.Integer({ minimum: 50, maximum: 3_600_000, default: 10_000 }),
  /** How many members, this node included, must be there; the majority if not set. */
  NETWORK_THRESHOLD: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
}
