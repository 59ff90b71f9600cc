import type { Ledger } from '#ledger/ledger.ts'

/** The parts of the ledger that methods read and change. */
export interface RpcContext {
  readonly ledger: Ledger
}

/**
 * A method of JSON-RPC.
 *
 * @throws RpcError
 */
export type Method = (params: readonly unknown[], context: RpcContext) => unknown

export type Methods = Readonly<Record<string, Method>>

/** A method under its names in Hardhat and in anvil. */
export const both = (name: string, method: Method): Methods => ({
  [`hardhat_${name}`]: method,
  [`anvil_${name}`]: method,
})
