/** What is stored on the drive, read from outside of the content storage. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { base32upper } from 'multiformats/bases/base32'

/** The hashes of all stored blocks, in files of their own and in packs. */
export async function storedBlocks(dataDir: string): Promise<Set<string>> {
  const files = await readdir(join(dataDir, 'ipfs', 'blocks'), { recursive: true }).catch(() => [])
  const own = files.filter((name) => name.endsWith('.data')).map((name) => name.slice(3, -'.data'.length))
  return new Set([...own, ...packed(dataDir)])
}

function packed(dataDir: string): string[] {
  const index = join(dataDir, 'ipfs', 'packs', 'index.sqlite')
  if (!existsSync(index)) return []
  const database = new DatabaseSync(index, { readOnly: true })
  const keys = database.prepare('select key from block').all() as { key: Uint8Array }[]
  database.close()
  return keys.map(({ key }) => base32upper.encode(key))
}

/** The files of the packs. */
export const packFiles = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'ipfs', 'packs')).catch(() => [])).filter((name) => name.endsWith('.car'))
