/** In its own file, so that a page that signs votes does not load the record schemas. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sha256 } from '#primitives'
import { canonicalBytes } from '../../records/canonical-json.ts'
import type { ProposalRecord } from './records.ts'

/** The hash of a proposal that voters sign: the SHA-256 of its record's bytes, in hex. */
export const proposalHash = (record: ProposalRecord): string => bytesToHex(sha256(canonicalBytes(record)))
