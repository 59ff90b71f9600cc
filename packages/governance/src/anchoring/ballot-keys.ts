/** Asks the nodes of the network for the keys that seal the ballots of secret votes. */
import type { Ledger } from '@quorate/ledger'
import { type Clock, unavailable } from '@quorate/platform'
import { type BallotKey, type BallotKeyPurpose, ballotKeyRequestText } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { postTo, type ServiceAddress } from './service-posts.ts'
import { operatorOf } from './submissions.ts'

export interface BallotKeys {
  /** A new key for the ballots of this vote. @throws 503 `BALLOT_KEYS_UNAVAILABLE` */
  make(purpose: BallotKeyPurpose): Promise<BallotKey>
  /**
   * The private key, after the vote's closing record is on its topic.
   * @throws 503 `BALLOT_KEYS_UNAVAILABLE`
   */
  open(publicKey: string, closedAt: string): Promise<string>
}

const Made = Type.Object({
  topicId: Type.String({ maxLength: 100 }),
  publicKey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  networkKey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
})
const Opened = Type.Object({ ballotSecret: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** Long, because the node waits for other nodes. */
const TIMEOUT_MS = 60_000
const RETRY_SECONDS = 5

export function createBallotKeys(deps: {
  clock: Clock
  settings: { NODE_URL?: string | undefined }
  node?: ServiceAddress | undefined
  ledgerOf(on: { chain: string }): Ledger
}): BallotKeys {
  const { clock, settings, ledgerOf } = deps
  const address = settings.NODE_URL === undefined ? deps.node : { url: () => settings.NODE_URL }
  async function post(path: string, body: object): Promise<unknown> {
    if (!address) throw missing('NODE_URL is not set, and no node runs here')
    const { status, answer } = await postTo({ name: 'the node', address }, path, { body, timeoutMs: TIMEOUT_MS })
    if (status < 300) return answer
    throw missing(`the node answered ${status} ${JSON.stringify(answer)?.slice(0, 500)}`)
  }
  return {
    async make(purpose) {
      const { accountId: publisher, sign } = operatorOf(ledgerOf(purpose))
      const timestamp = new Date(clock.now()).toISOString()
      const signature = Buffer.from(sign(ballotKeyRequestText(purpose, publisher, timestamp))).toString('hex')
      const answer = await post('/ballot-keys', { purpose, publisher, timestamp, signature })
      if (!Check(Made, answer)) throw missing('the node answered no key')
      const { topicId, publicKey, networkKey, signature: signed } = answer
      return { topicId, publicKey, networkKey, signature: signed }
    },
    async open(publicKey, closedAt) {
      const answer = await post('/ballot-keys/open', { publicKey, closedAt })
      if (Check(Opened, answer)) return answer.ballotSecret
      throw missing('the node answered no private key')
    },
  }
}

const missing = (why: string) =>
  unavailable(
    'BALLOT_KEYS_UNAVAILABLE',
    `The key for the ballots of a secret vote is not available: ${why}`,
    RETRY_SECONDS,
  )
