/** Content storage in another process, to be killed or measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./programs/server.ts', import.meta.url))

export async function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    exited.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])
  const { url, token } = JSON.parse(String(line)) as { url: string; token: string }
  const authorization = `Bearer ${token}`
  return {
    url,
    authorization,
    pid: child.pid,
    upload(bytes: Uint8Array): Promise<Response> {
      const form = new FormData()
      form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), 'file.bin')
      return fetch(`${url}/ipfs/upload`, { method: 'POST', headers: { authorization }, body: form })
    },
    /** Sends an archive (CAR). */
    import: (bytes: Uint8Array): Promise<Response> =>
      fetch(`${url}/ipfs/import`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/vnd.ipld.car' },
        body: bytes as Buffer<ArrayBuffer>,
      }),
    /** The memory that it holds now, in MB. */
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>
