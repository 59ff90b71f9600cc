/** The API's answers about the shared key of the network of nodes. */
import type { GroupKey, Status } from '@quorate/frost'
import { AccountId, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { Standing } from '../model/standing.ts'
import { orNull } from './mirror.ts'

const Text = Type.String({ maxLength: 1000 })
const Faults = Type.Enum(
  [
    'SILENT',
    'REFUSED',
    'WRONG_COMMITMENTS',
    'WRONG_PROOF',
    'INCOMPLETE_DEAL',
    'WRONG_SHARE',
    'FALSE_COMPLAINT',
    'WRONG_CONFIRMATION',
  ],
  { description: 'the fault of the member, as the records on the topic show it' },
)

export const CeremonyOut = Type.Object({
  dkgId: Text,
  kind: Type.Enum(['generate', 'split', 'reshare', 'refresh', 'repair', 'rotate'], {
    description:
      'generate: a new key. split: a network key that one node had. reshare: other members or another threshold. refresh: new shares. repair: a lost share. rotate: a new key in place of the current one.',
  }),
  phase: Type.Enum(['commit', 'deal', 'judge', 'give', 'check', 'confirm', 'prove', 'done', 'failed'], {
    description: 'the records that the ceremony waits for, or how it has ended',
  }),
  deadline: Type.String({ format: 'date-time', description: 'the end of the phase, in consensus time' }),
  missing: Type.Array(AccountId, { description: 'whose records the phase waits for' }),
  out: Type.Array(
    Type.Object({
      walletId: AccountId,
      fault: Faults,
      reason: Type.Optional(
        Type.String({ description: 'the reason of a member that refused, in its signed record on the topic' }),
      ),
    }),
    { description: 'the members that were left out' },
  ),
  failure: orNull(Type.String({ description: 'why it failed' })),
})
export type CeremonyOut = Static<typeof CeremonyOut>

const Time = (description: string) => orNull(Type.String({ format: 'date-time', description }))

export const SharedKeyOut = namedSchema(
  'SharedKey',
  Type.Object({
    state: Type.Enum(['IDLE', 'KEY_GENERATION', 'CHALLENGE', 'AWAITING_RESULT', 'ACTIVE'], {
      description:
        'IDLE: there is no key. KEY_GENERATION: members commit and deal shares. CHALLENGE: they judge the shares. AWAITING_RESULT: they confirm the key, and new shares sign a test message. ACTIVE: there is a key.',
    }),
    dkgId: orNull(
      Type.String({
        maxLength: 200,
        description: "the topic and the consensus timestamp of the ceremony's first record, with @ between",
      }),
    ),
    publicKey: orNull(Type.String({ maxLength: 64, description: 'an ordinary Ed25519 public key, hex' })),
    threshold: orNull(Type.Integer({ description: 'how many members sign together' })),
    epoch: orNull(Type.Integer({ description: 'grows whenever the members get new shares of the key' })),
    members: Type.Array(
      Type.Object({
        walletId: AccountId,
        number: Type.Integer({ description: "FROST's identifier (RFC 9591)" }),
        publicKey: Type.String({ maxLength: 200, description: 'the key that signs its records, hex' }),
        verifyingShare: Type.String({ maxLength: 64, description: 'the public point of its share, hex' }),
        live: Type.Boolean({ description: 'whether it answers heartbeats' }),
        answeredAt: Time('the last answer to a heartbeat that this process has seen'),
      }),
      { maxItems: 30, description: 'who has a share' },
    ),
    canFail: orNull(
      Type.Integer({
        description:
          'how many more members may fail while the others can still sign; negative: too few are live. null without a key',
      }),
    ),
    hasShare: Type.Boolean({ description: 'whether this node has its share' }),
    backedUpAt: Time("when an operator last confirmed that a backup has this node's share"),
    topic: orNull(Type.String({ description: 'DKG_TOPIC of this node' })),
    isTopicRead: Type.Boolean({ description: 'whether this node has read the topic to its end' }),
    time: Type.String({ format: 'date-time', description: "this node's clock" }),
    replaced: Type.Array(Type.String({ maxLength: 64 }), {
      description: 'the public keys that rotations have replaced by this one, hex, the oldest first',
    }),
    former: Type.Array(
      Type.Object({
        publicKey: Type.String({ maxLength: 64, description: 'hex' }),
        dkgId: Text,
        hasShare: Type.Boolean({ description: 'whether this node has its share' }),
      }),
      { description: 'the replaced keys that this node still signs with, until it retires them' },
    ),
    moves: Type.Object(
      {
        moved: Type.Integer({ description: 'how many entities this node has seen move' }),
        left: Type.Integer({ description: 'how many still need an earlier key' }),
        entities: Type.Array(
          Type.Object({
            kind: Type.Enum(['account', 'topic', 'token']),
            entity: Type.String({ maxLength: 40, description: 'its id' }),
            state: Type.Enum(['WAITING', 'MOVED', 'OWNER_NEEDED', 'FAILED'], {
              description: 'OWNER_NEEDED: the owner must sign, too. FAILED: it is tried again.',
            }),
            reason: orNull(Type.String({ description: 'why it has not moved yet' })),
          }),
          { maxItems: 100, description: 'up to 100 of the entities, first those that still need an earlier key' },
        ),
      },
      { description: "entities on their way from the network's earlier keys to the current one" },
    ),
    ceremony: Type.Union([CeremonyOut, Type.Null()], { description: 'the running ceremony, or the last one' }),
  }),
)
const exact = { additionalProperties: false }
const GroupKeyIn = Type.Object(
  {
    dkgId: Type.String({ maxLength: 200 }),
    epoch: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'grows whenever members get new shares' }),
    threshold: Type.Integer({ minimum: 1, maximum: 30 }),
    publicKey: Type.String({ maxLength: 64 }),
    members: Type.Array(
      Type.Object(
        {
          id: AccountId,
          key: Type.String({ maxLength: 200 }),
          number: Type.Integer({ minimum: 1, maximum: 255 }),
          verifyingShare: Type.String({ maxLength: 64, description: 'the public point of its share, hex' }),
        },
        exact,
      ),
      { maxItems: 30 },
    ),
    replaced: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 1000,
        description: 'the public keys that this one has replaced, hex, the oldest first',
      }),
    ),
  },
  { ...exact, description: 'the shared key, without secrets' },
)
export const ShareBackup = namedSchema(
  'ShareBackup',
  Type.Object(
    {
      quorate: Type.Literal(1, { description: 'the version of the form' }),
      type: Type.Literal('share'),
      chain: Type.String({ maxLength: 100 }),
      key: GroupKeyIn,
      sealed: Type.String({ maxLength: 200, description: "the node's share, sealed with SHARE_KEY, base64" }),
    },
    { ...exact, description: "the backup of a node's share. Without SHARE_KEY nobody can open it" },
  ),
)
export type ShareBackup = Static<typeof ShareBackup>

