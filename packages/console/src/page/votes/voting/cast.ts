/** The only place where the console requests the signature of a vote: with `castVote` of `@quorate/verify`. */
import { QuorateError } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { type Cast, castVote as castBy } from '@quorate/verify/recount'

/** @throws QuorateError `NOT_THE_KEY`, or the service's refusal */
export async function castVote<T>(cast: Cast<T>): Promise<T> {
  try {
    return await castBy(cast)
  } catch (error) {
    if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
    throw error
  }
}
