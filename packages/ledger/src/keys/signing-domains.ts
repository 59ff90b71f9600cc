/**
 * What the platform signs with its own keys beside transactions and tokens. Each kind of bytes begins with a line of its own, so that
 * a signature made for one purpose verifies for no other: transaction bodies begin with 0x0a, tokens with `e`, what wallets sign with
 * 0x19 (HIP-820) or `{`. Whoever signs something new adds its line here.
 */
export const signingDomains = {
  /** The node's own signature over the JSON of a login's payload. No login accepts it. */
  challenge: 'Quorate challenge v1\n',
  /** A heartbeat between nodes, over its canonical JSON (RFC 8785). */
  heartbeat: 'Quorate heartbeat v1\n',
} as const

/** The bytes that are signed for `message`: the domain's line, then the message. */
export const inDomain = (domain: keyof typeof signingDomains, message: Uint8Array | string): Uint8Array =>
  Buffer.concat([Buffer.from(signingDomains[domain]), Buffer.from(message as string)])
