/** Which entity a transaction created, by its outcome, its receipt and the mirror. */
import { proto } from '@hiero-ledger/proto'
import type { FinalOutcome } from '@quorate/ledger'
import { type Key, keyFromProto, type Leaf, leaves, publicKeyText, sameKey } from '@quorate/verify'
import type { EntityKind } from '../model/write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { BindingRow } from '../store/bindings.ts'

/**
 * The entity that a transaction created, if its body is the one that the client was given and its keys contain the
 * network key: the payer can create something else under the same id. Null while that is not known, undefined if it was
 * another body.
 */
export async function createdEntity(
  ledger: OperatedLedger,
  networkKey: Leaf,
  { body_bytes: bodyBytes, kind: what }: BindingRow,
  outcome: FinalOutcome,
  submitted: string | undefined,
): Promise<string | null | undefined> {
  const field = `${what as EntityKind}Id` as const
  if (!bodyBytes) return outcome.receipt[field] ?? null
  const execution = await ledger.execution({
    bodyBytes,
    outcome,
    ...(submitted === undefined ? {} : { submitted: [submitted] }),
  })
  if (execution.state === 'superseded' || execution.state === 'failed') return undefined
  if (execution.state === 'unknown' || execution.proof === 'precheck') return null
  const entity = execution.outcome.receipt[field]
  if (!entity) return null
  // If the mirror no longer shows the entity as it was created, its present keys must contain the network key.
  if (execution.proof !== 'row') return entity
  if (what === 'topic') return (await hasKeysOf(ledger, entity, bodyBytes)) ? entity : undefined
  const keys = await keysOf(ledger, what as EntityKind, entity)
  const own = publicKeyText(networkKey)
  return keys.some((key) => key && leaves(key).some((leaf) => publicKeyText(leaf) === own)) ? entity : undefined
}

/**
 * Whether a topic has exactly the keys that the client's creation named. A topic with the network key among other keys
 * also obeys those.
 */
async function hasKeysOf({ mirror }: OperatedLedger, topicId: string, bodyBytes: Uint8Array): Promise<boolean> {
  const topic = await mirror.topic(topicId)
  const named = proto.TransactionBody.decode(bodyBytes).consensusCreateTopic
  const isSame = (shown: Key | null | undefined, key: proto.IKey | null | undefined): boolean =>
    key && shown ? sameKey(shown, keyFromProto(proto.Key.encode(key).finish())) : !key && !shown
  return (
    isSame(topic?.adminKey, named?.adminKey) &&
    isSame(topic?.submitKey, named?.submitKey) &&
    isSame(topic?.feeScheduleKey, named?.feeScheduleKey)
  )
}

/** The present keys of an account or token. */
async function keysOf({ mirror }: OperatedLedger, kind: EntityKind, id: string): Promise<(Key | null | undefined)[]> {
  if (kind === 'account') return [(await mirror.account(id))?.key]
  return Object.values((await mirror.tokenDetails(id))?.keys ?? {})
}
