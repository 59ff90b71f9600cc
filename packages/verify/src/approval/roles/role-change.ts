/** Changes of roles at wallets: the text that owners sign, its meaning in words, and the only path to a signature. */

import type { OperationLanguage } from '../../bodies/operations/words.ts'
import { giving, VerifyError } from '../../error.ts'
import { type Key, leaves, publicKeyText } from '../../keys/keys.ts'
import { inDomain, signingDomains } from '../../keys/signing-domains.ts'
import { verifyWalletMessage } from '../../keys/verify.ts'
import { canonicalJson } from '../../records/canonical-json.ts'
import { fillIn } from '../../values/fill-in.ts'
import { account, filledText, object, oneOf, type Shape, time } from '../../values/shapes.ts'

/** The roles at a wallet for accounts that do not own it. */
export const walletRoles = ['proposer', 'observer'] as const
export type WalletRole = (typeof walletRoles)[number]
/** `none` takes the role away. */
export const askedRoles = [...walletRoles, 'none'] as const
export type AskedRole = (typeof askedRoles)[number]

export interface RoleChange {
  chain: string
  walletId: string
  /** The account that gets or loses the role. */
  account: string
  role: AskedRole
  /** The owner who asked for the change. */
  askedBy: string
  /** The end of the time for signing, in ISO 8601. */
  expiresAt: string
  /** Random, so that making the same change again later needs new signatures. */
  token: string
}

/** A sentence in the signed text that says what the role permits, because a wallet app shows only that text. */
const PURPOSES: Readonly<Record<AskedRole, (change: RoleChange) => string>> = {
  proposer: (of) => `${of.account} may see ${of.walletId} and ask for requests, and signs none`,
  observer: (of) => `${of.account} may see ${of.walletId} and its requests, and asks for none`,
  none: (of) => `${of.account} has no role at ${of.walletId} any more`,
}

/** The text that owners sign, as it is or with the prefix of HIP-820. */
export const roleChangeText = ({ chain, walletId, account, role, askedBy, expiresAt, token }: RoleChange): string => {
  const change = { chain, walletId, account, role, askedBy, expiresAt, token }
  return new TextDecoder().decode(
    inDomain('walletRole', canonicalJson({ ...change, purpose: PURPOSES[role](change as RoleChange) })),
  )
}

const TOKEN = /^[\w-]{32,64}$/
const token: Shape = (value, path) =>
  typeof value === 'string' && TOKEN.test(value) ? undefined : `\`${path}\` is not a random token`
const CHANGE = object({
  chain: filledText,
  walletId: account,
  account,
  role: oneOf(...askedRoles),
  askedBy: account,
  expiresAt: time,
  token,
  purpose: filledText,
})

/** Whether the text begins like the text of a role change. */
export const isRoleChange = (text: string): boolean => text.startsWith(signingDomains.walletRole)

/**
 * Reads the text of a change. It must be exactly as {@link roleChangeText} writes it, so nothing else can be signed
 * with it.
 *
 * @throws VerifyError TEXT_REFUSED
 */
export function readRoleChange(text: string): RoleChange {
  const refused = (why: string) => new VerifyError('TEXT_REFUSED', `The text was not signed: ${why}`)
  if (!isRoleChange(text)) throw refused('it is not the text of a role change')
  let value: unknown
  try {
    value = JSON.parse(text.slice(signingDomains.walletRole.length))
  } catch {
    throw refused('what follows its first line is not JSON')
  }
  const wrong = CHANGE(value, '')
  if (wrong !== undefined) throw refused(wrong)
  const change = value as RoleChange
  if (roleChangeText(change) !== text) throw refused('it is not written as services write it')
  return change
}

/** The permission that the change gives or ends, in words. */
export const roleSentences: Readonly<Record<AskedRole, Readonly<Record<OperationLanguage, string>>>> = {
  proposer: {
    en: '{account} may see the wallet {wallet}, its requests and its statement, and may ask its owners for requests. It can sign none of them.',
    de: '{account} darf die Wallet {wallet}, ihre Anträge und ihren Auszug sehen und ihren Eigentümern Anträge stellen. Unterschreiben kann das Konto keinen davon.',
  },
  observer: {
    en: '{account} may see the wallet {wallet}, its requests and its statement. It can ask for nothing and sign nothing.',
    de: '{account} darf die Wallet {wallet}, ihre Anträge und ihren Auszug sehen. Beantragen oder unterschreiben kann das Konto nichts.',
  },
  none: {
    en: '{account} loses its role at the wallet {wallet}: it sees nothing of it any more. Requests that it has asked for stay.',
    de: '{account} verliert die Rolle bei der Wallet {wallet} und sieht nichts mehr von ihr. Anträge, die das Konto gestellt hat, bleiben.',
  },
}

export const roleSentence = (
  { role, account, walletId }: Pick<RoleChange, 'role' | 'account' | 'walletId'>,
  language: OperationLanguage = 'en',
): string => fillIn(roleSentences[role][language], { account, wallet: walletId })

/** The change that the signer means to sign. The text must contain it. */
export type ExpectedRoleChange = Pick<RoleChange, 'chain' | 'walletId' | 'account' | 'role'>

export interface RoleApproval<T> {
  expected: ExpectedRoleChange
  /** The owner who signs. */
  signerId: string
  ledger: { key(accountId: string): Promise<Key | null> }
  /** The signer's time in milliseconds. Default: the system's. */
  now?: number | undefined
  /** Shows the sentence and asks whether to sign. */
  confirm(change: RoleChange, sentence: string): Promise<boolean> | boolean
  /** Returns 64 bytes: the signature of the text, with the prefix of HIP-820 or without. */
  sign(text: string): Promise<Uint8Array> | Uint8Array
  send(signature: Uint8Array): Promise<T>
}

/**
 * Reads the text of a change, compares it with what the signer expects, shows it, asks, signs, and verifies the
 * signature. The signature must be by a key of the signer that is part of the wallet's key on the ledger.
 *
 * @throws VerifyError TEXT_REFUSED, NOT_CONFIRMED, NOT_THE_KEY: nothing was sent
 */
export async function approveRoleChange<T>(text: string, approval: RoleApproval<T>): Promise<T> {
  const { expected, signerId, ledger, now = Date.now() } = approval
  const change = readRoleChange(text)
  for (const name of ['chain', 'walletId', 'account', 'role'] as const)
    if (change[name] !== expected[name])
      throw new VerifyError(
        'TEXT_REFUSED',
        `The text was not signed: its ${name} is ${change[name]}, and ${expected[name]} was expected`,
      )
  if (Date.parse(change.expiresAt) <= now)
    throw new VerifyError('TEXT_REFUSED', `The text was not signed: it could be signed until ${change.expiresAt}`)
  if (!(await approval.confirm(change, roleSentence(change))))
    throw new VerifyError('NOT_CONFIRMED', 'Nothing was signed')
  const signature = await approval.sign(text)
  const [own, wallet] = [await ledger.key(signerId), await ledger.key(change.walletId)]
  const parts = new Set((wallet ? leaves(wallet) : []).map(publicKeyText))
  const message = new TextEncoder().encode(text)
  const isOwners = (own ? leaves(own) : []).some(
    (leaf) => parts.has(publicKeyText(leaf)) && verifyWalletMessage(leaf, message, signature),
  )
  if (!isOwners)
    throw new VerifyError(
      'NOT_THE_KEY',
      `Nothing was sent: the signature is not by a key of ${signerId} that is a part of the key of ${change.walletId} on the ledger`,
    )
  return giving(() => approval.send(signature))
}
