import type { Limits } from '@quorate/platform'

export const limits = {
  upstreamTime: {
    value: 300_000,
    unit: 'ms',
    bounds: 'time until a service begins its answer to the console, and between the parts of the answer',
    answer: '504 UPSTREAM_TIMEOUT',
  },
  socketHandshakeTime: {
    value: 10_000,
    unit: 'ms',
    bounds: "time for a service's sockets to answer the console's handshake",
    answer: 'the connection is closed',
  },
  clockMove: {
    value: 366 * 86_400_000,
    unit: 'ms',
    bounds: "how far a development screen moves the embedded ledger's clock in one step",
    answer: '400 VALIDATION_FAILED',
  },
  clockAhead: {
    value: 3_650 * 86_400_000,
    unit: 'ms',
    bounds: "how far the embedded ledger's clock may be ahead of the machine's",
    answer: '409 CLOCK_TOO_FAR',
  },
  snapshots: {
    value: 20,
    unit: 'snapshots',
    bounds: 'snapshots of the embedded ledger that development screens take',
    answer: '409 TOO_MANY_SNAPSHOTS',
  },
} as const satisfies Limits
