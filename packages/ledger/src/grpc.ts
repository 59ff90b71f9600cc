import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'

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

  constructor(message: string, mayHaveArrived: boolean) {
    super(message)
    this.mayHaveArrived = mayHaveArrived
  }
}

const CONNECT_TIMEOUT_MS = 5_000
/** No answer of a consensus node comes near this. */
const MAX_ANSWER_BYTES = 4_194_304

export function openGrpc(): Grpc {
  const sessions = new Map<string, Promise<ClientHttp2Session>>()

  const session = (address: string): Promise<ClientHttp2Session> => {
    const known = sessions.get(address)
    if (known) return known
    const opening = connected(address, () => sessions.get(address) === opening && sessions.delete(address))
    sessions.set(address, opening)
    opening.catch(() => sessions.delete(address))
    return opening
  }

  return {
    async call(address, path, message, timeoutMs) {
      const open = await session(address)
      const abandon = () => {
        sessions.delete(address)
        open.close()
      }
      return unary(open, `${address}${path}`, path, message, timeoutMs, abandon)
    },
    close() {
      for (const opening of sessions.values()) opening.then((open) => open.close()).catch(() => {})
      sessions.clear()
    },
  }
}

function connected(address: string, gone: () => void): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const scheme = /:(443|50212)$/.test(address) ? 'https' : 'http'
    const session = connect(`${scheme}://${address}`)
    const fail = (why: string) => {
      gone()
      reject(new GrpcFailure(`cannot connect to the consensus node at ${address}: ${why}`, false))
    }
    session.setTimeout(CONNECT_TIMEOUT_MS, () => {
      fail(`no connection within ${CONNECT_TIMEOUT_MS} ms`)
      session.destroy()
    })
    session.once('connect', () => {
      session.setTimeout(0)
      session.unref()
      resolve(session)
    })
    session.on('error', (error) => fail(error.message))
    session.on('goaway', gone)
    session.on('close', () => fail('closed'))
  })
}

function unary(
  session: ClientHttp2Session,
  what: string,
  path: string,
  message: Uint8Array,
  timeoutMs: number,
  abandon: () => void,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const stream = begin(session, what, path)
    const chunks: Buffer[] = []
    let size = 0
    let status: string | undefined
    let goneAfter = Number.POSITIVE_INFINITY
    const goaway = (_code: number, lastStreamId: number) => {
      goneAfter = lastStreamId
    }
    const timer = setTimeout(() => {
      // The connection may be dead without our knowing: calls to come open another, those under way have their own time.
      abandon()
      stream.close(constants.NGHTTP2_CANCEL)
      reject(new GrpcFailure(`${what} did not answer within ${timeoutMs} ms`, true))
    }, timeoutMs)
    const takeStatus = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) status = statusText(headers)
    }

    session.ref()
    session.once('goaway', goaway)
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
      session.off('goaway', goaway)
      if (!session.destroyed && --inFlight(session).count === 0) session.unref()
      const answer = status === '0' ? unframed(Buffer.concat(chunks)) : undefined
      if (answer) resolve(answer)
      else reject(new GrpcFailure(failure(what, status, stream.rstCode), arrived(stream, goneAfter)))
    })
    inFlight(session).count++
    stream.end(framed(message))
  })
}

/** Idle sessions must not keep a process alive; ones with calls under way must. */
const counts = new WeakMap<ClientHttp2Session, { count: number }>()
function inFlight(session: ClientHttp2Session): { count: number } {
  const known = counts.get(session)
  if (known) return known
  const fresh = { count: 0 }
  counts.set(session, fresh)
  return fresh
}

function begin(session: ClientHttp2Session, what: string, path: string): ClientHttp2Stream {
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

function arrived(stream: ClientHttp2Stream, goneAfter: number): boolean {
  const { id } = stream
  return id !== undefined && id <= goneAfter && stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM
}

const statusText = (headers: Record<string, unknown>): string => {
  const status = String(headers['grpc-status'])
  return status === '0' ? '0' : `gRPC status ${status} ${decodeURIComponent(String(headers['grpc-message'] ?? ''))}`
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
