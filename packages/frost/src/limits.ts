/** Limits for input from others. They bound the work for a record, and the size of a ceremony's records. */
export const MAX_MEMBERS = 30
/** Member numbers are FROST identifiers (RFC 9591, section 5: nonzero). */
export const MAX_NUMBER = 255
/** A record with 30 members' shares has about 3.5 kB; the SDK's consensus messages have at most 20 kB. */
export const MAX_RECORD_BYTES = 12_288
export const MIN_PHASE_SECONDS = 10
export const MAX_PHASE_SECONDS = 86_400
/** How many nonces a signer keeps for commitments that were not used yet. The oldest is dropped first. */
export const MAX_OPEN_NONCES = 256
/** The maximum number of characters of the reason why a member takes no part. */
export const MAX_REASON = 300
/** How many points are kept that were read and checked, of about 0.5 kB each: the key's, and recent commitments'. */
export const MAX_KNOWN_POINTS = 1_024
