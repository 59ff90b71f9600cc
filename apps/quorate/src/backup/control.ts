/**
 * The socket through which `quorate backup` requests copies from the platform that runs on the same `DATA_DIR`. Only
 * the platform's user can open it.
 */
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { openPrivateEntrance } from '@quorate/platform'
import { Failure } from '../exit-codes.ts'
import { CONTROL } from './folder.ts'

export interface Control {
  close(): Promise<void>
}

/** @param copy Makes the copies that {@link askForCopies} requests. Runs once at a time. */
export async function openControl(dataDir: string, copy: () => Promise<void>): Promise<Control> {
  let copying: Promise<void> | undefined
  const server = createServer(async (asked, answer): Promise<unknown> => {
    asked.resume()
    const end = (status: number, body: object) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (asked.method !== 'POST' || asked.url !== '/copies')
      return end(404, { message: 'The only request here is POST /copies' })
    if (copying) return end(409, { message: 'copies are being made' })
    copying = copy()
    try {
      await copying
      return end(200, {})
    } catch (error) {
      return end(500, { message: (error as Error).message })
    } finally {
      copying = undefined
    }
  })
  const entrance = await openPrivateEntrance(server)
  const file = join(dataDir, CONTROL)
  writeFileSync(file, entrance.path, { mode: 0o600 })
  return {
    async close() {
      rmSync(file, { force: true })
      await copying?.catch(() => {})
      await entrance.close()
      server.closeAllConnections()
    },
  }
}

/** Asks the platform that runs on this folder to copy database and ledger. @throws Failure */
export async function askForCopies(dataDir: string): Promise<void> {
  try {
    const asked = request({ socketPath: readFileSync(join(dataDir, CONTROL), 'utf8'), path: '/copies', method: 'POST' })
    asked.end()
    const [answer] = await once(asked, 'response')
    const { message } = (await json(answer)) as { message?: string }
    if (answer.statusCode !== 200) throw new Error(message)
  } catch (error) {
    throw new Failure('failed', `The running platform could not make a copy: ${(error as Error).message}`)
  }
}
