import http2, { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2'

/**
 * Unary gRPC over `node:http2`. A general client hides what matters here: whether a request that failed can have
 * reached the node.
 */
export interface Grpc {
  /**
   * One attempt: sends `message` to `path` (`/proto.CryptoService/cryptoTransfer`) and returns the answering message.
   *
   * @throws GrpcFailure
   */
  call(address: string, path: string, message: Uint8Array, timeoutMs: number): Promise<Uint8Array>
  close(): void
}

export class GrpcFailure extends Error {
  override readonly name = 'GrpcFailure'
  /** False only if the node surely has not processed the request: never connected, or refused unread (RFC 9113 §8.7). */
  readonly mayHaveArrived: boolean
  /** Whether bytes of it left this process: that the peer refused them unread is only the peer's word. */
  readonly wasSent: boolean
  /** The node could not be reached, or did not answer in time; else what failed may be the fault of this one message. */
  readonly isNodes: boolean
  /** Whoever answered says that the node is away, as proxies do. Their word alone: a message may have brought it about. */
  readonly isSaidAway: boolean

  constructor(
    message: string,
    mayHaveArrived: boolean,
    { wasSent = mayHaveArrived, isNodes = false, isSaidAway = false } = {},
  ) {
    super(message)
    this.mayHaveArrived = mayHaveArrived
    this.wasSent = wasSent
    this.isNodes = isNodes
    this.isSaidAway = isSaidAway
  }

  /** The same, after an earlier attempt with the same bytes. */
  after({ wasSent }: { wasSent: boolean }): GrpcFailure {
    if (!wasSent || this.wasSent) return this
    const { isNodes, isSaidAway } = this
    return new GrpcFailure(this.message, this.mayHaveArrived, { wasSent, isNodes, isSaidAway })
  }
}

/** Does something after an attempt that failed. */
export async function attemptAfter<T>(earlier: { wasSent: boolean }, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    throw error instanceof GrpcFailure ? error.after(earlier) : error
  }
}

const CONNECT_TIMEOUT_MS = 5_000
/** Where a caller had less time left, it is no fault of the node's that it has not answered. */
const FAIR_TIMEOUT_MS = 1_000
/** No answer of a consensus node comes near this. */
const MAX_ANSWER_BYTES = 4_194_304
/** Characters of a node's own words that are passed on. */
const MAX_MESSAGE_LENGTH = 300

interface Connection {
  session: ClientHttp2Session
  /** Calls under way: an idle connection must not keep the process alive. */
  calls: number
  /** Streams above this were not looked at (RFC 9113 §6.8). */
  lastStreamId: number
  retired: boolean
  /** Nothing new is sent over it; what is under way goes on. */
  retire(): void
}

export function openGrpc(): Grpc {
  const connections = new Map<string, Promise<Connection>>()

  const connection = (address: string): Promise<Connection> => {
    const known = connections.get(address)
    if (known) return known
    const opening: Promise<Connection> = connect(address, () => {
      if (connections.get(address) === opening) connections.delete(address)
    })
    connections.set(address, opening)
    return opening
  }

  return {
    async call(address, path, message, timeoutMs) {
      const call: Call = { what: `${address}${path}`, path, message, timeoutMs }
      const open = await connection(address)
      try {
        return await unary(open, call)
      } catch (error) {
        // The connection was given up between the call's beginning and its first byte: another one takes the call.
        if (!(error instanceof GrpcFailure) || error.mayHaveArrived || !open.retired) throw error
        return attemptAfter(error, async () => unary(await connection(address), call))
      }
    },
    close() {
      for (const opening of connections.values()) opening.then(({ retire }) => retire()).catch(() => {})
    },
  }
}

/** `gone` is called when nothing new may be sent over it. */
function connect(address: string, gone: () => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const scheme = /:(443|50212)$/.test(address) ? 'https' : 'http'
    const session = http2.connect(`${scheme}://${address}`)
    const retire = () => {
      connection.retired = true
      gone()
      session.close()
    }
    const connection: Connection = {
      session,
      calls: 0,
      lastStreamId: Number.POSITIVE_INFINITY,
      retired: false,
      retire,
    }
    const fail = (why: string) => {
      gone()
      reject(new GrpcFailure(`cannot connect to the consensus node at ${address}: ${why}`, false, { isNodes: true }))
    }
    session.setTimeout(CONNECT_TIMEOUT_MS, () => session.destroy(new Error(`nothing within ${CONNECT_TIMEOUT_MS} ms`)))
    session.once('connect', () => {
      session.setTimeout(0)
      session.unref()
      resolve(connection)
    })
    session.on('goaway', (_code, lastStreamId) => {
      connection.lastStreamId = lastStreamId
      connection.retired = true
      gone()
    })
    session.on('error', (error) => fail(error.message))
    session.on('close', () => fail('it was closed'))
  })
}

