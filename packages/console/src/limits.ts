import type { Limits } from '@quorate/platform'

export const limits = {
  upstreamConnections: {
    value: 128,
    unit: 'connections',
    bounds: 'connections of the console to each service, for all requests together',
    answer: 'none: further requests wait',
  },
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
