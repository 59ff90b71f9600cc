/**
 * Measures content storage and health checks of the whole platform. Streams are compared with SHA-256 and a plain
 * server, small answers with a bare route.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlatformProcess } from '../apps/quorate/test/process.ts'
import { call, type Signer } from './client.ts'
import { median, perSecond } from './measure.ts'

const MB = 1024 * 1024
const SIZE = 100 * MB
const RUNS = 5

const mbPerSecond = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const started = performance.now()
  await work()
  return (SIZE / MB / (performance.now() - started)) * 1000
}

const file = randomBytes(SIZE)
let uploads = 0
/** Changes every block, because blocks that are already stored would not be written. */
const change = (): void => {
  uploads++
  for (let at = 0; at < SIZE; at += MB) file.writeUInt32LE(uploads, at)
}

/** The rate of SHA-256 on one core, with the block size of the content storage. */
export const sha256 = (): Promise<number> =>
  median(RUNS, () =>
    mbPerSecond(() => {
      for (let at = 0; at < SIZE; at += MB)
        createHash('sha256')
          .update(file.subarray(at, at + MB))
          .digest()
    }),
  )

/** The rate of writing the same bytes as files of 1 MiB, four at a time: the minimum work of an upload. */
async function written(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-bench-'))
  const one = async (from: number) => {
    for (let at = from * MB; at < SIZE; at += 4 * MB)
      await writeFile(join(folder, String(at)), file.subarray(at, at + MB))
  }
  const rate = await mbPerSecond(() => Promise.all([0, 1, 2, 3].map(one)))
  await rm(folder, { recursive: true })
  return rate
}

export const writtenFiles = (): Promise<number> => median(RUNS, written)

/** A client that takes almost no time: one write, and one buffer for all answers. */
function exchange(url: string, head: string, parts: Uint8Array[] = []): Promise<{ text: string; received: number }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    let received = 0
    const callback = (count: number, bytes: Uint8Array): boolean => {
      if (received < 4096) text += Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(count, 4096)).toString('latin1')
      received += count
      return true
    }
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } })
    socket.on('error', reject).on('close', () => resolve({ text, received }))
    socket.cork()
    socket.write(`${head}host: bench\r\nconnection: close\r\n\r\n`)
    for (const part of parts) socket.write(part)
    socket.uncork()
  })
}
const buffer = Buffer.alloc(MB)

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'

/** A form of files, in parts that are written one after the other. */
function formOf(files: Iterable<[name: string, bytes: Uint8Array]>): Uint8Array[] {
  const disposition = 'Content-Disposition: form-data; name="file"'
  const parts: Uint8Array[] = []
  for (const [name, bytes] of files)
    parts.push(Buffer.from(`--${BOUNDARY}\r\n${disposition}; filename="${name}"\r\n\r\n`), bytes, Buffer.from('\r\n'))
  return [...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]
}

/** Sends a form, or nothing; returns the beginning of the answer. */
async function post(url: string, { token }: Pick<Signer, 'token'>, form: Uint8Array[] = []): Promise<string> {
  const length = form.reduce((sum, part) => sum + part.length, 0)
  const type = form.length === 0 ? '' : `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n`
  const head = `POST ${new URL(url).pathname} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${type}content-length: ${length}\r\n`
  const { text } = await exchange(url, head, form)
  if (!text.startsWith('HTTP/1.1 20')) throw new Error(`${url}: ${text.slice(0, 1000)}`)
  return text
}

async function upload(url: string, by: Pick<Signer, 'token'>, bytes: Uint8Array): Promise<string> {
  const text = await post(`${url}/ipfs/upload`, by, formOf([['bench.bin', bytes]]))
  return /"cid":"(\w+)"/.exec(text)?.[1] ?? ''
}

async function download(url: string): Promise<void> {
  const { pathname, search } = new URL(url)
  const { text, received } = await exchange(url, `GET ${pathname}${search} HTTP/1.1\r\n`)
  const expected = SIZE + text.indexOf('\r\n\r\n') + 4
  if (received !== expected) throw new Error(`${url} gave ${received} bytes, not ${expected}`)
}

