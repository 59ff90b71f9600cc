import type { Wanted } from '#services/contract/tracing/instructions.ts'
import { invalidParameter, objectIn } from '../values.ts'

const TRACERS = ['callTracer', 'prestateTracer', 'opcodeLogger'] as const
type Tracer = (typeof TRACERS)[number]

/** What the second parameter of a trace asks for. */
export interface TraceOptions {
  readonly tracer: Tracer
  readonly onlyTopCall: boolean
  readonly wanted: Wanted
}

/**
 * Reads `{tracer, tracerConfig}`. As in the relay, options of the instructions may also stand beside them, and unknown
 * options are ignored.
 *
 * @throws RpcError
 */
export function traceOptionsIn(value: unknown, byDefault: Tracer): TraceOptions {
  const given = value === undefined || value === null ? {} : objectIn(value, 'the options')
  const { tracer = byDefault, tracerConfig } = given
  if (!isTracer(tracer)) throw invalidParameter(`tracer must be ${TRACERS.join(', ')}`)
  const config = tracerConfig === undefined || tracerConfig === null ? given : objectIn(tracerConfig, 'tracerConfig')
  const flag = (name: string): boolean => {
    const set = config[name] ?? false
    if (typeof set === 'boolean') return set
    throw invalidParameter(`${name} must be true or false`)
  }
  return {
    tracer,
    onlyTopCall: flag('onlyTopCall'),
    wanted: { stack: !flag('disableStack'), memory: flag('enableMemory'), storage: !flag('disableStorage') },
  }
}

const isTracer = (value: unknown): value is Tracer => TRACERS.some((tracer) => tracer === value)
