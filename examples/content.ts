/** Uploads a file, reads a part of it, and unpins it. */
import type { Client } from '@quorate/client'
import { people } from './client.ts'

const [ada] = (await people(1)) as [Client]

const file = new File(['hello world\n'], 'hello.txt', { type: 'text/plain' })
const { cid } = await ada.node.post('/ipfs/upload', { form: { file } })
console.log(`The file is ${cid}`)

const path = { cid }
const part = await ada.node.response('get', '/ipfs/file/{cid}', { path, headers: { range: 'bytes=0-4' } })
console.log(`Its first five bytes are ${JSON.stringify(await part.text())}`)

const { status } = await ada.node.get('/ipfs/pin/{cid}', { path })
console.log(`Ada's pin is ${status}`)
await ada.node.delete('/ipfs/unpin/{cid}', { path })
