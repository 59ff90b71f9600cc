/** Checks the signatures of accounts that changed a DAO's rules without a proposal. */
import { utf8 } from '../../bytes.ts'
import { rulesText } from '../../governance/rules/rule-changes.ts'
import type { ChangeAtOnce } from '../../governance/rules/rules-history.ts'
import type { FindingLists } from '../findings.ts'
import type { RecountMirror } from '../mirror.ts'
import { standingOf } from '../signed-record.ts'

export async function checkAtOnce(
  changes: readonly ChangeAtOnce[],
  topicId: string,
  mirror: Pick<RecountMirror, 'keyAt'>,
  { faults, notes }: Pick<FindingLists, 'faults' | 'notes'>,
): Promise<void> {
  for (const { record, anchoredAt } of changes) {
    const { chain, daoId, number, votingRules, changedAt, emergency } = record
    const { account, proof } = emergency
    const text = utf8(rulesText({ chain, daoId, topicId, account, number, votingRules }))
    const standing = await standingOf(mirror, { account, text, proof, at: Date.parse(changedAt), anchoredAt })
    if (standing === 'invalid')
      faults.add(`the signatures of the rules ${number} do not satisfy the key of ${account} at ${proof.keyAt}`)
    if (standing === 'replaced')
      notes.add(
        `the rules ${number} are signed by the key of ${account} at ${proof.keyAt}, which was replaced before they reached the topic: they rest on the service's word`,
      )
  }
}
