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
  /** A record of a ceremony for a key that the nodes share. @quorate/frost writes this line itself. */
  keyCeremony: 'Quorate key ceremony v1\n',
  /** A node's request to another to sign with their shared key, and the answer, over canonical JSON. */
  signingQuestion: 'Quorate signing question v1\n',
  signingAnswer: 'Quorate signing answer v1\n',
  /** A message that the shared key signs to show that it can. */
  signingTest: 'Quorate signing test v1\n',
  /**
   * The cancellation of a proposal, which its creator signs over its canonical JSON. A wallet signs it as it is, or
   * with the prefix of HIP-820.
   */
  cancellation: 'Quorate cancellation v1\n',
  /**
   * A member's delegation of its vote in a DAO, over its canonical JSON. A wallet signs it as it is, or with the prefix
   * of HIP-820.
   */
  delegation: 'Quorate delegation v1\n',
  /**
   * A DAO's new rules, which the account that may change them without a proposal signs over their canonical JSON. A
   * wallet signs it as it is, or with the prefix of HIP-820.
   */
  rules: 'Quorate rules v1\n',
  /** A veto against a passed proposal, over canonical JSON, as it is or with the prefix of HIP-820. */
  veto: 'Quorate veto v1\n',
  /** The login of a wallet, which its owners sign over its canonical JSON, as it is or with the prefix of HIP-820. */
  walletLogin: 'Quorate wallet login v1\n',
  /** A change of a role at a wallet. Its owners sign it over canonical JSON, as it is or with the prefix of HIP-820. */
  walletRole: 'Quorate wallet role v1\n',
  /**
   * An account's statement that it requests a write itself, over canonical JSON, signed as it is or with the prefix of
   * HIP-820. The node never signs it.
   */
  ownership: 'Quorate ownership v1\n',
  /** The key for the ballots of a secret vote, which the network signs over canonical JSON, and a request for one. */
  ballotKey: 'Quorate ballot key v1\n',
  ballotKeyRequest: 'Quorate ballot key request v1\n',
  /** A node's request for another node's part of a ballot key, and the answer, over canonical JSON. */
  ballotKeyQuestion: 'Quorate ballot key question v1\n',
  ballotKeyAnswer: 'Quorate ballot key answer v1\n',
  /** An IPNS record, over its data. IPFS defines the prefix. Only a key signs this, never a wallet app. */
  ipnsRecord: 'ipns-signature:',
} as const

const encoder = new TextEncoder()

/** The bytes to sign for `message`: the domain's line, then the message. */
export const inDomain = (domain: keyof typeof signingDomains, message: Uint8Array | string): Uint8Array =>
  concatBytes(encoder.encode(signingDomains[domain]), typeof message === 'string' ? encoder.encode(message) : message)
