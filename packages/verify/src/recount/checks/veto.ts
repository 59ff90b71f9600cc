/** Checks vetoes: their accounts, their ledger times, and their signatures. */
import { utf8 } from '../../bytes.ts'
import { proposalHash } from '../../governance/records/proposal-hash.ts'
import type { VetoRecord } from '../../governance/records/records.ts'
import { executableAt, type Placed, vetoText } from '../../governance/vetoes.ts'
import type { FindingLists } from '../findings.ts'
import type { RecountMirror } from '../mirror.ts'
import { standingOf } from '../signed-record.ts'
import type { Anchored } from '../topic.ts'

export interface Veto {
  by: string
  /** When it was given, according to the service. */
  at: string
  /** Whether it reached the ledger before the delay had ended. If not, it stops nothing. */
  isInTime: boolean
}

type Lists = Pick<FindingLists, 'faults' | 'notes'>

/** Returns null for a proposal without a veto. */
export async function checkVeto(
  { proposal, decision, decidedAt, veto }: Pick<Anchored, 'proposal' | 'decision' | 'decidedAt' | 'veto'>,
  mirror: Pick<RecountMirror, 'keyAt'>,
  lists: Lists,
): Promise<Veto | null> {
  if (!veto || !proposal) return null
  const { record, completedAt } = veto
  const { vetoedBy: by, vetoedAt: at } = record
  if (decision?.status !== 'PASSED') lists.faults.add('there is a veto, but the proposal did not pass')
  if (proposal.votingRules.veto !== by) lists.faults.add(`${by} gave a veto, which it may not by the rules`)
  if (record.daoId !== proposal.daoId) lists.faults.add(`the veto is for the DAO ${record.daoId}`)
  const until = executableAt(decision ?? {}, decidedAt ?? 0)
  const isInTime = decision !== undefined && completedAt < until
  if (!isInTime)
    lists.notes.add(
      `the veto reached the topic at ${timeOf(completedAt)}, when the delay had ended at ${timeOf(until)}: it stops nothing`,
    )
  await checkSigned(veto, proposalHash(proposal), mirror, lists)
  return { by, at, isInTime }
}

/** Checks the vetoes that stopped changes of the rules or members. */
export async function checkVetoesOfChanges(
  vetoes: Anchored['vetoesOfChanges'],
  mirror: Pick<RecountMirror, 'keyAt'>,
  lists: Lists,
): Promise<void> {
  for (const veto of vetoes) await checkSigned(veto, veto.proposalHash, mirror, lists)
}

async function checkSigned(
  { record, completedAt }: Placed<VetoRecord>,
  hash: string,
  mirror: Pick<RecountMirror, 'keyAt'>,
  { faults, notes }: Lists,
): Promise<void> {
  const { chain, daoId, proposalId, vetoedBy: account, vetoedAt, reason, proof } = record
  const text = utf8(vetoText({ chain, daoId, proposalId, proposalHash: hash, account, reason }))
  const signed = { account, text, proof, at: Date.parse(vetoedAt), anchoredAt: completedAt }
  const standing = await standingOf(mirror, signed)
  if (standing === 'invalid')
    faults.add(
      `the signatures of the veto against ${proposalId} do not satisfy the key of ${account} at ${proof.keyAt}`,
    )
  if (standing === 'replaced')
    notes.add(
      `the veto against ${proposalId} is signed by the key of ${account} at ${proof.keyAt}, which was replaced before it reached the topic: it rests on the service's word`,
    )
}

const timeOf = (ms: number): string => new Date(ms).toISOString()
