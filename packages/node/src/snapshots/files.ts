/** The files of a snapshot. They are drafts while the holders are read, and renamed when they are complete. */
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Holder } from './holders.ts'

export type Format = 'json' | 'csv'
export const formats: readonly Format[] = ['json', 'csv']
export const mediaTypes: Record<Format, string> = { json: 'application/json', csv: 'text/csv; charset=utf-8' }

export interface SnapshotHead {
  chain: string
  tokenId: string
  name: string
  symbol: string
  decimals: number
  timestamp: string
}

/** The path of a snapshot's file. */
export const fileOf = (folder: string, id: string, format: Format): string => join(folder, `${id}.${format}`)

/** Removes a snapshot's files, including the drafts of an unfinished one. */
export async function removeFiles(folder: string, id: string): Promise<void> {
  for (const path of formats.map((format) => fileOf(folder, id, format)))
    for (const each of [path, `${path}.draft`]) await rm(each, { force: true })
}

export interface SnapshotWriter {
  /** Appends holders to both files. Returns how many bytes were written. */
  add(holders: readonly Holder[]): Promise<number>
  /** Completes both files. Returns their sizes in bytes. */
  finish(): Promise<Record<Format, number>>
  abandon(): Promise<void>
}

export async function writeFiles(folder: string, id: string, head: SnapshotHead): Promise<SnapshotWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draftOf = (format: Format): string => `${fileOf(folder, id, format)}.draft`
  const opened = formats.map((format) => open(draftOf(format), 'w', 0o600))
  const [json, csv] = (await Promise.all(opened)) as [FileHandle, FileHandle]
  await json.write(`${JSON.stringify(head).slice(0, -1)},"holders":[`)
  await csv.write('account,balance\r\n')
  let count = 0

  return {
    async add(holders) {
      if (holders.length === 0) return 0
      const items = holders.map((holder) => JSON.stringify(holder)).join(',\n')
      const written = await json.write(`${count === 0 ? '\n' : ',\n'}${items}`)
      const lines = await csv.write(holders.map(({ account, balance }) => `${account},${balance}\r\n`).join(''))
      count += holders.length
      return written.bytesWritten + lines.bytesWritten
    },
    async finish() {
      await json.write(`\n],"count":${count}}\n`)
      for (const handle of [json, csv]) {
        await handle.sync()
        await handle.close()
      }
      for (const format of formats) await rename(draftOf(format), fileOf(folder, id, format))
      const [jsonSize = 0, csvSize = 0] = await Promise.all(
        formats.map(async (format) => (await stat(fileOf(folder, id, format))).size),
      )
      return { json: jsonSize, csv: csvSize }
    },
    async abandon() {
      for (const handle of [json, csv]) await handle.close().catch(() => {})
      for (const format of formats) await rm(draftOf(format), { force: true })
    },
  }
}
