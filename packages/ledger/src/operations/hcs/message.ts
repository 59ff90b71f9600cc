import { AccountId, CustomFeeLimit, CustomFixedFee, Long, TopicMessageSubmitTransaction } from '@hiero-ledger/sdk'
import { Bytes, decodeAmount, decodeBytes, TopicId, unprocessable } from '@quorate/platform'
import { leaves, verifyWalletMessage } from '@quorate/verify'
import { Type } from 'typebox'
import { MaxCustomFees } from '../../fees/max-custom-fees.ts'
import { signaturesFrom, verifiedSignatures } from '../../keys/signatures.ts'
import { MAX_MESSAGE_BYTES } from '../../topics/submission.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation, type Sender } from '../operation.ts'

/** The maximum number of chunks of one message: the default limit of the ledger's SDKs. */
const MAX_CHUNKS = 20

export const submitMessage = defineOperation({
  name: 'message/topic',
  method: 'POST',
  path: '/hcs/{topic}/message',
  tag: 'topics',
  summary: `Submit a message to a topic, in up to ${MAX_CHUNKS} chunks of ${MAX_MESSAGE_BYTES} bytes`,
  errors: {
    400: ['INVALID_BYTES', 'INVALID_TRANSACTION_BYTES', 'TOO_MANY_SIGNATURES'],
    422: ['CHUNKS_CHARGE_FEES', 'INVALID_TOPIC_ID', 'MESSAGE_SIZE_TOO_LARGE'],
  },
  params: Type.Object({ topic: TopicId }),
  body: bodyOf({
    message: Type.String({ minLength: 1 }),
    signature: Type.Optional(Bytes),
    maxCustomFees: Type.Optional(MaxCustomFees),
  }),
  async prepare({ params: { topic }, body: { message, signature, maxCustomFees } }, { facts, sender }) {
    const bytes = Buffer.from(message)
    if (bytes.length > MAX_CHUNKS * MAX_MESSAGE_BYTES)
      throw unprocessable(
        'MESSAGE_SIZE_TOO_LARGE',
        `message has ${bytes.length} bytes, and the maximum is ${MAX_CHUNKS} chunks of ${MAX_MESSAGE_BYTES}`,
      )
    if (signature !== undefined) checkSignature(bytes, decodeBytes(signature, 'signature'), sender)
    await facts.topic(topic)
    const limits = limitsOf(sender, maxCustomFees?.find(({ id }) => id === topic)?.fees ?? [])
    const first = bytes.subarray(0, MAX_MESSAGE_BYTES)
    return {
      transaction: new TopicMessageSubmitTransaction().setTopicId(topic).setMessage(first).setCustomFeeLimits(limits),
      message: { topicId: topic, bytes, limits },
    }
  },
})

/**
 * The most that the sender pays in custom fees of the topic (HIP-991). If the topic charges more, the ledger refuses
 * the message.
 */
function limitsOf({ id }: Sender, fees: MaxCustomFees[number]['fees']): CustomFeeLimit[] {
  if (fees.length === 0) return []
  const limits = fees.map(({ token_id, amount }) => {
    const fee = new CustomFixedFee().setAmount(Long.fromString(decodeAmount(amount, 'maxCustomFees').toString()))
    return token_id === 'HBAR' ? fee : fee.setDenominatingTokenId(token_id)
  })
  return [new CustomFeeLimit().setAccountId(AccountId.fromString(id)).setFees(limits)]
}

/** @throws 422 INVALID_SIGNATURE unless a key of the sender signed the message, raw or with the wallets' prefix */
function checkSignature(message: Uint8Array, signature: Uint8Array, { id, account }: Sender): void {
  const candidates = account.key ? leaves(account.key) : []
  const options = { verifies: verifyWalletMessage }
  if (verifiedSignatures(message, signaturesFrom(signature), candidates, options).length > 0) return
  throw unprocessable('INVALID_SIGNATURE', `signature is not a signature of the message by a key of ${id}`)
}
