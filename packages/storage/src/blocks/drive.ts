/** The drive that blocks are kept on. A part of it stays free: the database may be on the same one, and cannot write on a full drive. */
import { statfs } from 'node:fs/promises'
import type { Clock } from '@quorate/platform'
import { noRoom } from '../errors.ts'

/** @throws 507 `STORAGE_FULL` where less than the reserve is free. It is asked before each block is written. */
export type AssertRoom = () => Promise<void>

export interface Drive {
  assertRoom: AssertRoom
  /** Told of it at most once a minute. */
  onFull(listener: () => void): void
}

/** @param reserve Bytes that stay free; 0 is none. */
export function createDrive(folder: string, reserve: number, clock: Clock): Drive {
  let tell = (): void => {}
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    async assertRoom() {
      if (reserve === 0) return
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize >= reserve) return
      if (clock.now() - toldAt >= TOLD_AGAIN_MS) {
        toldAt = clock.now()
        tell()
      }
      throw noRoom(reserve)
    },
    onFull(listener) {
      tell = listener
    },
  }
}

const TOLD_AGAIN_MS = 60_000
