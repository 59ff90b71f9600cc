/** Custom fees of topics (HIP-991), which the bytes of a message do not contain. */
import { type Difference, difference } from '../../bodies/compare.ts'
import { statementsIn } from '../../bodies/statements.ts'
import { type Key, sameKey } from '../../keys/keys.ts'
import type { Decoded } from '../../protobuf/decode.ts'
import type { ShownTopic } from '../shown.ts'

interface Reads {
  key(accountId: string): Promise<Key | null>
  topic(topicId: string): Promise<ShownTopic | null>
}

/** The topic of a message: sent immediately, in the creation of a schedule, or in one that the ledger keeps. */
const TOPIC = /(?:^|\.)consensusSubmitMessage\.topicID$/

/**
 * Returns a difference for each message in these bodies whose topic charges, or may charge by the time of execution.
 * Unless the bytes set a limit, the payer pays whatever the topic charges.
 */
export async function topicFees(
  bodies: readonly Decoded[],
  { ledger, payerId }: { ledger: Reads; payerId: string },
): Promise<Difference[]> {
  const said = bodies.flatMap(({ fields, message }) => [...statementsIn(fields, message)])
  const topics = new Map(said.flatMap(([path, { text }]) => (TOPIC.test(path) ? [[text, path] as const] : [])))
  const found: Difference[] = []
  for (const [id, path] of topics) {
    const topic = await ledger.topic(id)
    const [key, own] = [topic?.feeScheduleKey, await ledger.key(payerId)]
    if (!topic) found.push(difference(path, `The ledger shows no topic ${id}, so its custom fees are unknown`))
    else if (topic.customFees.some(({ collector }) => collector !== payerId))
      found.push(difference(path, `The topic ${id} charges custom fees for each message`))
    else if (key && !(own && sameKey(key, own)))
      found.push(difference(path, `The topic ${id} may charge custom fees by the time of execution (fee schedule key)`))
  }
  return found
}
