/**
 * One Ed25519 key for a network of nodes, which no single node has: the ceremonies that make it, and signing with it.
 */

export {
  type BallotKeyPart,
  type BallotKeyPlace,
  type Dealing,
  dealBallotKey,
  openDealing,
  partOf,
} from './ballot-keys/dealing.ts'
export { ballotKeyOf, isBallotKeyShare, openBallotKey } from './ballot-keys/opening.ts'
export {
  type Ceremony,
  type CeremonyOptions,
  nanoseconds,
  openCeremony,
  type Status,
  type TopicMessage,
} from './ceremony/ceremony.ts'
export { type CeremonyMember, createMember, type MemberOptions, refusalRecord } from './ceremony/member.ts'
export { TEST_DOMAIN, testMessage } from './ceremony/rules.ts'
export type { Fault, Phase } from './ceremony/state.ts'
export { FrostError } from './error.ts'
export { type GroupKey, groupKeyDigest, isCoherent, type KeyMember } from './group-key.ts'
export { MAX_MEMBERS, MAX_NUMBER, MAX_PHASE_SECONDS, MAX_RECORD_BYTES, MIN_PHASE_SECONDS } from './limits.ts'
export {
  decodeRecord,
  encodeRecord,
  RECORD_DOMAIN,
  type Sign,
  signRecord,
  type VerifySignature,
} from './records/encoding.ts'
export type { AnyRecord, CeremonyRecord, Kind, Start, StartMember, Unsigned } from './records/schema.ts'
export { createMemberBoxes, openMemberBox } from './shares/member-boxes.ts'
export {
  type Coordinator,
  type CoordinatorStatus,
  createCoordinator,
  type ShareRequest,
  type SignerAnswer,
} from './signing/coordinator.ts'
export {
  aggregate,
  checkCommitments,
  type NonceCommitment,
  type Random,
  scalarOfEd25519Seed,
  signAlone,
  verifyShare,
} from './signing/shares.ts'
export { createSigner, nonceHash, type Signer, type SignerOptions } from './signing/signer.ts'
