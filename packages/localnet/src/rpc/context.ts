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
