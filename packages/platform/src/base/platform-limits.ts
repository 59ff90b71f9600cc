/** Limits on what a stranger, an address or an account may use of a service's HTTP server, sockets and jobs. */
import type { Limits } from './limit.ts'

export const limits = {
  requestsPerAddress: {
    value: 3000,
    unit: 'requests a minute',
    bounds:
      'requests of one address (an IPv6 host counts as its /64), unknown paths, preflights and `/metrics` included; of what a read asks the mirror, all but the first count as further requests, and of what a write or a request of a wallet asks it, all but the first few',
    setting: 'RATE_LIMIT_ADDRESS',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  requestsPerWallet: {
    value: 600,
    unit: 'requests a minute',
    bounds: 'requests with the sessions of one wallet; what is asked of the mirror counts as for addresses',
    setting: 'RATE_LIMIT_WALLET',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  connections: {
    value: 4096,
    unit: 'connections',
    bounds: 'open connections of one port',
    setting: 'MAX_CONNECTIONS',
    answer: 'the connection is closed',
  },
  connectionsPerAddress: {
    value: 256,
    unit: 'connections',
    bounds:
      'open connections of one address at one port, except those of `TRUST_PROXY`; Socket.IO connections of one address, polling ones and those through `TRUST_PROXY` included',
    setting: 'MAX_CONNECTIONS_PER_ADDRESS',
    answer: '429 TOO_MANY_CONNECTIONS (Socket.IO: RATE_LIMITED), and the connection is closed',
  },
  waitingRequests: {
    value: 100,
    unit: 'requests',
    bounds: 'requests that wait on one connection (pipelining); they begin one after the other',
    answer: 'the connection is closed',
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
  bodyTime: {
    value: 20_000,
    unit: 'ms',
    bounds: 'time for a JSON body to arrive',
    setting: 'BODY_TIMEOUT',
    answer: '408 BODY_TIMEOUT, and the connection ends',
  },
  requestTime: {
    value: 3_600_000,
    unit: 'ms',
    bounds: 'time for any request to arrive whole, uploads included (which have a pace of their own)',
    answer: '408 REQUEST_TIMEOUT',
  },
  unreadTime: {
    value: 60_000,
    unit: 'ms',
    bounds: 'time that a client takes to read the end of an answer',
    answer: 'the connection is closed',
  },
  unreadBytesPerAddress: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: 'answers that one address has not read, and what its sockets have not, before it is answered anything more',
    answer:
      '429 UNREAD_ANSWERS; where the answer was begun before, its connection is closed, and for a socket the connection of the address that has waited longest',
  },
  unreadBytes: {
    value: 134_217_728,
    unit: 'bytes',
    bounds: 'answers at one port that nobody has read, and what sockets have not, of all addresses together',
    answer: 'the connection that has waited longest is closed',
  },
  restTime: {
    value: 5000,
    unit: 'ms',
    bounds: 'time for the rest of a body whose request was already answered',
    answer: 'the connection is closed',
  },
  bodyPieces: {
    value: 4096,
    unit: 'pieces',
    bounds: 'pieces (chunks, or what comes at once) of a body, beyond one for each 8 bytes of it',
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
    bounds: 'a JSON body with the bytes of a transaction, in any of their forms',
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
    bounds: 'a parameter in a path',
    answer: '414 URL_TOO_LONG',
  },
  queryParameters: {
    value: 100,
    unit: 'parameters',
    bounds: 'parameters in the query of one request',
    answer: '400 TOO_MANY_PARAMETERS',
  },
  metricsAge: {
    value: 1000,
    unit: 'ms',
    bounds: 'how long one text of `/metrics` is answered before the next is made',
    answer: 'the same text',
  },
  sockets: {
    value: 4096,
    unit: 'connections',
    bounds: 'connections of Socket.IO clients at one port',
    answer: '429 RATE_LIMITED',
  },
  socketsPerAccount: {
    value: 32,
    unit: 'sockets',
    bounds: 'sockets of one account in one process',
    answer: 'connect_error TOO_MANY_SOCKETS',
  },
  socketStrangers: {
    value: 32,
    unit: 'connections',
    bounds: 'Socket.IO connections of one address that have not sent a valid token yet, or have left all namespaces',
    answer: '429 RATE_LIMITED',
  },
  socketHandshakes: {
    value: 300,
    unit: 'connections a minute',
    bounds: 'new Socket.IO connections of one address',
    answer: '429 RATE_LIMITED',
  },
  socketConnectTime: {
    value: 5000,
    unit: 'ms',
    bounds: 'time for a Socket.IO client to send a valid token, at first and after it left its last namespace',
    answer: 'the connection is closed',
  },
  socketCloseTime: {
    value: 1000,
    unit: 'ms',
    bounds: 'time for a WebSocket client to answer that it is closed',
    answer: 'the connection ends',
  },
  socketRequestTime: {
    value: 20_000,
    unit: 'ms',
    bounds: "time for a polling client's request to arrive whole",
    answer: '408 REQUEST_TIMEOUT',
  },
  socketWindow: {
    value: 10_000,
    unit: 'ms',
    bounds: 'the window in which the events of an account and the packets and frames of a socket are counted',
    answer: 'counting begins anew',
  },
  socketEvents: {
    value: 100,
    unit: 'events a window',
    bounds: 'events that all sockets of one account in one process send',
    answer: 'acknowledged RATE_LIMITED',
  },
  socketPackets: {
    value: 150,
    unit: 'packets a window',
    bounds:
      'packets of any kind that a Socket.IO connection sends, events over their limit included; none of them binary',
    answer: 'the connection is closed',
  },
  socketFrames: {
    value: 50,
    unit: 'frames a window',
    bounds: 'ping and pong frames that a WebSocket sends',
    answer: 'the connection is closed',
  },
  socketMessageBytes: {
    value: 16_384,
    unit: 'bytes',
    bounds: 'a message, or a polling request, of a Socket.IO client',
    answer: 'the connection is closed; 413 where it polls',
  },
  socketFragments: {
    value: 256,
    unit: 'pieces',
    bounds: 'pieces (fragments, or what comes at once) of a message of a WebSocket',
    answer: 'the connection is closed',
  },
  socketUnsentBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: 'what waits to be read by one Socket.IO connection',
    answer: 'the connection is closed',
  },
  socketUnsentPackets: {
    value: 1000,
    unit: 'packets',
    bounds: 'packets that wait to be read by one Socket.IO connection',
    answer: 'the connection is closed',
  },
  jobInterruptions: {
    value: 3,
    unit: 'times',
    bounds: 'how often a job may be running when its process ends',
    answer:
      'it is set aside: told in the log and in `quorate_jobs_set_aside`, and not begun again; those of governance begin anew after a minute, then after longer and longer',
  },
  runningJobs: {
    value: 40,
    unit: 'jobs of one kind',
    bounds: 'snapshots, deliveries to webhooks, and bindings, that one process works on at the same time',
    answer: 'nothing: the others wait, and wallets take turns',
  },
  runningJobsPerOwner: {
    value: 2,
    unit: 'jobs of one kind',
    bounds:
      'those of one wallet that a process works on at the same time, while half of `runningJobs` or more are under way',
    answer: 'nothing: the others wait',
  },
  roomsPerSocket: {
    value: 200,
    unit: 'rooms',
    bounds: 'what one socket follows, its own account included',
    answer: 'acknowledged with TOO_MANY_SUBSCRIPTIONS',
  },
  eventTime: {
    value: 5000,
    unit: 'ms',
    bounds: 'how long an event for other processes waits for earlier ones, and then for PostgreSQL',
    answer: 'it is told in the log, and does not reach other processes; the connection is closed',
  },
  eventsWaiting: {
    value: 2000,
    unit: 'events',
    bounds: 'events for other processes that wait until PostgreSQL has taken earlier ones',
    answer: 'further ones are told in the log, and do not reach other processes',
  },
  rowsDeletedAtOnce: {
    value: 1000,
    unit: 'rows',
    bounds: 'rows that have expired and are deleted in one change of the database',
    answer: 'the others are deleted in the next',
  },
  cacheCharacters: {
    value: 67_108_864,
    unit: 'characters',
    bounds: 'one cache in memory, such as that of mirror reads whose answers are final, with its keys',
    answer: 'the values used longest ago are not kept',
  },
  cachedCharacters: {
    value: 65_536,
    unit: 'characters',
    bounds: 'one value of such a cache, with its key',
    answer: 'it is not kept, and is loaded again when it is asked for again',
  },
  idempotencyBytesPerHour: {
    value: 134_217_728,
    unit: 'bytes per hour and service',
    bounds:
      'Idempotency-Keys with their answers, of all wallets together: a key counts as 1,024 bytes, an answer with what it has beyond 512',
    answer:
      '429 TOO_MANY_IDEMPOTENCY_KEYS before anything is done; 409 IDEMPOTENCY_ANSWER_NOT_KEPT to the same request sent again',
  },
  idempotencyShare: {
    value: 25,
    unit: 'percent of what others have left of the open half',
    bounds: 'what one wallet may take of that, so that a few that take all they may leave something for the next',
    answer: 'the same',
  },
  idempotencySure: {
    value: 262_144,
    unit: 'bytes',
    bounds: 'what one wallet is sure of, whatever others took',
    answer: 'the same',
  },
  idempotencyRowsDeletedAtOnce: {
    value: 10,
    unit: 'answers',
    bounds: 'what one request with an Idempotency-Key deletes of the answers of a day ago, which may be large',
    answer: 'the next request deletes more',
  },
  idempotencyAnswerBytes: {
    value: 262_144,
    unit: 'bytes',
    bounds: 'one answer that is kept for an Idempotency-Key',
    answer: '409 IDEMPOTENCY_ANSWER_NOT_KEPT to the same request sent again',
  },
  budgetAtOnce: {
    value: 59,
    unit: 'percent of an hourly budget',
    bounds:
      'what may be taken at once of what a service pays for its users; of what was taken half is free again after an hour, so that no 60 minutes cost more than the budget',
    answer: '429, as the budget says',
  },
  budgetOpenHalf: {
    value: 50,
    unit: 'percent of that',
    bounds: 'what whoever takes much shares of such a budget; the rest is for the sure part of each wallet',
    answer: '429, as the budget says',
  },
  budgetForLeast: {
    value: 25,
    unit: 'percent of that',
    bounds:
      'what of such a budget is left for those who took less: all of it from who has taken its sure part, a 24th less for each halving of what it has taken, nothing from who has taken nothing in the last day',
    answer: '429, as the budget says',
  },
} satisfies Limits
