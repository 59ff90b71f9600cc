/** Compares a proposal on its DAO's topic with what the service shows, before anything is signed. */

import type { GovernanceTypes } from '@quorate/client'
import { decidedBytes, type Key, type LedgerReads, sentenceOf, VerifyError, walletRequestIn } from '@quorate/verify'
import {
  type CheckedProposal,
  changeIn,
  checkedProposal,
  checkProposal,
  type MessageSigner,
  openMirror,
} from '@quorate/verify/recount'
import type { LoggedIn } from '../connection/connect.ts'
import { ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'
import { bold } from '../terminal/paint.ts'
import { plain, plainJson, plainLines } from '../terminal/plain.ts'
import { changesText, ruleFields } from '../terminal/rules.ts'
import { shareText } from '../terminal/shares.ts'
import { showFields } from './sign-request.ts'
import { untilThere } from './until-there.ts'

export interface ProposalOptions {
  proposalId: string
  mirrorUrl?: string | undefined
  /** With `json`, only the answer and errors are printed. */
  yes: boolean
  json: boolean
}

/**
 * Reads the proposal from the topic, shows it, reads the account's key from the ledger, and lets `work` sign.
 *
 * @throws Failure notSigned if the service's proposal differs from the topic's, or is not the requested one
 */
export async function withCheckedProposal<T>(
  { client, account, chain, signer }: LoggedIn,
  { proposalId, mirrorUrl, yes, json }: ProposalOptions,
  work: (checked: CheckedProposal, signing: Signing) => Promise<T>,
): Promise<T> {
  const shown = await client.governance.get('/proposals/{proposalId}', { path: { proposalId } })
  const { topicId } = await client.governance.get('/daos/{daoId}', { path: { daoId: shown.daoId } })
  if (topicId === null) throw new Failure('notSigned', 'The DAO has no topic yet: try again in a moment', 'NO_TOPIC')
  try {
    const ledger = await ledgerOf({ chain, mirrorUrl })
    const topics = openMirror(mirrorUrlOf({ chain, mirrorUrl }))
    const check = await untilThere(() => checkProposal(topics, { topicId, chain, proposalId }, shown), {
      isThere: ({ record }) => record !== undefined,
      waiting: "Waiting for the proposal on the DAO's topic",
    })
    const checked = checkedProposal(check)
    if (!(json && yes)) showProposal(checked, await decidedSentence(checked, ledger))
    return await work(checked, { signer, key: (await ledger.key(account)) ?? undefined, shown })
  } catch (error) {
    if (error instanceof VerifyError) throw new Failure('notSigned', error.message, error.code)
    throw error
  }
}

/** Shows everything that the signature covers, on standard error, so that pipes get only the answer. */
function showProposal({ record, hash }: CheckedProposal, decidedText: string | undefined): void {
  const { proposalId, daoId, title, description, creatorAddress, votingOptions, votingRules, quorum } = record
  const { votingMethod, quorumFraction, optimistic, area } = record
  const { startTime, endTime, validUntil, proposalData } = record
  const line = (name: string, text: string) => note(`${name.padEnd(NAME)}${text}`)
  note(bold(plain(title)))
  // Indented, so that no line of the description looks like a field below.
  for (const text of plainLines(description).split('\n')) note(`  ${text}`)
  line('Proposal', plain(`${proposalId} of the DAO ${daoId}`))
  line('By', plain(creatorAddress))
  line('Options', plain(votingOptions.map((option) => JSON.stringify(option)).join(', ')))
  if (votingMethod !== undefined) line('Method', votingMethod)
  line('Voting', plain(`${startTime} to ${endTime}`))
  for (const [name, text] of ruleFields(votingRules))
    if (text !== undefined) line('Rules', plain(name === 'rules' ? text : `${name}: ${text}`))
  if (area !== undefined) line('Area', plain(area))
  if (optimistic)
    line(
      'Passes',
      plain(
        `unless NO reaches ${shareText(votingRules.objections ?? 0, votingRules.objectionsFraction)} of all weight`,
      ),
    )
  if (quorum !== null) line('Quorum', plain(shareText(quorum, quorumFraction)))
  if (validUntil !== undefined) line('Valid until', plain(validUntil))
  if (decidedText !== undefined) line('If it passes', plain(decidedText))
  const change = changeIn(proposalData)
  for (const text of change ? changesText(votingRules, change) : []) line('Changes', plain(text))
  if (Object.keys(proposalData).length > 0) line('Data', plainJson(proposalData))
  const decided = decidedBytes(proposalData.operation)
  if (decided) {
    line('Bytes', 'that a YES has the node sign:')
    showFields(decided)
  }
  line('Record', `SHA-256 ${bold(hash)}`)
}
const NAME = 14

/** A sentence that says what a wallet does if the proposal passes; undefined for other operations. */
async function decidedSentence(
  { record: { proposalData } }: CheckedProposal,
  { token }: Pick<LedgerReads, 'token'>,
): Promise<string | undefined> {
  const request = walletRequestIn(proposalData.operation)
  return request && sentenceOf(request, token)
}

export interface Signing {
  signer: MessageSigner
  key: Key | undefined
  shown: GovernanceTypes['Proposal']
}
