/** Uploads a file, reads a part of it, and gives it up again. */
import { call, NODE, type Person, people } from './client.ts'

const [ada] = (await people(1)) as [Person]
const headers = { authorization: `Bearer ${ada.token}` }

const form = new FormData()
form.append('file', new Blob(['hello world\n'], { type: 'text/plain' }), 'hello.txt')
const uploaded = await fetch(`${NODE}/ipfs/upload`, { method: 'POST', headers, body: form })
const { cid } = (await uploaded.json()) as { cid: string }
console.log(`The file is ${cid}`)

const part = await fetch(`${NODE}/ipfs/file/${cid}`, { headers: { range: 'bytes=0-4' } })
console.log(`Its first five bytes are ${JSON.stringify(await part.text())}`)

const { status } = await call(`${NODE}/ipfs/pin/${cid}`, { token: ada.token })
console.log(`Ada's pin is ${status}`)
await fetch(`${NODE}/ipfs/unpin/${cid}`, { method: 'DELETE', headers })
