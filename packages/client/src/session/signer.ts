/** Signs for an account: a key that the program holds, or a wallet that asks its owner. */

export interface Signer {
  /** The account on the ledger, such as `0.0.1001`, or with its checksum (HIP-15). */
  readonly accountId: string
  /** The public key in raw hex. Required if more than eight of the account's keys can sign alone. */
  readonly publicKey?: string
  /** Signs the bytes of a transaction body. Returns the 64 raw bytes, or a protobuf SignatureMap. */
  signBody(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array
  /**
   * Signs a text as wallets sign messages, with the HIP-820 prefix. Returns the 64 raw bytes, or a protobuf
   * SignatureMap.
   */
  signMessage(text: string): Promise<Uint8Array> | Uint8Array
  /**
   * Signs the bytes of an IPNS record, which begin with `ipns-signature:`, as libp2p keys do: 64 bytes for Ed25519; DER
   * over SHA-256 for secp256k1. Absent for wallet apps, which sign only transactions, and messages with their own
   * prefix.
   */
  signName?(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array
}

/** The account's id as services return it. The node refuses a login with a wrong checksum. */
export const idOf = ({ accountId }: Signer): string => accountId.replace(/-[a-z]{5}$/, '')