export interface Streams {
  up: number
  down: number
  /** Processor time of the platform for 100 MB, in milliseconds. */
  upCpuMs: number
  downCpuMs: number
}

/** The processor time of a platform since its start, in milliseconds. */
function cpuMs({ child }: PlatformProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Uploads and downloads of 100 MB, one after the other: MB per second. */
export async function streams(platform: PlatformProcess, by: Signer): Promise<Streams> {
  const { node } = platform.at
  let cid = ''
  for (let run = 0; run < RUNS; run++) {
    change()
    cid = await upload(node, by, file)
  }
  const uploaded: number[] = []
  const measured = (costs: number[], work: () => Promise<unknown>) => async () => {
    const before = cpuMs(platform)
    const rate = await mbPerSecond(work)
    costs.push(cpuMs(platform) - before)
    return rate
  }
  const up = await median(RUNS, async () => {
    change()
    // Deleting these files frees page cache for the measured ones. A virtual machine gets fresh memory slowly from its
    // host.
    for (let run = 0; run < 2; run++) await written()
    return measured(uploaded, async () => {
      cid = await upload(node, by, file)
    })()
  })
  const downloaded: number[] = []
  await download(`${node}/ipfs/${cid}`)
  const down = await median(
    RUNS,
    measured(downloaded, () => download(`${node}/ipfs/${cid}`)),
  )
  const mean = (costs: number[]) => costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  return { up, down, upCpuMs: mean(uploaded), downCpuMs: mean(downloaded) }
}

/** Files of a folder of 100 MB. */
export const FILES = 10_000

async function uploadFolder(url: string, by: Signer): Promise<void> {
  const size = Math.floor(SIZE / FILES)
  const name = (index: number) => `${index % 10}/${index}.bin`
  const files = Array.from({ length: FILES }, (_, index): [string, Uint8Array] => {
    file.writeUInt32LE(uploads, index * size)
    return [name(index), file.subarray(index * size, (index + 1) * size)]
  })
  const id = /"id":"([\w-]+)"/.exec(await post(`${url}/ipfs/folders`, by))?.[1]
  await post(`${url}/ipfs/folders/${id}/files`, by, formOf(files))
  await post(`${url}/ipfs/folders/${id}/finish`, by)
}

/** How much longer than a file of 100 MB a folder of as many bytes takes, in time and in processor time. */
export async function folders(platform: PlatformProcess, by: Signer): Promise<{ time: number; cpu: number }> {
  const { node } = platform.at
  const measured = async (work: () => Promise<unknown>) => {
    change()
    const [before, started] = [cpuMs(platform), performance.now()]
    await work()
    return { ms: performance.now() - started, cpu: cpuMs(platform) - before }
  }
  const cpu: number[] = []
  const time = await median(RUNS, async () => {
    for (let run = 0; run < 2; run++) await written()
    const whole = await measured(() => upload(node, by, file))
    const folder = await measured(() => uploadFolder(node, by))
    cpu.push(folder.cpu / whole.cpu)
    return folder.ms / whole.ms
  })
  return { time, cpu: cpu.reduce((sum, one) => sum + one, 0) / cpu.length }
}

/** The same with a server that does not store the bytes. */
export async function bareStreams(): Promise<{ up: number; down: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-stream.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const url = /http:\S+/.exec(String(line))?.[0] ?? ''
  const take = () => mbPerSecond(() => upload(url, { token: 'none' }, file))
  const give = () => mbPerSecond(() => download(`${url}/?mb=100`))
  await take()
  await give()
  const rates = { up: await median(RUNS, take), down: await median(RUNS, give) }
  child.kill()
  return rates
}

/** Reads per second of a file of 1,000 bytes. */
export async function smallReads(platform: PlatformProcess, by: Signer, atOnce: number): Promise<number> {
  const cid = await upload(platform.at.node, by, randomBytes(1000))
  return perSecond(() => call(`${platform.at.node}/ipfs/file/${cid}`, 'GET'), atOnce, 3)
}

export const healthChecks = (platform: PlatformProcess, atOnce: number): Promise<number> =>
  perSecond(() => call(`${platform.at.node}/health/check`, 'GET'), atOnce, 3)
