/** For the tests of services: requests and sockets as clients make them. */
import { EventEmitter, once } from 'node:events'
import { io, type Socket } from 'socket.io-client'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered, whatever it is.
  body: any
  headers: Headers
}

/** Sends requests to the service at `url`, with the token of `by`; reads JSON answers as JSON and others as text. */
export const caller =
  (url: string) =>
  async (method: string, path: string, by?: { token: string }, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(by ? { authorization: `Bearer ${by.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
  }

/** Sockets at `url`. Each remembers the events that it receives. */
export function socketsAt(url: string) {
  const opened: Socket[] = []
  return {
    /** Opens a connected socket. @throws the `connect_error` that refuses it */
    async open(namespace: string, by: { token: string }) {
      const connection = io(`${url}/${namespace}`, {
        auth: { token: by.token },
        transports: ['websocket'],
        reconnection: false,
      })
      opened.push(connection)
      const heard: { event: string; data: Answer['body'] }[] = []
      const waiting = new EventEmitter()
      connection.onAny((event, { data }) => {
        heard.push({ event, data })
        waiting.emit('heard')
      })
      await Promise.race([
        once(connection as never, 'connect'),
        once(connection as never, 'connect_error').then(([error]) => Promise.reject(error)),
      ])
      return {
        connection,
        heard,
        /** The first event with this name, already received or still to come. */
        async next(event: string): Promise<Answer['body']> {
          for (;;) {
            const found = heard.find((one) => one.event === event)
            if (found) return found.data
            await once(waiting, 'heard')
          }
        },
      }
    },
    close() {
      for (const connection of opened) connection.disconnect()
    },
  }
}
