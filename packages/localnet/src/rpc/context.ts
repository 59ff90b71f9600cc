import type { Ledger } from '#ledger/ledger.ts'
import type { Room } from '#services/contract/tracing/instructions.ts'

/** The parts of the ledger that methods read and change. */
export interface RpcContext {
  readonly ledger: Ledger
}

/** The context of a call, which shares the room for traces with the other calls of its batch. */
export interface CallContext extends RpcContext {
  readonly room: Room
}

/**
 * A method of JSON-RPC.
 *
 * @throws RpcError
 */
export type Method = (params: readonly unknown[], context: CallContext) => unknown

export type Methods = Readonly<Record<string, Method>>

/** A method under its names in Hardhat and in anvil. */
export const both = (name: string, method: Method): Methods => ({
  [`hardhat_${name}`]: method,
  [`anvil_${name}`]: method,
})
