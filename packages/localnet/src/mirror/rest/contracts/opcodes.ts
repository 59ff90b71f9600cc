import { limits } from '#limits.ts'
import { badRequest, notFound } from '#mirror/rest/errors.ts'
import { Rendered } from '#mirror/rest/json.ts'
import { select } from '#mirror/rest/page.ts'
import type { MirrorContext, MirrorRoute } from '#mirror/rest/route.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { idText } from '#protocol/ids.ts'
import type { Instruction, Wanted } from '#services/contract/tracing/instructions.ts'
import { type Trace, type Traceable, traceAgain } from '#services/contract/tracing/trace.ts'
import { Traceless } from '#services/contract/tracing/traceless.ts'
import { evmAddressOf } from './contract-lookup.ts'
import { momentOf } from './results.ts'

const NO_ADDRESS = `0x${'00'.repeat(20)}`

/**
 * GET /contracts/results/{transactionIdOrHash}/opcodes: the instructions of a transaction. As on the Mirror Node, the
 * transaction runs once more to answer this.
 */
export const contractOpcodes: MirrorRoute<MirrorContext & Traceable> = {
  path: '/contracts/results/:id/opcodes',
  parameters: ['memory', 'stack', 'storage'],
  async answer(request, context) {
    const { query } = request
    const wanted = {
      stack: query.flag('stack', true),
      memory: query.flag('memory', false),
      storage: query.flag('storage', false),
    }
    const at = await momentOf(request, context)
    const [row] = select(context, 'SELECT contract, gas_used FROM contract_result WHERE consensus_timestamp = ?', at)
    if (!row) throw notFound()
    const contract = row.contract === null ? null : Number(row.contract)
    const of = {
      address: contract === null ? NO_ADDRESS : evmAddressOf(contract, context),
      contract_id: contract === null ? null : idText(contract),
    }
    // It failed before it could run a contract.
    if (row.gas_used === 0n) return { ...of, failed: true, gas: 0, opcodes: [], return_value: '0x' }
    const { text, result } = await traced(at, wanted, context)
    const { gasUsed: gas, status, outcome } = result
    const fields = { ...of, failed: status !== 'SUCCESS', gas, return_value: hex(outcome.output) }
    return new Rendered(fields, { opcodes: text })
  },
}

async function traced(at: bigint, wanted: Wanted, context: Traceable): Promise<Trace> {
  try {
    return await traceAgain(at, { wanted, room: { left: limits.maxTraceBytes.value }, jsonOf: opcodeJson }, context)
  } catch (error) {
    throw error instanceof Traceless ? badRequest(error.message) : error
  }
}

function opcodeJson({ pc, op, gas, gasCost, depth, stack, memory, storage, reason }: Instruction): object {
  const slots = Object.entries(storage ?? {}).map(([slot, value]) => [`0x${slot}`, `0x${value}`])
  return {
    depth,
    gas,
    gas_cost: gasCost,
    memory: (memory ?? []).map(prefixed),
    op,
    pc,
    reason,
    stack: (stack ?? []).map(prefixed),
    storage: Object.fromEntries(slots),
  }
}

const prefixed = (digits: string): string => `0x${digits}`