/** The result of a node's check of the nodes in its list before a ceremony. */
export const CheckOut = Type.Object({
  topic: orNull(Type.String({ description: 'DKG_TOPIC' })),
  isTopicRead: Type.Boolean({ description: 'whether the node has read the topic to its end' }),
  threshold: Type.Integer({ description: 'how many would sign together after a generation or a reshare' }),
  members: Type.Array(
    Type.Object({
      walletId: AccountId,
      url: Type.String(),
      live: Type.Boolean({
        description: 'whether it answers heartbeats, which need its key in the list and clocks less than 60 s apart',
      }),
      answers: Type.Boolean({ description: 'whether it answers this node at `GET /smart-node/dkg`' }),
      version: orNull(Type.String({ description: 'the version that it runs' })),
      clockOffsetMs: orNull(
        Type.Integer({ description: "how far its clock is ahead of this node's, in milliseconds; negative: behind" }),
      ),
      topic: orNull(Type.String({ description: 'its DKG_TOPIC' })),
      isTopicRead: Type.Boolean({ description: 'whether it has read that topic to its end' }),
      isBackedUp: Type.Boolean({ description: 'whether an operator has confirmed a backup of its share' }),
      dkgId: orNull(Type.String({ description: 'the shared key that it knows' })),
      hasShare: Type.Boolean({ description: 'whether it says that it has its share' }),
    }),
    { description: 'the list of the nodes' },
  ),
})
export type CheckOut = Static<typeof CheckOut>

