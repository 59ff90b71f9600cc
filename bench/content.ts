/** Content storage and health on the whole platform: streams beside SHA-256, small answers beside a bare route. */
import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { PlatformProcess } from '../apps/quorate/test/process.ts'
import { agent, call, type Signer } from './client.ts'
import { median, perSecond } from './measure.ts'

const MB = 1024 * 1024
const SIZE = 100 * MB

const mbPerSecond = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const started = performance.now()
  await work()
  return (SIZE / MB / (performance.now() - started)) * 1000
}

const file = randomBytes(SIZE)

/** One core, in blocks of the size that content is stored in. */
export const sha256 = (): Promise<number> =>
  median(3, () =>
    mbPerSecond(() => {
      for (let at = 0; at < SIZE; at += MB)
        createHash('sha256')
          .update(file.subarray(at, at + MB))
          .digest()
    }),
  )

function upload(url: string, { token }: Signer, bytes: Uint8Array): Promise<string> {
  const boundary = 'quorate-bench'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bench.bin"\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + bytes.length + tail.length,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/ipfs/upload`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        response.statusCode === 201 ? resolve(JSON.parse(text).cid) : reject(new Error(`upload: ${text}`)),
      )
    })
    outgoing.on('error', reject)
    outgoing.write(head)
    outgoing.write(bytes)
    outgoing.end(tail)
  })
}

function download(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent }, (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      response.on('end', () => (received === SIZE ? resolve() : reject(new Error(`${url} gave ${received} bytes`))))
      response.on('error', reject)
    })
    outgoing.on('error', reject).end()
  })
}

/** Uploads and downloads of 100 MB, one after the other: MB per second. */
export async function streams(platform: PlatformProcess, by: Signer): Promise<{ up: number; down: number }> {
  const { node } = platform.at
  let cid = await upload(node, by, file)
  const up = await median(3, () => {
    file.writeUInt32LE(Math.floor(Math.random() * 2 ** 32))
    return mbPerSecond(async () => {
      cid = await upload(node, by, file)
    })
  })
  return { up, down: await median(3, () => mbPerSecond(() => download(`${node}/ipfs/${cid}`))) }
}

/** Reads per second of a file of 1,000 bytes. */
export async function smallReads(platform: PlatformProcess, by: Signer, atOnce: number): Promise<number> {
  const cid = await upload(platform.at.node, by, randomBytes(1000))
  return perSecond(() => call(`${platform.at.node}/ipfs/file/${cid}`, 'GET'), atOnce, 3)
}

export const healthChecks = (platform: PlatformProcess, atOnce: number): Promise<number> =>
  perSecond(() => call(`${platform.at.node}/health/check`, 'GET'), atOnce, 3)
