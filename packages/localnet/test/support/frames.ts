/** HTTP/2 frames, for clients that send what no library sends. */

export const DATA = 0
export const HEADERS = 1
export const PRIORITY = 2
export const SETTINGS = 4
export const PING = 6
export const GOAWAY = 7
export const WINDOW_UPDATE = 8
export const END_STREAM = 1
export const END_HEADERS = 4

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** What begins an HTTP/2 connection. */
export const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(SETTINGS, 0, 0)])

/** The headers of a connection's first gRPC call. */
export function headersOfCall(path: string): Buffer {
  const text = (value: string): Buffer => Buffer.from([value.length, ...Buffer.from(value)])
  const literals: [index: number, text: Buffer][] = [
    [0x44, text(path)],
    [0x41, text('a')],
    [0x5f, text('application/grpc')],
    [0x40, Buffer.concat([text('te'), text('trailers')])],
  ]
  return Buffer.concat([
    Buffer.from([0x83, 0x86]),
    ...literals.flatMap(([index, value]) => [Buffer.from([index]), value]),
  ])
}

/** The headers of a further call with the same path: HPACK refers to those of the first. */
export const sameHeaders = Buffer.from([0x83, 0x86, 0xc1, 0xc0, 0xbf, 0xbe])
