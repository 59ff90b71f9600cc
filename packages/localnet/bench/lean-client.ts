import { type ClientHttp2Session, connect } from 'node:http2'
import { proto } from '@hiero-ledger/proto'

/** Submits transactions at the least cost to the client: gRPC's frames over one HTTP/2 session, without its library. */
export class LeanClient {
  readonly #session: ClientHttp2Session

  constructor(address: string) {
    this.#session = connect(`http://${address}`)
  }

  /** The name of the precheck's code. */
  submit(bytes: Uint8Array): Promise<string> {
    const frame = Buffer.allocUnsafe(5 + bytes.length)
    frame[0] = 0
    frame.writeUInt32BE(bytes.length, 1)
    frame.set(bytes, 5)
    return new Promise((resolve, reject) => {
      const stream = this.#session.request(HEADERS)
      let answer: Buffer | undefined
      stream.on('data', (chunk: Buffer) => {
        answer = answer ? Buffer.concat([answer, chunk]) : chunk
      })
      stream.on('end', () => {
        if (!answer) return reject(new Error('The call had no answer'))
        const { nodeTransactionPrecheckCode: code } = proto.TransactionResponse.decode(answer.subarray(5))
        resolve(proto.ResponseCodeEnum[code] ?? '')
      })
      stream.on('error', reject)
      stream.end(frame)
    })
  }

  close(): void {
    this.#session.close()
  }
}

const HEADERS = {
  ':method': 'POST',
  ':path': '/proto.CryptoService/cryptoTransfer',
  'content-type': 'application/grpc',
  te: 'trailers',
}
