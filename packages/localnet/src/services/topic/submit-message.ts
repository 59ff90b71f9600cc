import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountNumber, topicNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { nanosOf } from '#protocol/time.ts'
import type { Topic } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { chargeTopicFees, checkLimitsOnce } from './custom-fees.ts'
import { RUNNING_HASH_VERSION, runningHash } from './running-hash.ts'
import { usableTopic } from './topics.ts'

/** consensus.message.maxBytesAllowed */
const MAX_MESSAGE_BYTES = 1024

/** ConsensusSubmitMessage. */
export const submitMessage = define('consensusSubmitMessage', {
  type: 27,
  name: 'CONSENSUSSUBMITMESSAGE',
  price: {
    functionality: 'ConsensusSubmitMessage',
    base: 7_000_000n,
    extras: ({ topicID, message }, state) => [
      ['STATE_BYTES', message?.length ?? 0, 1024],
      [
        'CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE',
        state.topics.get(topicNumber(topicID))?.customFees.length ? 1 : 0,
        0,
      ],
    ],
  },

  precheck({ topicID, message }, { maxCustomFees }) {
    checkLimitsOnce(maxCustomFees ?? [])
    check(topicID != null, 'INVALID_TOPIC_ID')
    check((message?.length ?? 0) > 0, 'INVALID_TOPIC_MESSAGE')
  },

  signers({ topicID }, { state }) {
    const { submitKey } = usableTopic(state, topicID)
    return submitKey ? [submitKey.rule] : []
  },

  handle(body, context) {
    const { state, transaction } = context
    const topic = usableTopic(state, body.topicID)
    check((body.message?.length ?? 0) <= MAX_MESSAGE_BYTES, 'MESSAGE_SIZE_TOO_LARGE')
    if (body.chunkInfo) checkChunk(body.chunkInfo, transaction.transactionID ?? {})
    if (topic.customFees.length > 0) chargeTopicFees(topic, context)
    append(body.message ?? new Uint8Array(), topic, context)
    context.entity = topic.num
  },
})

/**
 * Checks a chunk. Its number is from 1 to `total`. Its initial transaction has the same payer. The first chunk's
 * initial transaction is its own.
 */
function checkChunk(
  { number, total, initialTransactionID }: proto.IConsensusMessageChunkInfo,
  id: proto.ITransactionID,
) {
  check((number ?? 0) >= 1 && (number ?? 0) <= (total ?? 0), 'INVALID_CHUNK_NUMBER')
  const isPayers = accountNumber(initialTransactionID?.accountID) === accountNumber(id.accountID)
  check(isPayers, 'INVALID_CHUNK_TRANSACTION_ID')
  check(number !== 1 || isSame(initialTransactionID ?? {}, id), 'INVALID_CHUNK_TRANSACTION_ID')
}

function isSame(a: proto.ITransactionID, b: proto.ITransactionID): boolean {
  const isAtOnce = nanosOf(a.transactionValidStart) === nanosOf(b.transactionValidStart)
  return isAtOnce && (a.scheduled ?? false) === (b.scheduled ?? false) && (a.nonce ?? 0) === (b.nonce ?? 0)
}

function append(message: Uint8Array, topic: Topic, { state, transaction, now, receipt }: HandleContext): void {
  const payer = accountNumber(transaction.transactionID?.accountID)
  const sequence = topic.sequence + 1n
  const hashed = { payer, topic: topic.num, consensusTimestamp: now, sequence, message }
  const hash = runningHash(topic.runningHash, hashed)
  state.topics.put(topic.num, { ...topic, sequence, runningHash: hash })
  receipt.topicSequenceNumber = toLong(sequence)
  receipt.topicRunningHash = hash
  receipt.topicRunningHashVersion = toLong(RUNNING_HASH_VERSION)
}
