import {
  type Leaf,
  publicKeyText,
  signaturesFrom,
  verifiedSignatures,
  verify,
  verifyWalletMessage,
} from '@quorate/ledger'
import { badRequest, type Clock, type Session, unauthorized } from '@quorate/platform'
import { type Challenges, used } from './challenges.ts'
import { type LoginBody, type LoginForm, readForm } from './login-form.ts'
import type { OperatedLedger } from './service.ts'
import { type Challenge, consumeChallenge, recordLogin } from './store.ts'
import type { Tokens } from './tokens.ts'
import type { TwoFactor } from './two-factor/two-factor.ts'
import { isThisKey, keysThatSignAlone } from './wallet-key.ts'

export interface LoginOptions {
  tokens: Tokens
  challenges: Challenges
  ledgers: Map<string, OperatedLedger>
  twoFactor: TwoFactor
  settings: { ADMIN_WALLETS: readonly string[]; SMART_APP?: string | undefined }
  clock: Clock
}

export interface LoggedIn {
  challenge: Challenge
  session: Session
  accessToken: string
  /** As the wallet gave it. */
  signature: Uint8Array
}

export type Login = ReturnType<typeof createLogin>

/** How long a session lives. */
export const SESSION_MS = 3_600_000

/** Makes a session of a signed challenge; `binding` is that of the client's cookie. Every refusal leaves the challenge open. */
export function createLogin({ tokens, challenges, ledgers, twoFactor, settings, clock }: LoginOptions) {
  const [defaultChain] = ledgers.keys()

  /** ADMIN_WALLETS are ids of the default chain: elsewhere the same numbers are other people's. */
  const roleOf = (ledger: OperatedLedger, wallet: string): Session['role'] => {
    const isAdmin = ledger.chain === defaultChain && settings.ADMIN_WALLETS.includes(wallet)
    return isAdmin || wallet === ledger.operator.accountId ? 'operator' : 'user'
  }

  return async (body: LoginBody, binding: Uint8Array | undefined): Promise<LoggedIn> => {
    const form = readForm(body)
    const challenge = await challenges.find(form.payload, binding)
    const ledger = ledgers.get(challenge.chain)
    if (!ledger) throw unauthorized('CHALLENGE_UNKNOWN', `${challenge.chain} is not served any more`)
    const key = signerOf(form, challenge, await keysThatSignAlone(ledger, form.accountId))
    checkServerSignature(form, challenge, ledger)
    const { publicKey, smartApp } = body.operator
    if (publicKey !== undefined && !isThisKey(publicKey, key)) throw notThatKey(form.accountId)
    await twoFactor.atLogin({ chain: ledger.chain, walletId: form.accountId }, body.code)
    await tokens.database.change(async (change) => {
      const now = new Date(clock.now())
      if (!(await consumeChallenge(change, challenge.token, now))) throw used()
      await recordLogin(change, ledger.chain, form.accountId, now)
    })
    const { token, session } = await tokens.keySet.issue(
      {
        walletId: form.accountId,
        publicKey: publicKeyText(key),
        role: roleOf(ledger, form.accountId),
        chain: ledger.chain,
        app: smartApp ?? settings.SMART_APP ?? '',
      },
      SESSION_MS,
    )
    return { challenge, session, accessToken: token, signature: form.signature }
  }
}

/** The account's key that signed. @throws 401 SIGNATURE_INVALID */
function signerOf(form: LoginForm, challenge: Challenge, candidates: Leaf[]): Leaf {
  const message = Buffer.from(form.signedText ?? challenge.payload)
  const [found] = verifiedSignatures(message, walletSignatures(form.signature), candidates, verifyWalletMessage)
  if (found) return found.publicKey
  throw unauthorized(
    'SIGNATURE_INVALID',
    `the signature is not one of ${form.accountId}'s key on the ledger over ${form.signedText ? 'signedPayload' : 'the payload'}`,
  )
}

function walletSignatures(bytes: Uint8Array) {
  try {
    return signaturesFrom(bytes)
  } catch {
    throw badRequest(
      'INVALID_SIGNATURE',
      `a signature is 64 bytes, or a SignatureMap; this is neither (${bytes.length} bytes)`,
    )
  }
}

/** What the wallet signed beside the payload must be our signature, not another's. */
function checkServerSignature(
  { serverSignature }: LoginForm,
  { payload }: Challenge,
  { operator }: OperatedLedger,
): void {
  if (!serverSignature || verify(operator.publicKey, Buffer.from(payload), serverSignature)) return
  throw unauthorized(
    'SERVER_SIGNATURE_INVALID',
    "signedPayload.serverSignature is not this node's over originalPayload",
  )
}

const notThatKey = (accountId: string) =>
  unauthorized(
    'KEY_MISMATCH',
    `operator.publicKey is not the key that signed: the key of ${accountId} on the ledger decides`,
  )
