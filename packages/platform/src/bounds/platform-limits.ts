/** Limits on how much of a service's HTTP server, sockets and jobs a stranger, an address or an account may use. */
import type { Limits } from './limit.ts'

export const limits = {
  requestsPerAddress: {
    value: 3000,
    unit: 'requests a minute',
    bounds:
      'requests of one address (IPv6: of one /64) without a valid session, including unknown paths, preflights and `/metrics`, and the first request with each token',
    setting: 'RATE_LIMIT_ADDRESS',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  requestsPerWallet: {
    value: 600,
    unit: 'requests a minute',
    bounds: 'requests with sessions of one wallet',
    setting: 'RATE_LIMIT_WALLET',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  sessionsOfAddress: {
    value: 10,
    unit: 'times RATE_LIMIT_ADDRESS',
    bounds: 'requests a minute with valid sessions from one address, by all its wallets together',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  connections: {
    value: 4096,
    unit: 'connections',
    bounds: 'open connections to one port',
    setting: 'MAX_CONNECTIONS',
    answer: 'the connection is closed',
  },
  connectionsPerAddress: {
    value: 256,
    unit: 'connections',
    bounds:
      'open connections from one address to one port, except those from `TRUST_PROXY`. Socket.IO connections (polling ones too) are counted by the address behind the proxy',
    setting: 'MAX_CONNECTIONS_PER_ADDRESS',
    answer: '429 TOO_MANY_CONNECTIONS (Socket.IO: RATE_LIMITED), and the connection is closed',
  },
  headerBytes: {
    value: 16_384,
    unit: 'bytes',
    bounds: 'the request line and the headers of one request',
    answer: '431 HEADERS_TOO_LARGE',
  },
  headersTime: {
    value: 10_000,
    unit: 'ms',
    bounds: 'time for the headers of a request to arrive',
    answer: '408 REQUEST_TIMEOUT',
  },
  silentTime: {
    value: 180_000,
    unit: 'ms',
    bounds: 'time without data in either direction on a connection with a request in progress',
    answer: 'the connection is closed',
  },
  bodyBytes: {
    value: 65_536,
    unit: 'bytes',
    bounds: 'a JSON body, where the route declares no other limit',
    answer: '413 BODY_TOO_LARGE',
  },
  transactionBodyBytes: {
    value: 163_840,
    unit: 'bytes',
    bounds: 'a JSON body that contains transaction bytes',
    answer: '413 BODY_TOO_LARGE',
  },
  jsonValues: {
    value: 20_000,
    unit: 'values',
    bounds: 'values in one JSON body, counted before it is parsed',
    answer: '400 BODY_TOO_COMPLEX',
  },
  jsonDepth: {
    value: 64,
    unit: 'levels',
    bounds: 'nesting of one JSON body, counted before it is parsed',
    answer: '400 BODY_TOO_DEEP',
  },
  pathParameterLength: {
    value: 1024,
    unit: 'characters',
    bounds: 'the length of one path parameter',
    answer: '414 URL_TOO_LONG',
  },
  queryParameters: {
    value: 100,
    unit: 'parameters',
    bounds: 'parameters in the query of one request',
    answer: '400 TOO_MANY_PARAMETERS',
  },
  socketsPerAccount: {
    value: 32,
    unit: 'sockets',
    bounds: 'sockets of one account in one process',
    answer: 'connect_error TOO_MANY_SOCKETS',
  },
  socketEvents: {
    value: 100,
    unit: 'events in 10 seconds',
    bounds: 'events that all sockets of one account in one process send',
    answer: 'acknowledged RATE_LIMITED',
  },
  socketPackets: {
    value: 150,
    unit: 'packets in 10 seconds',
    bounds: 'packets of any kind that a Socket.IO connection sends',
    answer: 'the connection is closed',
  },
  jobInterruptions: {
    value: 3,
    unit: 'times',
    bounds: 'crashes of the process while the same job was running',
    answer:
      'the job is set aside: logged, counted in `quorate_jobs_set_aside`, and not started again. Jobs of governance are started again after a minute, then after increasing delays',
  },
  runningJobs: {
    value: 40,
    unit: 'jobs of one kind',
    bounds:
      'jobs of one kind (snapshots, deliveries to webhooks, pins, timed and scheduled requests, further attempts to execute) that run at the same time in one process',
    answer: 'none: the others wait, and wallets take turns',
  },
  runningJobsPerOwner: {
    value: 2,
    unit: 'jobs of one kind',
    bounds:
      'jobs of one kind and one wallet that run at the same time in one process while half of `runningJobs` or more are running',
    answer: 'none: the others wait',
  },
  roomsPerSocket: {
    value: 200,
    unit: 'rooms',
    bounds: "rooms that one socket joined, with its own and its account's",
    answer: 'acknowledged with TOO_MANY_SUBSCRIPTIONS',
  },
  idempotencyBytesPerHour: {
    value: 134_217_728,
    unit: 'bytes per hour and service',
    bounds:
      'stored Idempotency-Keys and answers of all wallets together: 1,024 bytes for each key, plus the bytes of its answer beyond 512',
    answer:
      '429 TOO_MANY_IDEMPOTENCY_KEYS before anything is done; 409 IDEMPOTENCY_ANSWER_NOT_KEPT to a repeated request whose answer was not stored',
  },
  idempotencyShare: {
    value: 10,
    unit: 'percent of that',
    bounds: 'the share of these bytes for one wallet',
    answer: 'as above',
  },
  idempotencyAnswerBytes: {
    value: 262_144,
    unit: 'bytes',
    bounds: 'one answer that is stored for an Idempotency-Key',
    answer: '409 IDEMPOTENCY_ANSWER_NOT_KEPT to the repeated request',
  },
} satisfies Limits
