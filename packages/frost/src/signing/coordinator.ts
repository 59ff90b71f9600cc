/**
 * ROAST (https://eprint.iacr.org/2022/550, figure 4) asks for signature shares so that a message is signed as soon as a
 * threshold of honest members answer, whatever the others do. This is a pure state machine: the caller carries its
 * requests to the members, and their answers back. It need not be trusted, since members decide themselves what they
 * sign.
 *
 * Whenever a threshold of members is idle, a session is opened with them. A member that does not answer stays in its
 * session and joins no other, so there are at most n - t + 1 sessions. A member that answers wrongly is excluded.
 */
import { FrostError } from '../error.ts'
import type { GroupKey } from '../group-key.ts'
import { combined, isUsable, type NonceCommitment, verifyShare } from './shares.ts'

/** A request to a member to sign with these commitments. */
export interface ShareRequest {
  to: number
  session: number
  commitments: readonly NonceCommitment[]
}

/**
 * A member's answer: its share for the session that it was asked about, if any, and a new commitment for its next
 * session.
 */
export interface SignerAnswer {
  from: number
  session?: number | undefined
  share?: string | undefined
  commitment: NonceCommitment
}

export interface Coordinator {
  /** Takes an answer, and returns the next requests. */
  receive(answer: SignerAnswer): readonly ShareRequest[]
  status(): CoordinatorStatus
}

export interface CoordinatorStatus {
  signature: Uint8Array | undefined
  /** Members that sent an invalid share, an unusable commitment, or a commitment that they had sent before. */
  cheaters: readonly number[]
  /** Members that were asked and have not answered yet. */
  pending: readonly number[]
  /** False once too many members have cheated. */
  isPossible: boolean
}

interface Session {
  commitments: readonly NonceCommitment[]
  shares: Map<number, string>
}

interface State {
  key: GroupKey
  message: Uint8Array
  cheaters: Set<number>
  sessions: Session[]
  /** The session that a member was asked about and has not answered yet, by member. */
  pending: Map<number, number>
  /** Idle members, with the commitments for their next session. */
  idle: Map<number, NonceCommitment>
  seen: Set<string>
  signature: Uint8Array | undefined
}

/** @throws FrostError `THRESHOLD_TOO_LOW` for a key with which each member can sign alone */
export function createCoordinator(key: GroupKey, message: Uint8Array): Coordinator {
  if (key.threshold < 2)
    throw new FrostError('THRESHOLD_TOO_LOW', 'A threshold of 1 needs no coordinator: each member signs alone')
  const state: State = {
    key,
    message,
    cheaters: new Set(),
    sessions: [],
    pending: new Map(),
    idle: new Map(),
    seen: new Set(),
    signature: undefined,
  }
  return {
    receive: (answer) => receive(state, answer),
    status: () => ({
      signature: state.signature,
      cheaters: [...state.cheaters],
      pending: [...state.pending.keys()],
      isPossible: key.members.length - state.cheaters.size >= key.threshold,
    }),
  }
}

function receive(state: State, answer: SignerAnswer): readonly ShareRequest[] {
  const { key, cheaters, pending, idle } = state
  const { from, commitment } = answer
  const isMember = key.members.some(({ number }) => number === from)
  if (state.signature || !isMember || cheaters.has(from) || idle.has(from)) return []
  const session = pending.get(from)
  // A late answer, or an answer that nobody asked for. It does not prove a fault of its sender.
  if (session !== answer.session) return []
  if (session !== undefined && !takeShare(state, session, from, answer.share)) return []
  pending.delete(from)
  if (state.signature) return []
  const nonce = `${commitment.hiding}${commitment.binding}`
  if (commitment.number !== from || !isUsable(commitment) || state.seen.has(nonce)) {
    cheaters.add(from)
    return []
  }
  state.seen.add(nonce)
  idle.set(from, commitment)
  return idle.size >= key.threshold ? openSession(state) : []
}

/** Whether the share is valid. A session's last share completes the signature. */
function takeShare(state: State, session: number, from: number, share = ''): boolean {
  const { key, message, sessions, cheaters } = state
  const { commitments = [], shares = new Map<number, string>() } = sessions[session] ?? {}
  // The other shares have been verified, so a signature shows that the last one is right, too.
  if (shares.size === commitments.length - 1)
    state.signature = combined(key, commitments, message, new Map([...shares, [from, share]]))
  if (!state.signature && !verifyShare(key, commitments, message, { number: from, share })) {
    cheaters.add(from)
    state.pending.delete(from)
    return false
  }
  shares.set(from, share)
  return true
}

function openSession(state: State): readonly ShareRequest[] {
  const { idle, sessions, pending } = state
  const commitments = [...idle.values()].sort((one, other) => one.number - other.number)
  const session = sessions.push({ commitments, shares: new Map() }) - 1
  idle.clear()
  for (const { number } of commitments) pending.set(number, session)
  return commitments.map(({ number }) => ({ to: number, session, commitments }))
}
