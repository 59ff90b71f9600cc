/** Reads a DAO's current rules from its topic, before anybody signs a change of them. */
import { unprocessable, VerifyError } from '../error.ts'
import type { DaoPlace } from '../governance/delegate.ts'
import { decodeRecord, type RecordedRules, recordFault } from '../governance/records/records.ts'
import { RulesHistory, type RulesInForce } from '../governance/rules/rules-history.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { checkAtOnce } from './checks/rules-at-once.ts'
import { checkVetoesOfChanges } from './checks/veto.ts'
import { Findings } from './findings.ts'
import type { RecountMirror } from './mirror.ts'

/** The maximum number of messages of the topic that are read. */
const MOST_MESSAGES = 20_000

/**
 * Reads a DAO's rules from its topic, checks the signatures of those that were changed without a proposal, and compares
 * the rules with the service's answer, so that nobody signs a change of false rules.
 *
 * @throws VerifyError 400 `RULES_DIFFER`, `RULES_UNSOUND`; 422 `TOPIC_TOO_LONG`; errors of the mirror's reads
 */
export async function checkRulesOnTopic(
  mirror: Pick<RecountMirror, 'topicMessages' | 'keyAt'>,
  { topicId, chain, daoId }: DaoPlace,
  shown: { number: number; votingRules: object },
): Promise<RulesInForce> {
  const history = new RulesHistory()
  let messages = 0
  const onRaw = () => {
    if (++messages > MOST_MESSAGES)
      throw unprocessable('TOPIC_TOO_LONG', `${topicId} has more than ${MOST_MESSAGES} messages`)
  }
  for await (const { bytes, consensusTimestamp, completedAt } of mirror.topicMessages(topicId, undefined, { onRaw })) {
    const record = decodeRecord(bytes)
    if (!record || record.chain !== chain || record.daoId !== daoId || recordFault(record) !== undefined) continue
    const [wrong] = history.add(record, {
      begunAt: Number(consensusTimestamp) * 1000,
      completedAt: Number(completedAt) * 1000,
    })
    if (wrong !== undefined && record.type === 'rules')
      throw new VerifyError('RULES_UNSOUND', `Nothing was signed: on the topic of the DAO ${wrong}`)
  }
  await checkSignatures(history, topicId, mirror)
  const { current } = history
  const { decimals: _decimals, ...rules } = current?.votingRules ?? ({} as Partial<RecordedRules>)
  if (current?.number === shown.number && canonicalJson(rules) === canonicalJson(shown.votingRules)) return current
  throw new VerifyError(
    'RULES_DIFFER',
    `Nothing was signed: the service shows the rules ${shown.number}, ${canonicalJson(shown.votingRules)}. The topic has the rules ${current?.number ?? 'none'}, ${canonicalJson(rules)}`,
  )
}

/** Checks the signatures of changes that no proposal decided, and of vetoes that stopped other changes. */
async function checkSignatures(
  { atOnce, vetoes }: RulesHistory,
  topicId: string,
  mirror: Pick<RecountMirror, 'keyAt'>,
): Promise<void> {
  const lists = { faults: new Findings(), notes: new Findings() }
  await checkAtOnce(atOnce, topicId, mirror, lists)
  await checkVetoesOfChanges(vetoes, mirror, lists)
  // As in a recount, a key that was replaced before its record reached the topic is not a fault.
  const [wrong] = lists.faults.all()
  if (wrong !== undefined)
    throw new VerifyError('RULES_UNSOUND', `Nothing was signed: on the topic of the DAO ${wrong}`)
}
