import { randomUUID } from 'node:crypto'
import { MESSAGE_FORMS } from '@quorate/ledger'
import { badRequest, type Clock, type Scope, type Session, unauthorized } from '@quorate/platform'
import { type Leaf, publicKeyText, verify } from '@quorate/verify'
import type { IsHeld } from '../../keys/held-keys.ts'
import type { OperatedLedger } from '../../operated-ledger.ts'
import { type Challenge, consumeChallenge } from '../../store/challenges.ts'
import { lockWallet } from '../../store/locks.ts'
import { recordLogin } from '../../store/users.ts'
import type { WatchKeys } from '../key-watch.ts'
import { type LiveSessions, SESSION_MS } from '../live-sessions.ts'
import type { Roles } from '../roles.ts'
import type { Tokens } from '../tokens.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import { isThisKey, keysThatSignAlone } from '../wallet-key.ts'
import { type Challenges, challengeMessage, type Payload, unknown, used } from './challenges.ts'
import { accountOn, type LoginBody, type LoginForm, readForm } from './login-form.ts'
import { loginSignatures } from './login-signatures.ts'

/**
 * The maximum number of keys of an account that a login's signature is verified with, unless `operator.publicKey` names
 * the key.
 */
const MAX_KEYS_TRIED = 8

export interface LoginOptions {
  tokens: Tokens
  challenges: Challenges
  ledgers: Map<string, OperatedLedger>
  twoFactor: TwoFactor
  sessions: LiveSessions
  watchKeys: WatchKeys
  /** Whether the node itself holds a key. A signature by such a key is accepted only with the wallets' prefix. */
  isHeld: IsHeld
  roles: Roles
  settings: { SMART_APP?: string | undefined }
  clock: Clock
}

export interface LoggedIn {
  challenge: Challenge
  session: Session
  accessToken: string
  /** The signature from the wallet: 64 bytes or a SignatureMap. */
  signature: Uint8Array
}

/**
 * The session's scope: the scope in the signed payload, or else the requested one.
 * @throws 400 INVALID_LOGIN
 */
function scopeOf({ scope }: Payload, asked: Scope | undefined): Scope | undefined {
  if (scope !== undefined && asked !== undefined && asked !== scope)
    throw badRequest('INVALID_LOGIN', `scope is "${asked}", but the signed payload is for "${scope}"`)
  return scope ?? asked
}

export type Login = ReturnType<typeof createLogin>

/**
 * A login turns a signed challenge into a session. `binding` is the hash of the client's cookie, `device` its
 * `User-Agent`. A refused login leaves the challenge open.
 */
export function createLogin({
  tokens,
  challenges,
  ledgers,
  twoFactor,
  sessions,
  watchKeys,
  isHeld,
  roles,
  settings,
  clock,
}: LoginOptions) {
  return async (body: LoginBody, binding: Uint8Array | undefined, device?: string): Promise<LoggedIn> => {
    const read = readForm(body)
    const challenge = await challenges.find(read.payload, binding)
    const payload = JSON.parse(challenge.payload) as Payload
    if (payload.chain !== challenge.chain) throw unknown()
    const ledger = ledgers.get(challenge.chain)
    if (!ledger) throw unauthorized('CHALLENGE_UNKNOWN', `${challenge.chain} is no longer served by this node`)
    const form = { ...read, accountId: accountOn(read.accountId, challenge.chain) }
    const { publicKey, smartApp } = body.operator
    const alone = await keysThatSignAlone(ledger, form.accountId)
    const candidates = publicKey === undefined ? alone : alone.filter((leaf) => isThisKey(publicKey, leaf))
    if (candidates.length === 0) throw notThatKey(form.accountId)
    const key = signerOf(form, challenge, candidates, isHeld)
    checkServerSignature(form, challenge, ledger)
    const scope = scopeOf(payload, body.scope)
    const user = { chain: ledger.chain, walletId: form.accountId }
    const factor = await twoFactor.atLogin(user, body.code)
    // The token is created before its row, which expires at the same time. The client gets the token after the row is
    // committed.
    const { token, session } = await tokens.keySet.issue(
      {
        ...user,
        tokenId: randomUUID(),
        publicKey: publicKeyText(key),
        role: roles.of(user),
        app: smartApp ?? settings.SMART_APP ?? '',
        ...(scope === undefined ? {} : { scope }),
      },
      SESSION_MS,
    )
    await tokens.database.change(async (trx) => {
      const now = new Date(clock.now())
      // Serialises this with the change that ends all sessions of the wallet, so no session slips through.
      await lockWallet(trx, ledger.chain, form.accountId)
      await factor.check(trx)
      if (!(await consumeChallenge(trx, challenge.token, now))) throw used()
      await recordLogin(trx, ledger.chain, form.accountId, now)
      await sessions.begin(trx, { ...session, device })
      await watchKeys(trx, ledger.chain)
    })
    return { challenge, session, accessToken: token, signature: form.signature }
  }
}

/**
 * Returns the candidate that signed.
 *
 * @throws 401 SIGNATURE_INVALID, 400 TOO_MANY_SIGNATURES
 */
function signerOf(form: LoginForm, challenge: Challenge, candidates: Leaf[], isHeld: IsHeld): Leaf {
  const message = Buffer.from(form.signedText ?? challenge.payload)
  const [found] = loginSignatures(message, form.signature, candidates, isHeld, (tries) => {
    if (tries > MAX_KEYS_TRIED * MESSAGE_FORMS) throw tooManyKeys(form.accountId)
  })
  if (found) return found.publicKey
  throw unauthorized(
    'SIGNATURE_INVALID',
    `The signature over ${form.signedText ? 'signedPayload' : 'the payload'} does not match the key of ${form.accountId} on the ledger${
      candidates.some(isHeld) ? ', with the prefix of HIP-820 that keys of the node need' : ''
    }`,
  )
}

/**
 * Checks that the server signature, which the wallet signed with the payload, is this node's.
 * @throws 401 SERVER_SIGNATURE_INVALID
 */
function checkServerSignature(
  { serverSignature }: LoginForm,
  { payload }: Challenge,
  { operator }: OperatedLedger,
): void {
  if (!serverSignature || verify(operator.publicKey, challengeMessage(payload), serverSignature)) return
  throw unauthorized(
    'SERVER_SIGNATURE_INVALID',
    "signedPayload.serverSignature is not this node's signature over originalPayload",
  )
}

const notThatKey = (accountId: string) =>
  unauthorized(
    'KEY_MISMATCH',
    `operator.publicKey cannot sign alone for ${accountId}: use the key that the account has on the ledger`,
  )

const tooManyKeys = (accountId: string) =>
  badRequest(
    'TOO_MANY_SIGNATURES',
    `The signature could be by more than ${MAX_KEYS_TRIED} keys of ${accountId}: send the key that signed in operator.publicKey`,
  )
