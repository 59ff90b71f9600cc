import http2, { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2'
import { PieceCount, ReceivedBytes } from '@quorate/platform'

/**
 * Unary gRPC over `node:http2`. General gRPC clients hide what matters most here: whether a failed request may have
 * reached the node.
 */
export interface Grpc {
  /**
   * One attempt: sends `message` to `path` (`/proto.CryptoService/cryptoTransfer`) and returns the answer's message.
   *
   * @throws GrpcFailure
   */
  call(address: string, path: string, message: Uint8Array, timeoutMs: number): Promise<Uint8Array>
  close(): void
}

export class GrpcFailure extends Error {
  override readonly name = 'GrpcFailure'
  /**
   * False only if the node cannot have processed the request: the connection failed, or the node refused the stream
   * unread (RFC 9113 §8.7).
   */
  readonly mayHaveArrived: boolean
  /**
   * Whether bytes of the request left this process. If the peer then says that it refused them unread, that is not
   * proof.
   */
  readonly wasSent: boolean
  /**
   * True if the node could not be reached or did not answer in time. Otherwise this message itself may have caused the
   * failure.
   */
  readonly isNodes: boolean
  /**
   * True if an answer says that the node is down, as proxies do. This is only a claim, and the message itself may have
   * caused it.
   */
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

  /** This failure, with `wasSent` also true if an earlier attempt sent the same bytes. */
  after({ wasSent }: { wasSent: boolean }): GrpcFailure {
    if (!wasSent || this.wasSent) return this
    const { isNodes, isSaidAway } = this
    return new GrpcFailure(this.message, this.mayHaveArrived, { wasSent, isNodes, isSaidAway })
  }
}

/**
 * Makes another attempt after a failed one. The error of the new attempt also says whether the earlier one sent the
 * bytes.
 */
export async function attemptAfter<T>(earlier: { wasSent: boolean }, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    throw error instanceof GrpcFailure ? error.after(earlier) : error
  }
}

const CONNECT_TIMEOUT_MS = 5_000
/** If a caller had less time left than this, a missing answer is not blamed on the node. */
const FAIR_TIMEOUT_MS = 1_000
/** Far more than any answer of a consensus node. */
const MAX_ANSWER_BYTES = 4_194_304
/** The maximum number of characters of a node's error message that are passed on. */
const MAX_MESSAGE_LENGTH = 300

interface Connection {
  session: ClientHttp2Session
  /** Calls in progress. An idle connection must not keep the process alive. */
  calls: number
  /** The node has not processed streams with higher numbers (RFC 9113 §6.8). */
  lastStreamId: number
  retired: boolean
  /** Sends nothing new over the connection; calls in progress continue. */
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
        // The connection was retired between the start of the call and its first byte, so this uses another connection.
        if (!(error instanceof GrpcFailure) || error.mayHaveArrived || !open.retired) throw error
        return attemptAfter(error, async () => unary(await connection(address), call))
      }
    },
    close() {
      for (const opening of connections.values()) opening.then(({ retire }) => retire()).catch(() => {})
    },
  }
}

/** @param gone Called when no new requests may be sent over the connection */
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
    session.setTimeout(CONNECT_TIMEOUT_MS, () =>
      session.destroy(new Error(`no answer within ${CONNECT_TIMEOUT_MS} ms`)),
    )
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
  /** The address and path, for error messages. */
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
    const received = new ReceivedBytes()
    const count = new PieceCount()
    let status: string | undefined
    const takeStatus = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) status = statusText(headers)
    }
    const timer = setTimeout(() => {
      // The connection may be dead without notice, so later calls open another one. Running calls keep their own
      // timeouts.
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
      if (count.add(chunk.length) && count.bytes <= MAX_ANSWER_BYTES) received.add(chunk)
      else stream.close(constants.NGHTTP2_CANCEL)
    })
    stream.on('error', () => {})
    stream.on('close', () => {
      clearTimeout(timer)
      const answer = status === '0' ? unframed(received.take()) : undefined
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

/**
 * A stream without a number was never sent. A stream that was refused, or whose number is higher than that of the last
 * processed one, was not read.
 */
const mayHaveArrived = ({ id, rstCode }: ClientHttp2Stream, { lastStreamId }: Connection): boolean =>
  id !== undefined && id <= lastStreamId && rstCode !== constants.NGHTTP2_REFUSED_STREAM

/** gRPC's UNAVAILABLE, and the HTTP statuses that gRPC clients map to it ("HTTP to gRPC Status Code Mapping"). */
const SAYS_AWAY = /^(gRPC status 14|HTTP status (429|502|503|504))( |$)/

const statusText = (headers: Record<string, unknown>): string => {
  const status = shortened(headers['grpc-status'])
  return status === '0' ? '0' : `gRPC status ${status} ${percentDecoded(shortened(headers['grpc-message'] ?? ''))}`
}

const shortened = (header: unknown): string => String(header).slice(0, MAX_MESSAGE_LENGTH)

/**
 * Returns the text unchanged if it is not percent-encoded UTF-8. It must not throw: it runs in a listener, and no
 * caller would catch the error.
 */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const failure = (what: string, status: string | undefined, rstCode: number | undefined): string =>
  status && status !== '0' ? `${what} answered ${status}` : `${what} ended without an answer (code ${rstCode})`

/** One message: a byte for compression, the length, and the message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(5 + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, 5)
  return frame
}

function unframed({ buffer, byteOffset, length }: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(buffer, byteOffset, length)
  if (length < 5 || bytes[0] !== 0) return undefined
  return length === 5 + bytes.readUInt32BE(1) ? bytes.subarray(5) : undefined
}
