/** Limits on what a stranger, an address or an account may use of a service's HTTP server, sockets and jobs. */
import type { Limits } from './limit.ts'

export const limits = {
  requestsPerAddress: {
    value: 3000,
    unit: 'requests a minute',
    bounds:
      "requests of one address (IPv6: of one /64) without a valid session, including unknown paths, preflights and `/metrics`, and the first request with each token. Mirror reads that a request causes beyond its free ones (one for a read; see `readsPerWrite` and the wallets' limits) count as further requests",
    setting: 'RATE_LIMIT_ADDRESS',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  requestsPerWallet: {
    value: 600,
    unit: 'requests a minute',
    bounds: 'requests with the sessions of one wallet. Mirror reads count as they do for addresses',
    setting: 'RATE_LIMIT_WALLET',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  sessionsOfAddress: {
    value: 10,
    unit: 'times RATE_LIMIT_ADDRESS',
    bounds: 'requests a minute with valid sessions from one address, of all its wallets together',
    answer: '429 RATE_LIMITED, and the connection ends',
  },
  interimAnswers: {
    value: 16,
    unit: 'answers',
    bounds: 'interim answers (1xx) of a mirror or a webhook to one request, before its answer',
    answer: 'as if that server had not answered',
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
      'open connections of one address at one port, those from `TRUST_PROXY` excepted. Socket.IO connections (polling ones too) are counted by the address behind the proxy',
    setting: 'MAX_CONNECTIONS_PER_ADDRESS',
    answer: '429 TOO_MANY_CONNECTIONS (Socket.IO: RATE_LIMITED), and the connection is closed',
  },
  largeAnswersAtOnce: {
    value: 4,
    unit: 'answers at once',
    bounds:
      'answers of many or large rows (pages of wallets, requests, DAOs, proposals and votes, and what is answered with such a page) that one service of a process reads at once; addresses take turns, and equal reads with sessions of one wallet share an answer',
    answer: 'none: the others wait',
  },
  largeAnswersOfAddress: {
    value: 2,
    unit: 'answers at once',
    bounds: 'such answers for one address, among these',
    answer: 'none: the others wait',
  },
  writesOfWallet: {
    value: 32,
    unit: 'requests',
    bounds: 'writes of one wallet that one service of a process handles at once, uploads excepted',
    answer: 'none: the others wait',
  },
  compressionsAtOnce: {
    value: 2,
    unit: 'answers',
    bounds: 'answers that one service of a process compresses at once, on threads beside its own',
    answer: 'none: the others are sent as they are',
  },
  waitingRequests: {
    value: 100,
    unit: 'requests',
    bounds: 'requests that wait on one connection (pipelining); they are handled one after the other',
    answer: 'the connection is closed',
  },
  waitingRequestsInAll: {
    value: 1_000,
    unit: 'requests',
    bounds: 'the same, of all connections to a port together; of each connection one more is taken',
    answer: 'connections that send further ones are closed',
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
    bounds: 'time for a whole request to arrive, uploads included (uploads also have a minimum pace)',
    answer: '408 REQUEST_TIMEOUT',
  },
  unreadTime: {
    value: 60_000,
    unit: 'ms',
    bounds: 'time for a client to read the end of an answer, or anything at all of a streamed one',
    answer: 'the connection is closed',
  },
  unreadBytesPerAddress: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: 'bytes of answers and socket events that one address has not read yet',
    answer:
      "429 UNREAD_ANSWERS. An answer that has already begun ends with its connection; for a socket, the address's connection that has waited longest is closed",
  },
  unreadBytes: {
    value: 134_217_728,
    unit: 'bytes',
    bounds: 'bytes of answers and socket events at one port that have not been read yet, of all addresses together',
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
    bounds: 'pieces (HTTP chunks or TCP reads) in which a body arrives, beyond one for each 8 bytes',
    answer: 'the connection is closed',
  },
  keySetBytes: {
    value: 65_536,
    unit: 'bytes',
    bounds: 'the answer of `AUTH_JWKS_URL`, with the keys that tokens are checked with',
    answer: '503 KEY_SET_UNAVAILABLE',
  },
  keySetKeys: {
    value: 100,
    unit: 'keys',
    bounds: 'keys in the answer of `AUTH_JWKS_URL`',
    answer: '503 KEY_SET_UNAVAILABLE',
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
  metricsAge: {
    value: 1000,
    unit: 'ms',
    bounds: 'age of the metrics that `/metrics` answers',
    answer: 'the same text',
  },
  sockets: {
    value: 4096,
    unit: 'connections',
    bounds: 'connections of Socket.IO clients at one port',
    setting: 'MAX_CONNECTIONS',
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
    bounds: 'Socket.IO connections of one address that are in no namespace: no valid token yet, or all namespaces left',
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
    bounds: 'time for a Socket.IO client to send a valid token, after it connected or left its last namespace',
    answer: 'the connection is closed',
  },
  socketCloseTime: {
    value: 1000,
    unit: 'ms',
    bounds: 'time for a WebSocket client to answer a close frame',
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
      'packets of any kind that a Socket.IO connection sends, including events over their limit. Binary packets are not accepted',
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
    bounds: 'pieces (WebSocket fragments or TCP reads) in which a message arrives',
    answer: 'the connection is closed',
  },
  socketUnsentBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: 'bytes that one Socket.IO connection has not read yet',
    answer: 'the connection is closed',
  },
  socketUnsentPackets: {
    value: 1000,
    unit: 'packets',
    bounds: 'packets that one Socket.IO connection has not read yet',
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
      'jobs of one kind (snapshots, deliveries to webhooks, bindings, pins, timed and scheduled requests, further attempts to execute) that run at once in one process',
    answer: 'none: the others wait, and wallets take turns',
  },
  runningJobsPerOwner: {
    value: 2,
    unit: 'jobs of one kind',
    bounds:
      'jobs of one kind and one wallet that run at once in one process while half of `runningJobs` or more are running',
    answer: 'none: the others wait',
  },
  roomsPerSocket: {
    value: 200,
    unit: 'rooms',
    bounds: "rooms that one socket asked for, with its own and its account's",
    answer: 'acknowledged with TOO_MANY_SUBSCRIPTIONS',
  },
  eventTime: {
    value: 5000,
    unit: 'ms',
    bounds:
      'time for an event to reach the other processes over PostgreSQL, and the same for earlier events that it waits for',
    answer: 'the event is logged and not sent to other processes; the database connection is closed',
  },
  eventsWaiting: {
    value: 2000,
    unit: 'events',
    bounds: 'events for other processes that wait for PostgreSQL',
    answer: 'further events are logged and not sent to other processes',
  },
  rowsDeletedAtOnce: {
    value: 1000,
    unit: 'rows',
    bounds: 'expired rows that one database transaction deletes',
    answer: 'none: the others are deleted in further transactions',
  },
  cacheCharacters: {
    value: 67_108_864,
    unit: 'characters',
    bounds: 'keys and values of one cache in memory, such as that of final mirror answers',
    answer: 'none: the least recently used values are dropped',
  },
  cachedCharacters: {
    value: 65_536,
    unit: 'characters',
    bounds: 'one value of such a cache with its key',
    answer: 'none: the value is not cached',
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
    value: 25,
    unit: 'percent of what is left of the shared half',
    bounds: 'what one wallet may take of that, so that several greedy wallets still leave some for others',
    answer: 'as above',
  },
  idempotencySure: {
    value: 262_144,
    unit: 'bytes',
    bounds: 'what is reserved for each wallet, whatever others take',
    answer: 'as above',
  },
  idempotencyRowsDeletedAtOnce: {
    value: 10,
    unit: 'answers',
    bounds: 'stored answers older than a day that one request with an Idempotency-Key deletes',
    answer: 'none: the next request deletes more',
  },
  idempotencyAnswerBytes: {
    value: 262_144,
    unit: 'bytes',
    bounds: 'one answer that is stored for an Idempotency-Key',
    answer: '409 IDEMPOTENCY_ANSWER_NOT_KEPT to the repeated request',
  },
  budgetAtOnce: {
    value: 59,
    unit: 'percent of an hourly budget',
    bounds:
      'how much of an hourly budget may be used at one moment. Use halves every hour, so that no 60 minutes cost more than the budget',
    answer: '429 with the code of the budget',
  },
  budgetOpenHalf: {
    value: 50,
    unit: 'percent of `budgetAtOnce`',
    bounds: 'the part of a budget that is open to all; the rest is reserved in small parts for each wallet',
    answer: '429 with the code of the budget',
  },
  budgetForLeast: {
    value: 25,
    unit: 'percent of `budgetAtOnce`',
    bounds:
      'the part of a budget that is kept for wallets that used less than the one that asks. Of it, a wallet that has used its reserved part leaves all, a 24th less for each halving of its use, and one that has used nothing for a day leaves none',
    answer: '429 with the code of the budget',
  },
} satisfies Limits
