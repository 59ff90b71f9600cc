/** What signs for an account: a key that the program has, or a wallet that asks its owner. */

export interface Signer {
  /** The account on the ledger, such as `0.0.1001`. */
  readonly accountId: string
  /** The key that signs, raw in hex: an account with more than eight keys that can sign alone must name it. */
  readonly publicKey?: string
  /** Signs the bytes of a transaction's body: 64 raw bytes, or a protobuf SignatureMap. */
  signBody(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array
  /**
   * Signs a text as wallets sign messages, with the prefix of HIP-820 before it: 64 raw bytes, or a protobuf
   * SignatureMap.
   */
  signMessage(text: string): Promise<Uint8Array> | Uint8Array
}
