import type { Limits } from '@quorate/platform'

export const limits = {
  upstreamTime: {
    value: 300_000,
    unit: 'ms',
    bounds: 'time for a service to begin its answer to the console, and between the parts of it',
    answer: '504 UPSTREAM_TIMEOUT',
  },
  socketHandshakeTime: {
    value: 10_000,
    unit: 'ms',
    bounds: "time for a service's sockets to answer the console's handshake",
    answer: 'the connection is closed',
  },
} as const satisfies Limits