interface Call {
  /** For messages. */
  what: string
  path: string
  message: Uint8Array
  timeoutMs: number
}

async function unary(connection: Connection, call: Call): Promise<Uint8Array> {
  const { session } = connection
  const stream = begin(session, call)
  if (connection.calls++ === 0) session.ref()
  try {
    return await answerOn(stream, connection, call)
  } finally {
    if (--connection.calls === 0 && !session.destroyed) session.unref()
  }
}

function answerOn(stream: ClientHttp2Stream, connection: Connection, call: Call): Promise<Uint8Array> {
  const { what, message, timeoutMs } = call
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let status: string | undefined
    const takeStatus = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) status = statusText(headers)
    }
    const timer = setTimeout(() => {
      // The connection may be dead without our knowing: calls to come open another, those under way keep their own time.
      connection.retire()
      stream.close(constants.NGHTTP2_CANCEL)
      reject(
        new GrpcFailure(`${what} did not answer within ${timeoutMs} ms`, true, {
          isNodes: timeoutMs >= FAIR_TIMEOUT_MS,
        }),
      )
    }, timeoutMs)

    stream.on('response', (headers) => {
      takeStatus(headers)
      if (headers[':status'] !== 200) status = `HTTP status ${headers[':status']}`
    })
    stream.on('trailers', takeStatus)
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) stream.close(constants.NGHTTP2_CANCEL)
      else chunks.push(chunk)
    })
    stream.on('error', () => {})
    stream.on('close', () => {
      clearTimeout(timer)
      const answer = status === '0' ? unframed(Buffer.concat(chunks)) : undefined
      if (answer) resolve(answer)
      else {
        const why = failure(what, status, stream.rstCode)
        const isSaidAway = status !== undefined && SAYS_AWAY.test(status)
        const wasSent = stream.id !== undefined
        reject(new GrpcFailure(why, mayHaveArrived(stream, connection), { wasSent, isSaidAway }))
      }
    })
    stream.end(framed(message))
  })
}

function begin(session: ClientHttp2Session, { what, path }: Call): ClientHttp2Stream {
  try {
    return session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
    })
  } catch (error) {
    throw new GrpcFailure(`${what} was not sent: ${error instanceof Error ? error.message : error}`, false)
  }
}

/** A stream without a number never left; one that was refused, or is beyond the last that the node looked at, was not read. */
const mayHaveArrived = ({ id, rstCode }: ClientHttp2Stream, { lastStreamId }: Connection): boolean =>
  id !== undefined && id <= lastStreamId && rstCode !== constants.NGHTTP2_REFUSED_STREAM

/** gRPC's UNAVAILABLE, and the HTTP statuses that gRPC's clients take for it ("HTTP to gRPC Status Code Mapping"). */
const SAYS_AWAY = /^(gRPC status 14|HTTP status (429|502|503|504))( |$)/

const statusText = (headers: Record<string, unknown>): string => {
  const status = shortened(headers['grpc-status'])
  return status === '0' ? '0' : `gRPC status ${status} ${percentDecoded(shortened(headers['grpc-message'] ?? ''))}`
}

const shortened = (header: unknown): string => String(header).slice(0, MAX_MESSAGE_LENGTH)

/** As it came, where it is no percent-encoded UTF-8. It is read in a listener, where nothing catches what is thrown. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const failure = (what: string, status: string | undefined, rstCode: number | undefined): string =>
  status && status !== '0' ? `${what} answered ${status}` : `${what} broke off without an answer (code ${rstCode})`

/** One message: a byte for compression, its length, and the message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(5 + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, 5)
  return frame
}

function unframed(bytes: Buffer): Uint8Array | undefined {
  if (bytes.length < 5 || bytes[0] !== 0) return undefined
  const length = bytes.readUInt32BE(1)
  return bytes.length === 5 + length ? bytes.subarray(5) : undefined
}
