/** Signs delegations of votes. */
import { giving, unprocessable, VerifyError } from '../error.ts'
import type { TopicReads } from '../mirror/topics.ts'
import { delegationText, type SignedDelegation } from './delegations.ts'
import { decodeRecord, recordFault } from './records/records.ts'
import { type Signing, signedBy } from './signatures/signed-by.ts'

/** A DAO on the ledger. */
export interface DaoPlace {
  topicId: string
  chain: string
  daoId: string
}

/** The maximum number of messages of the topic that are read. */
const MOST_MESSAGES = 20_000

/**
 * The number of an account's last delegation on a DAO's topic; 0 if there is none. The next delegation has the next
 * number. A signer must not take the number from the service: it could get a later number signed, and use the signature
 * when that number comes.
 *
 * @throws VerifyError 422 `TOPIC_TOO_LONG`; errors of the mirror's reads
 */
export async function lastDelegation(
  { topicMessages }: Pick<TopicReads, 'topicMessages'>,
  { topicId, chain, daoId }: DaoPlace,
  account: string,
): Promise<number> {
  let messages = 0
  const onRaw = () => {
    if (++messages > MOST_MESSAGES)
      throw unprocessable('TOPIC_TOO_LONG', `${topicId} has more than ${MOST_MESSAGES} messages`)
  }
  let last = 0
  for await (const { bytes } of topicMessages(topicId, undefined, { onRaw })) {
    const record = decodeRecord(bytes)
    if (record?.type !== 'delegation' || record.chain !== chain || record.daoId !== daoId) continue
    if (recordFault(record) !== undefined) continue
    for (const change of record.changes) if (change.account === account && change.number === last + 1) last++
  }
  return last
}

/** Refuses a number that the topic does not confirm. @throws VerifyError 503 `DELEGATIONS_DIFFER` */
export function checkLastDelegation(onTopic: number, shown: number): void {
  if (onTopic !== shown)
    throw new VerifyError(
      'DELEGATIONS_DIFFER',
      `Nothing was signed: the service has your delegation ${shown}, and the topic has ${onTopic}. If you have just delegated, try again in a moment`,
      { statusCode: 503, retryAfterSeconds: 2 },
    )
}

export interface Delegating<T> extends Signing, SignedDelegation {
  send(
    body: Omit<SignedDelegation, 'chain' | 'daoId' | 'topicId' | 'area'> & { area?: string; signature: string },
  ): Promise<T>
}

/**
 * Signs a member's delegation of its vote, or the end of one, and sends it. Its number must follow the one that
 * {@link lastDelegation} returns.
 *
 * @throws VerifyError `NOT_THE_KEY`
 */
export async function delegateVote<T>({ signer, key, send, ...delegation }: Delegating<T>): Promise<T> {
  const { account, area, delegate, number } = delegation
  const signature = await signedBy(account, delegationText(delegation), { signer, key })
  return giving(() => send({ account, delegate, number, ...(area === undefined ? {} : { area }), signature }))
}
