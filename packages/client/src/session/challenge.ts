/** Checks the text of a login before the wallet signs it. */
import { withoutSlash } from '../requests/address.ts'
import { QuorateError } from '../requests/errors.ts'

export interface Expected {
  /** The node's own URL. */
  url: string
  /** The account's chain; any chain if absent. */
  chain?: string | undefined
  scope?: string | undefined
}

/**
 * Returns the text to sign. A challenge for another URL may have been issued to a third party, which could use the
 * signature to log in there as this account.
 *
 * @throws QuorateError `CHALLENGE_REFUSED`
 */
export function textToSign(
  challenge: { payload: unknown; signedData: { serverSigningAccount: string } },
  expected: Expected,
): string {
  const payload = objectWith(challenge.payload, ['url', 'node', 'data', 'chain', 'scope'], 'payload')
  const { url, node, chain, scope } = payload
  const { token } = objectWith(payload.data, ['token'], 'payload.data')
  if (typeof url !== 'string' || !isSame(url, expected.url))
    throw refused(
      `it is for ${JSON.stringify(url)}, but this is a login at ${expected.url}: if the node is right, call it by its own URL, or pass that URL as nodeUrl`,
    )
  if (!isForm(node, ACCOUNT) || node !== challenge.signedData.serverSigningAccount)
    throw refused(`its node is ${JSON.stringify(node)}, but ${challenge.signedData.serverSigningAccount} signed it`)
  if (!isForm(token, TOKEN)) throw refused('its token is not random, or too short to be unique')
  if (!isForm(chain, CHAIN) || (expected.chain !== undefined && chain !== expected.chain))
    throw refused(`its chain is ${JSON.stringify(chain)}, expected ${expected.chain ?? 'a chain'}`)
  if (scope !== expected.scope)
    throw refused(`its scope is ${JSON.stringify(scope)}, expected ${JSON.stringify(expected.scope)}`)
  return JSON.stringify(payload)
}

/** Strict patterns, so that no field can hold a sentence that misleads the person who signs it in a wallet. */
const ACCOUNT = /^\d{1,4}\.\d{1,5}\.\d{1,19}$/
const TOKEN = /^[\w-]{32,256}$/
const CHAIN = /^[\w-]{1,16}:[\w-]{1,32}$/
const isForm = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value)

/** The first line of a wallet login's text. */
const WALLET_LOGIN = 'Quorate wallet login v1\n'
const WALLET_LOGIN_MEMBERS = ['chain', 'url', 'node', 'walletId', 'holder', 'purpose', 'token', 'expiresAt']

/** The values that the text of a wallet login must have. */
export interface ExpectedWalletLogin {
  walletId: string
  /** The account that gets the session. */
  holder: string
}

/**
 * Checks that a text gives this holder a session of this wallet, at the node with this URL and on this chain.
 *
 * @throws QuorateError `TEXT_REFUSED`
 */
export function checkWalletLogin(text: string, expected: ExpectedWalletLogin & Expected): void {
  const login = walletLoginIn(text)
  const { url, chain, walletId, holder } = expected
  if (typeof login.url !== 'string' || !isSame(login.url, url))
    throw textRefused(`it is for ${JSON.stringify(login.url)}, but this client uses ${url}`)
  for (const [name, value] of Object.entries({ chain, walletId, holder }))
    if (value === undefined || login[name] !== value)
      throw textRefused(`its ${name} is ${JSON.stringify(login[name])}, and ${value ?? 'a session'} was expected`)
  for (const [name, form] of Object.entries({ node: ACCOUNT, purpose: SEEN, token: TOKEN, expiresAt: TIME }))
    if (!isForm(login[name], form)) throw textRefused(`its ${name} is ${JSON.stringify(login[name])}`)
  // Requires the exact form that nodes write. A repeated member would be visible in the text, but lost in parsing.
  const members = WALLET_LOGIN_MEMBERS.toSorted().map((name) => [name, login[name]])
  if (text !== WALLET_LOGIN + JSON.stringify(Object.fromEntries(members)))
    throw textRefused('it does not have the form in which nodes write it')
}
const SEEN = /^[\x20-\x7e]{1,200}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function walletLoginIn(text: string): Record<string, unknown> {
  try {
    if (text.startsWith(WALLET_LOGIN))
      return objectWith(JSON.parse(text.slice(WALLET_LOGIN.length)), WALLET_LOGIN_MEMBERS, 'it')
  } catch {
    // Text that is not JSON gets the error below, too.
  }
  throw textRefused('it is not the text of a wallet login')
}

const textRefused = (reason: string): QuorateError =>
  new QuorateError({ code: 'TEXT_REFUSED', message: `The text was not signed: ${reason}` })

/** Members of the texts that log in: the challenge's payload, or the payload wrapped with the node's signature. */
const LOGIN_MEMBERS = ['url', 'originalPayload', 'serverSignature']

/** Whether a signature of this text may log in. */
export function mayLogIn(text: string): boolean {
  if (text.startsWith(WALLET_LOGIN)) return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && LOGIN_MEMBERS.some((name) => name in value)
  } catch {
    return false
  }
}

/** Whether the URLs are equal. Ignores default ports, capitals in the host and a trailing slash. */
const isSame = (url: string, other: string): boolean =>
  /^[!-[\]-~]+$/.test(url) && URL.canParse(url) && withoutSlash(new URL(url).href) === withoutSlash(new URL(other).href)

/** Returns the value if it is an object with no members other than these. @throws QuorateError `CHALLENGE_REFUSED` */
function objectWith(value: unknown, names: readonly string[], what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(`${what} is not an object`)
  const other = Object.keys(value).find((name) => !names.includes(name))
  if (other !== undefined) throw refused(`${what} has the unknown member ${JSON.stringify(other)}`)
  return value as Record<string, unknown>
}

const refused = (reason: string): QuorateError =>
  new QuorateError({ code: 'CHALLENGE_REFUSED', message: `The challenge was not signed: ${reason}` })
