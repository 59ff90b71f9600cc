/**
 * Reads a topic's sequence number and running hash from a consensus node, with a paid query (ConsensusGetTopicInfo).
 */
import { proto } from '@hiero-ledger/proto'
import { Hbar, TopicId, TransferTransaction } from '@hiero-ledger/sdk'
import { ApiError, unavailable } from '@quorate/platform'
import type { TopicInfo } from '@quorate/verify/recount'
import type { Operator } from '../keys/signer.ts'
import { freezeFor, type LedgerTime, withSignatures } from '../transactions/freeze.ts'
import { codeName } from '../transactions/receipts.ts'
import { GrpcFailure } from './grpc.ts'
import type { Nodes } from './nodes.ts'

/** The maximum number of tinybars that the operator pays for one query. */
const MAX_COST = 10_000_000n

const PATH = '/proto.ConsensusService/getTopicInfo'
const ANSWER_TIMEOUT_MS = 10_000
/** How many nodes are tried before the query fails. */
const TRIED = 3

/** See `Ledger.topicInfo`. */
export function createTopicInfo(
  { chain, operator }: { chain: string; operator?: Operator | undefined },
  nodes: Nodes,
  validStart: () => LedgerTime,
): (topicId: string) => Promise<TopicInfo> {
  async function ask(nodeId: string, query: proto.IConsensusGetTopicInfoQuery) {
    const bytes = proto.Query.encode({ consensusGetTopicInfo: query }).finish()
    const answer = await nodes.call(nodeId, PATH, bytes, ANSWER_TIMEOUT_MS)
    return proto.Response.decode(answer).consensusGetTopicInfo ?? {}
  }

  async function askPaid(payer: Operator, nodeId: string, topicId: string): Promise<TopicInfo | string> {
    const topicID = proto.TopicID.decode(TopicId.fromString(topicId).toBytes())
    const unknown = { nodeId, exists: false, sequence: 0n, runningHash: new Uint8Array() }
    const { header: price } = await ask(nodeId, { topicID, header: { responseType: proto.ResponseType.COST_ANSWER } })
    const refusal = codeName(price?.nodeTransactionPrecheckCode)
    if (refusal === 'INVALID_TOPIC_ID') return unknown
    const cost = BigInt(String(price?.cost ?? 0))
    if (refusal !== 'OK') return `${nodeId} answered ${refusal}`
    if (cost < 0n || cost > MAX_COST) return `${nodeId} asks for ${cost} tinybars`
    const header = { payment: payment(payer, nodeId, cost), responseType: proto.ResponseType.ANSWER_ONLY }
    const answer = await ask(nodeId, { topicID, header })
    const code = codeName(answer.header?.nodeTransactionPrecheckCode)
    if (code === 'INVALID_TOPIC_ID') return unknown
    if (code !== 'OK' || !answer.topicInfo) return `${nodeId} answered ${code}`
    const { sequenceNumber, runningHash } = answer.topicInfo
    return {
      nodeId,
      exists: true,
      sequence: BigInt(String(sequenceNumber ?? 0)),
      runningHash: runningHash ?? new Uint8Array(),
    }
  }

  function payment({ accountId, publicKey, sign }: Operator, nodeId: string, cost: bigint): proto.ITransaction {
    const transfer = new TransferTransaction()
      .addHbarTransfer(accountId, Hbar.fromTinybars(String(-cost)))
      .addHbarTransfer(nodeId, Hbar.fromTinybars(String(cost)))
    const how = { payer: accountId, validStart: validStart(), validDurationSeconds: 120 }
    const { bodyBytes } = freezeFor(nodeId, transfer, how)
    return proto.Transaction.decode(withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }]))
  }

  return async (topicId) => {
    if (!operator) throw new ApiError(501, 'NO_OPERATOR', `no operator is configured for ${chain}`)
    const said: string[] = []
    for (let tried = 0; tried < TRIED; tried++) {
      const answer = await askPaid(operator, nodes.pick(), topicId).catch((error: unknown) => {
        if (error instanceof GrpcFailure || error instanceof RangeError) return error.message
        throw error
      })
      if (typeof answer !== 'string') return answer
      said.push(answer)
    }
    throw unavailable(
      'LEDGER_UNAVAILABLE',
      `No consensus node returned the state of topic ${topicId}: ${said.join('; ')}`,
    )
  }
}