export const TestSignatureOut = Type.Object({
  publicKey: Type.String({ description: 'hex' }),
  message: Type.String({ description: 'hex; it begins with "Quorate signing test v1"' }),
  signature: Type.String({ description: 'an ordinary Ed25519 signature of the public key over the message, hex' }),
  cheaters: Type.Array(AccountId, { description: 'members whose answers were wrong' }),
})

export type SharedKeyOut = Static<typeof SharedKeyOut>

const STATES: Partial<Record<Status['phase'], SharedKeyOut['state']>> = {
  commit: 'KEY_GENERATION',
  deal: 'KEY_GENERATION',
  give: 'KEY_GENERATION',
  judge: 'CHALLENGE',
  check: 'CHALLENGE',
  confirm: 'AWAITING_RESULT',
  prove: 'AWAITING_RESULT',
}

/** The members of a node's key as the node sees them. `self` is the node's own account. */
export interface SeenMembers {
  self: string
  standing(id: string): Standing
}

/** The keys of a node, and how many entities have moved to the current key. */
export interface SeenKeys extends Pick<SharedKeyOut, 'topic' | 'isTopicRead'> {
  held: HeldKey | undefined
  former: readonly HeldKey[]
  moves: SharedKeyOut['moves']
  /** Milliseconds since 1970. */
  now: number
}

export function sharedKeyOut(
  { held, former, moves, topic, isTopicRead, now }: SeenKeys,
  ceremony: CeremonyOut | undefined,
  seen: SeenMembers,
): SharedKeyOut {
  const key: GroupKey | undefined = held?.key
  return {
    state: (ceremony && STATES[ceremony.phase]) ?? (key ? 'ACTIVE' : 'IDLE'),
    dkgId: key?.dkgId ?? null,
    publicKey: key?.publicKey ?? null,
    threshold: key?.threshold ?? null,
    epoch: key?.epoch ?? null,
    members:
      key?.members.map(({ id, number, key: publicKey, verifyingShare }) => ({
        ...{ walletId: id, number, publicKey, verifyingShare },
        live: isLive(seen, id),
        answeredAt: iso(seen.standing(id).answeredAt),
      })) ?? [],
    canFail: held ? canFail(held, seen) : null,
    hasShare: held?.share !== undefined,
    backedUpAt: iso(held?.backedUpAt?.getTime()),
    ...{ topic, isTopicRead, time: new Date(now).toISOString() },
    replaced: [...(key?.replaced ?? [])],
    former: former.map(({ key: { publicKey, dkgId }, share }) => ({ publicKey, dkgId, hasShare: share !== undefined })),
    moves,
    ceremony: ceremony ?? null,
  }
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

const isLive = ({ self, standing }: SeenMembers, id: string): boolean => id === self || standing(id).live

/** How many members may fail while the others can still sign. This node counts only if it has its share. */
export function canFail({ key, share }: HeldKey, seen: SeenMembers): number {
  const able = key.members.filter(({ id }) => (id === seen.self ? share !== undefined : isLive(seen, id)))
  return able.length - key.threshold
}

/** The group key that such an answer contains. */
export function groupKeyFrom({
  dkgId,
  publicKey,
  threshold,
  epoch,
  members,
  replaced,
}: SharedKeyOut): GroupKey | undefined {
  if (dkgId === null || publicKey === null || threshold === null || epoch === null) return undefined
  const all = members.map(({ walletId: id, publicKey: key, number, verifyingShare }) => ({
    id,
    key,
    number,
    verifyingShare,
  }))
  return { dkgId, epoch, threshold, publicKey, members: all, ...(replaced.length > 0 ? { replaced } : {}) }
}

export const ceremonyOut = ({ dkgId, kind, phase, deadline, missing, out, failure }: Status): CeremonyOut => ({
  dkgId,
  kind,
  phase,
  deadline: new Date(Number(deadline / 1_000_000n)).toISOString(),
  missing: [...missing],
  out: out.map(({ id, fault, reason }) => ({ walletId: id, fault, ...(reason === undefined ? {} : { reason }) })),
  failure: failure ?? null,
})
