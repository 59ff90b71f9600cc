import { setting, TokenId, TopicId } from '@quorate/platform'
import { Type } from 'typebox'

const text = (standard: string) => Type.String({ default: standard, maxLength: 1000 })

/** The environment variables that describe the node to others and tell it which members to watch. */
export const networkSettings = {
  NODE_NAME: setting('The name of the node.', text('Quorate node')),
  NODE_DESCRIPTION: setting('A description of the node.', text('')),
  NODE_NFT: setting('The token of the NFT that represents the node.', Type.Optional(TokenId)),
  NODE_NFT_SERIAL: setting(
    'The serial number of that NFT.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  ),
  NODE_TIER: setting('The tier that the node names.', text('')),
  NODE_REGION: setting('The region that the node names.', text('')),
  NODE_PERMISSIONS: setting('The permissions that the node names.', Type.Array(Type.String(), { default: [] })),
  NETWORK_MEMBERS: setting(
    'A file that lists the other nodes: {members: [{walletId, url, publicKey, ...}], signature?}. Without it, the node is alone.',
    Type.Optional(Type.String({ description: 'the path of a JSON file' })),
  ),
  NETWORK_TOPIC: setting(
    'A consensus topic of the default chain with signed lists of the other nodes, instead of a file.',
    Type.Optional(TopicId),
  ),
  NETWORK_PUBLISHER: setting(
    'The public key that must have signed the list of nodes. Without it, a file needs no signature.',
    Type.Optional(Type.String({ description: 'a public key in hex, DER or raw' })),
  ),
  DKG_TOPIC: setting(
    "A consensus topic of the default chain on which the nodes of the network make a key together. All members' operators must be able to write there.",
    Type.Optional(TopicId),
  ),
  DKG_PUBLIC_KEY: setting(
    'The public key that the nodes of the network share. A node needs it to join them, or after it has lost its database, because it does not take it from other nodes.',
    Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        title: 'a raw Ed25519 public key in lower-case hex',
        examples: ['ab'.repeat(32)],
      }),
    ),
  ),
  NETWORK_HEARTBEAT: setting(
    'The time between heartbeats, and between reads of DKG_TOPIC, in milliseconds.',
    Type.Integer({ minimum: 50, maximum: 3_600_000, default: 10_000 }),
  ),
  NETWORK_THRESHOLD: setting(
    'How many nodes, this one included, must be live, and how many sign together with a key that they share. Without it, the majority.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  ),
}
