/** Sends questions to other members, and reads why they refuse. */
import { plainJson } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SigningQuestion } from './questions.ts'

/** How long a member may take to answer. It may have to wait for its mirror. */
const ANSWER_MS = 15_000
const MAX_ANSWER_BYTES = 4_096
/**
 * How often a question is sent. A proxy may pass it to a process other than the one that gave the commitment. That
 * process says so immediately. With four processes and random routing, all 30 attempts miss the right process in 1 of
 * 5,000 cases.
 */
const MAX_ATTEMPTS = 30

/** Why a member has not signed. */
export interface Refusal {
  code: string
  message: string
  /** Whether the member signed the refusal. Without the signature, a man in the middle could have invented it. */
  isSigned?: boolean
}

/** Stands for every failure that the member itself did not report. */
export const UNREACHABLE = 'UNREACHABLE'

const Told = Type.Object({ code: Type.String({ maxLength: 60 }), message: Type.String() })

const Refused = Type.Object({ refused: Told })

/** The reason in a member's answer, before its signature is verified. */
export function refusalIn(answer: unknown): Refusal {
  const told = Check(Refused, answer) ? answer.refused : answer
  if (!Check(Told, told)) return { code: UNREACHABLE, message: '' }
  return { code: told.code, message: told.message.slice(0, 500) }
}

/** A member's response: an answer, an error, or anything else. @throws if there is no response */
export async function askMember(url: string, question: SigningQuestion): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const body = JSON.stringify(question)
  const to = new URL(`${url.replace(/\/$/, '')}/smart-node/dkg/shares`)
  const headers = { 'content-type': 'application/json' }
  for (let attempt = 1; ; attempt++) {
    const answer = await plainJson(to, { method: 'POST', headers, body, signal }, MAX_ANSWER_BYTES)
    if (refusalIn(answer).code !== 'NONCE_UNKNOWN' || attempt === MAX_ATTEMPTS) return answer
  }
}
