/** The parts of a proposal that the page compares with the ledger before a vote. */
import type { GovernanceTypes } from '@quorate/client'
import { canonicalJson } from '@quorate/verify'

const FIELDS = [
  ...(['chain', 'daoId', 'proposalId', 'title', 'description', 'creatorAddress', 'votingOptions'] as const),
  ...(['quorum', 'startTime', 'endTime', 'proposalData', 'validUntil'] as const),
]
type Compared = { [F in (typeof FIELDS)[number]]?: GovernanceTypes['Proposal'][F] | undefined }

/** What is absent from a record is null where the service answers it. */
const textOf = (value: unknown): string => canonicalJson(value ?? null)

/** The names of the fields that the two have otherwise. */
export const differencesOf = (record: Compared, shown: Compared): string[] =>
  FIELDS.filter((name) => textOf(record[name]) !== textOf(shown[name]))

/**
 * All that is compared, as one text. A comparison holds for what was shown then: where the service answers something
 * else later, it is made again.
 */
export const comparedText = (shown: Compared): string => textOf(FIELDS.map((name) => shown[name] ?? null))
