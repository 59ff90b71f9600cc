/** The sessions of a platform, in a file that only the user can read. There is one file per node URL. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@quorate/client'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'

/** The addresses of a platform. */
export interface Places {
  node: string
  multisig?: string | undefined
  governance?: string | undefined
  sockets?: string | undefined
}

export interface KeptSession extends Session {
  /** The file with the private key, for signatures and for the login after this session has expired. */
  keyFile?: string
  keyType?: 'ed25519' | 'ecdsa'
}

export interface Kept {
  version: 1
  places: Places
  /** The account that logged in last. */
  current: string | null
  sessions: Record<string, KeptSession>
}

const MAX_BYTES = 1_048_576
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** XDG's state folder. */
export const stateFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'quorate')

export function fileOf(url: string): string {
  const { protocol, host } = new URL(url)
  const name = host.replace(/[^a-z0-9.-]/gi, '_').slice(0, 80)
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 8)
  return join(stateFolder(), `${protocol === 'https:' ? '' : 'http-'}${name}-${hash}.json`)
}

/** @throws Failure if the file is not ours */
export function readKept(url: string): Kept | undefined {
  const path = fileOf(url)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  if (stats.size > MAX_BYTES) throw unusable(path, `it has ${stats.size} bytes`)
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    note(`Others may read ${path}, which holds sessions: chmod 600 it, and log in again`)
  const value = parsed(path)
  if (value.version !== 1 || typeof value.sessions !== 'object' || typeof value.places?.node !== 'string')
    throw unusable(path, 'it holds no sessions')
  return value
}

function parsed(path: string): Kept {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw unusable(path, 'it is not JSON')
  }
}

const unusable = (path: string, why: string) =>
  new Failure('failed', `${path} cannot be used: ${why}. Delete it, and log in again`, 'SESSION_FILE_UNUSABLE')

/** Written to another file and renamed, so that no other process reads half of it. */
export function writeState(path: string, value: object): void {
  mkdirSync(stateFolder(), { recursive: true, mode: PRIVATE_FOLDER })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: PRIVATE_FILE })
  renameSync(draft, path)
}

export function keep(kept: Kept): void {
  const path = fileOf(kept.places.node)
  if (Object.keys(kept.sessions).length === 0) {
    rmSync(path, { force: true })
    return
  }
  writeState(path, kept)
}
