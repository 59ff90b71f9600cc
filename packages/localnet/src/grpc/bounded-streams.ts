import {
  constants,
  type Http2Server,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2'
import { type Server, ServerCredentials, status } from '@grpc/grpc-js'
import { limits } from '../limits.ts'
import { OneMessage } from './one-message.ts'
import { createPeerPlaces } from './places.ts'
import { createReadScheduler } from './read-scheduler.ts'
import { createUnsentBound } from './unsent.ts'

/** So much of a message a client may send before it hears of the call: HTTP/2's window. */
const WINDOW_BYTES = 65_535
/** HTTP/2's limit of resets has two settings, and node:http2 wants both; this is its default for the rate. */
const RESETS_PER_SECOND = 33

/**
 * Takes connections for a server, and bounds their streams: grpc-js decodes (and inflates) all messages in a piece of
 * data before a handler reads the first. grpc-js gives no access to its HTTP/2 servers and their options, so this reads
 * its private fields.
 */
export function boundedInjector(server: Server): ReturnType<Server['createConnectionInjector']> {
  const options: ServerOptions = Reflect.get(server, 'commonServerOptions')
  options.streamResetBurst = limits.maxResetsOfConnection.value
  options.streamResetRate = RESETS_PER_SECOND
  options.maxSessionInvalidFrames = limits.maxInvalidFrames.value
  options.settings = { ...options.settings, maxHeaderListSize: limits.maxHeaderBytes.value }
  options.maxHeaderListPairs = limits.maxHeaders.value
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  const http2Servers: Map<Http2Server, unknown> = Reflect.get(server, 'http2Servers')
  const handlers: Map<string, { readonly type: string }> = Reflect.get(server, 'handlers')
  const isUnary = (path = ''): boolean => handlers.get(path)?.type === 'unary'
  for (const http2Server of http2Servers.keys()) boundStreams(http2Server, isUnary)
  return injector
}

function boundStreams(http2Server: Http2Server, isUnary: (path?: string) => boolean): void {
  const boundUnsent = createUnsentBound()
  const takePlace = createPeerPlaces(limits.maxStreams.value)
  const reads = createReadScheduler()
  const peers = new WeakMap<Http2Session, string>()
  const listeners = http2Server.listeners('stream')
  http2Server.removeAllListeners('stream')
  http2Server.prependListener('session', (session) => {
    peers.set(session, `${session.socket.remoteAddress}:${session.socket.remotePort}`)
    reads.add(session)
    // A connection with an open call stays open after a GOAWAY, and node:http2 emits an event for each further one.
    session.once('goaway', () => session.once('goaway', () => reads.end(session)))
  })
  http2Server.on('stream', (stream: ServerHttp2Stream, headers, flags, fields) => {
    // Until the call begins, no other listener handles the error of a client that resets the stream.
    stream.on('error', () => {})
    const { session } = stream
    const refuse = (): void => stream.close(constants.NGHTTP2_REFUSED_STREAM)
    if (!session) return
    reads.know(session, bytesOfCall(fields))
    const leave = takePlace(peers.get(session) ?? '', refuse)
    if (!leave) {
      // The refusal waits for its turn, because refusing costs time, too.
      reads.excuse(session, WINDOW_BYTES)
      reads.begin(session, refuse)
      return
    }
    stream.once('close', leave)
    dropHeaders(headers)
    const message = takeOneMessage(stream, (bytes) => reads.frame(session, bytes))
    stream.once('close', () => message.isWhole || reads.excuse(session, WINDOW_BYTES))
    boundUnsent(stream, isUnary(headers[':path']), () => message.length)
    closeOnceAnswered(stream)
    reads.begin(session, () => {
      if (stream.closed || stream.destroyed || stream.headersSent) return
      for (const listener of listeners) listener.call(http2Server, stream, headers, flags, fields)
    })
  })
}

/**
 * What stands beside the texts of a header (HPACK), and beside the headers and the message of a call: frames that end
 * it, take its answer or cancel it.
 */
const BYTES_OF_HEADER = 8
const BYTES_OF_CALL = 64

/** At most so many bytes begin and end a call with these headers, a list of names and values. */
function bytesOfCall(fields: readonly string[]): number {
  return fields.reduce((sum, text) => sum + text.length + BYTES_OF_HEADER / 2, BYTES_OF_CALL)
}

/** Closes a stream once it is answered: a client that does not end its side would keep it open for ever. */
function closeOnceAnswered(stream: ServerHttp2Stream): void {
  stream.once('finish', () => {
    if (!stream.endAfterHeaders && !stream.readableEnded) setImmediate(() => stream.close())
  })
}

/** Longer than the path of any method. */
const MAX_PATH = 256
const TIMEOUT = /^\d{1,8}[HMSmun]$/

/**
 * Keeps only the headers that grpc-js needs to begin a call: it allocates a value for every comma in the others, and
 * logs those that it cannot read. No method here reads metadata.
 */
function dropHeaders(headers: IncomingHttpHeaders): void {
  const { ':method': method, ':path': path = '', ':authority': authority = '', 'content-type': type = '' } = headers
  const timeout = headers['grpc-timeout']
  for (const name of Object.keys(headers)) delete headers[name]
  headers[':method'] = method
  headers[':path'] = path.slice(0, MAX_PATH)
  headers[':authority'] = authority
  if (type.startsWith('application/grpc')) headers['content-type'] = 'application/grpc'
  if (typeof timeout === 'string' && TIMEOUT.test(timeout)) headers['grpc-timeout'] = timeout
}

/**
 * Ends a call whose client sends a compressed message, a part of one, or a second one: every rpc here takes exactly
 * one. Passes the message on when it is whole: of one that comes in many DATA frames, grpc-js would keep an object of
 * hundreds of bytes for each, even if it has one byte.
 * @param frameCame Called with the bytes of each DATA frame.
 */
function takeOneMessage(stream: ServerHttp2Stream, frameCame: (bytes: number) => void): OneMessage {
  const message = new OneMessage()
  const push = stream.push.bind(stream)
  let isRefused = false
  stream.push = (piece: Buffer | null, encoding) => {
    if (piece === null) {
      // If nothing was passed on, the stream may end before grpc-js listens, which would then wait for the end.
      if (!isRefused && !message.ready && !stream.closed) refuse(stream, 'The method takes one message')
      return push(null, encoding)
    }
    frameCame(piece.length)
    if (isRefused || piece.length === 0) return true
    message.add(piece)
    const { refusal, ready } = message
    isRefused = refusal !== undefined || message.isTooLarge
    if (refusal) refuse(stream, refusal)
    return refusal || !ready ? true : push(ready)
  }
  return message
}

/** Answers UNIMPLEMENTED, and closes the stream once the answer is on its way. */
function refuse(stream: ServerHttp2Stream, details: string): void {
  const answer = {
    ':status': 200,
    'content-type': 'application/grpc+proto',
    'grpc-accept-encoding': 'identity',
    'grpc-status': String(status.UNIMPLEMENTED),
    'grpc-message': encodeURI(details),
  }
  if (!stream.headersSent) stream.respond(answer, { endStream: true })
  // grpc-js still answers the call, which would throw because the answer was already sent.
  stream.respond = () => undefined
  setImmediate(() => stream.close())
}
