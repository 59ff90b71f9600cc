/** E-mail addresses as people type them. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { badRequest, checkVisible } from '@quorate/platform'
import { Type } from 'typebox'

/** Quoted local parts and address literals (RFC 5321 §4.1.2, §4.1.3) are not accepted. The domain may be an IDN. */
export const Address = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>()\\[\\]\\\\,;:"]+@[^\\s@<>()\\[\\]\\\\,;:"]+$',
  title: 'an e-mail address',
  examples: ['ada@example.org'],
})

/** Octets of a local part and of a domain (RFC 5321 §4.5.3.1), and of a label (RFC 1035 §2.3.4). */
const MOST = { local: 64, domain: 253, label: 63 }

/** @throws 400 EMAIL_INVALID, HIDDEN_CHARACTER */
export function checkAddress(address: string): void {
  checkVisible(address, 'email')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const isLocal = Buffer.byteLength(local) <= MOST.local && !local.split('.').includes('')
  if (isLocal && isDomain(asciiDomain(address))) return
  throw badRequest(
    'EMAIL_INVALID',
    `email is ${JSON.stringify(address)}: expected a name and a domain, such as ada@example.org`,
  )
}

/** The domain of an address in lower case and ASCII (RFC 5890); '' if it is not a valid domain. */
const asciiDomain = (address: string): string => domainToASCII(address.slice(address.lastIndexOf('@') + 1))

function isDomain(ascii: string): boolean {
  const labels = ascii.split('.')
  return labels.length > 1 && ascii.length <= MOST.domain && isIP(ascii) === 0 && labels.every(isLabel)
}
const isLabel = (label: string): boolean =>
  label.length <= MOST.label && /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

/** Equal for two spellings of one mailbox: most servers ignore the case of the local part. */
export const mailboxOf = (address: string): string =>
  `${address.slice(0, address.lastIndexOf('@')).toLowerCase()}@${asciiDomain(address)}`
