/**
 * Signing domains: the first lines of texts, other than transactions and tokens, that the platform signs with its own
 * keys or asks wallets to sign. Each purpose has its own line, so a signature made for one purpose is not valid for
 * another. Transaction bodies begin with 0x0a, tokens with `e`, and messages that wallets sign with 0x19 (HIP-820) or
 * `{`. Code that signs anything new adds its line here.
 */
import { concatBytes } from '@noble/hashes/utils.js'

export const signingDomains = {
  /** The node's own signature over the JSON of a login's payload. No login accepts it. */
  challenge: 'Quorate challenge v1\n',
  /** A heartbeat between nodes, over its canonical JSON (RFC 8785). */
  heartbeat: 'Quorate heartbeat v1\n',
  /**
   * The cancellation of a proposal, which its creator signs over its canonical JSON. A wallet signs it as it is, or
   * with the prefix of HIP-820.
   */
  cancellation: 'Quorate cancellation v1\n',
  /** The login of a wallet, which its owners sign over its canonical JSON, as it is or with the prefix of HIP-820. */
  walletLogin: 'Quorate wallet login v1\n',
  /** An IPNS record, over its data. IPFS defines the prefix. Only a key signs this, never a wallet app. */
  ipnsRecord: 'ipns-signature:',
} as const

const encoder = new TextEncoder()

/** The bytes to sign for `message`: the domain's line, then the message. */
export const inDomain = (domain: keyof typeof signingDomains, message: Uint8Array | string): Uint8Array =>
  concatBytes(encoder.encode(signingDomains[domain]), typeof message === 'string' ? encoder.encode(message) : message)
