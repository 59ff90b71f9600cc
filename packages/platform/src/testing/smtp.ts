/** An SMTP server on loopback (RFC 5321) that keeps what it is sent. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  from: string
  to: string[]
  /** By name in lower case. */
  headers: Map<string, string>
  text: string
}

export interface TestSmtp extends AsyncDisposable {
  url: string
  mails: ReceivedMail[]
  /** Answers that replace the usual ones to the next commands of a name, such as `['RCPT', '550 no such user']`. */
  refuse: [command: string, answer: string][]
  /** The mails to an address, once at least `count` have arrived. */
  to(address: string, count?: number): Promise<ReceivedMail[]>
}

export async function testSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const refuse: TestSmtp['refuse'] = []
  const sockets = new Set<Socket>()
  let arrived = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    void talk(socket, refuse, (mail) => {
      mails.push(mail)
      arrived.resolve()
      arrived = Promise.withResolvers()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse,
    async to(address, count = 1) {
      for (;;) {
        const found = mails.filter(({ to }) => to.includes(address))
        if (found.length >= count) return found
        await arrived.promise
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function talk(socket: Socket, refuse: TestSmtp['refuse'], keep: (mail: ReceivedMail) => void): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let [from, to, data]: [string, string[], string[] | undefined] = ['', [], undefined]
  say('220 test')
  for await (const line of createInterface({ input: socket })) {
    if (data) {
      if (line !== '.') {
        data.push(line.replace(/^\./, ''))
        continue
      }
      keep({ from, to, ...parsed(data) })
      data = undefined
      to = []
      say('250 kept')
      continue
    }
    const command = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? ''
    const refused = refuse.findIndex(([name]) => name === command)
    if (refused >= 0) {
      say(refuse.splice(refused, 1)[0]?.[1] ?? '')
      continue
    }
    const address = /<([^<>]*)>/.exec(line)?.[1] ?? ''
    if (command === 'MAIL') from = address
    if (command === 'RCPT') to.push(address)
    if (command === 'DATA') data = []
    say(command === 'EHLO' ? '250-test\r\n250 SMTPUTF8' : command === 'DATA' ? '354 go on' : '250 ok')
    if (command === 'QUIT') socket.end()
  }
}

function parsed(lines: string[]): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = lines.indexOf('')
  const unfolded = lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ').split('\n')
  const headers = new Map(
    unfolded.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const body = lines.slice(end + 1).join('\n')
  const encoding = headers.get('content-transfer-encoding')
  return { headers, text: encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body }
}

const fromQuotedPrintable = (body: string): string =>
  decodeURIComponent(
    body
      .replace(/=\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  )
