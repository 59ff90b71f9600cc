/** Serves the events that clients send: each is acknowledged, and limits bound their number. */
import type { DefaultEventsMap, Socket } from 'socket.io'
import { ApiError, forbidden, tooMany } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { limits } from '../bounds/platform-limits.ts'
import { asApiError } from '../http/answers/failures.ts'
import type { Session } from '../tokens/session.ts'

export interface SocketData {
  session: Session
  /** Rooms that the socket asked to join. */
  joined: Set<string>
  /** Rooms that it joins when it connects, without an event. */
  unasked: readonly string[]
}
export type SessionSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The answer to a client's event. */
export type Ack = { ok: true; [field: string]: unknown } | { ok: false; code: string; message: string }

/** The socket, as a handler may use it. */
export interface Member {
  /**
   * Check access first, then join. If the account is evicted from the room while the event is handled, `join` refuses.
   */
  join(room: string): Promise<void>
  leave(room: string): Promise<void>
}

/**
 * Handlers by event. An error thrown by a handler is acknowledged as `{ok: false}`; the fields that it returns are
 * added to `{ok: true}`.
 */
export type ClientEvents = Record<
  string,
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler may simply return.
  (session: Session, payload: unknown, member: Member) => Promise<Ack | Record<string, unknown> | void>
>

/** The socket's own room, and its account's. */
const OWN_ROOMS = 2

/** Tracks events in progress, so that a handler that checked access before an eviction cannot join after it. */
export interface Underway {
  /** From now on, an account's events in progress may not join a room. */
  evict(room: string, accountRoom: string): void
  /** Runs `handle` with a `join` that refuses a room if the account is evicted from it meanwhile. */
  during<R>(socket: SessionSocket, handle: (member: Member) => Promise<R>): Promise<R>
}

export function trackUnderway(): Underway {
  const events = new Set<{ socket: SessionSocket; evicted: Set<string> }>()
  return {
    evict(room, accountRoom) {
      for (const { socket, evicted } of events) if (socket.rooms.has(accountRoom)) evicted.add(room)
    },
    async during(socket, handle) {
      const event = { socket, evicted: new Set<string>() }
      const join = async (room: string): Promise<void> => {
        if (event.evicted.has(room)) throw forbidden('FORBIDDEN', 'You have just lost access to this room')
        if (socket.data.joined.size + OWN_ROOMS >= limits.roomsPerSocket.value && !socket.rooms.has(room))
          throw tooMany(
            'TOO_MANY_SUBSCRIPTIONS',
            `A socket follows at most ${limits.roomsPerSocket.value} rooms: leave one`,
          )
        socket.data.joined.add(room)
        await socket.join(room)
      }
      const leave = async (room: string): Promise<void> => {
        socket.data.joined.delete(room)
        await socket.leave(room)
      }
      events.add(event)
      try {
        return await handle({ join, leave })
      } finally {
        events.delete(event)
      }
    },
  }
}

/** @param count Called for each event; throws if there are too many. */
export function serveClientEvents(
  socket: SessionSocket,
  on: ClientEvents,
  { logger, underway, count }: { logger: Logger; underway: Underway; count(): void },
): void {
  // Socket.IO accepts numbers as event names, too.
  socket.onAny(async (name: string | number, ...sent: unknown[]) => {
    const event = String(name)
    const acknowledge = sent.at(-1)
    const payload = typeof sent[0] === 'function' ? undefined : sent[0]
    const ack = await answer(
      event,
      async () => {
        count()
        const handle = Object.hasOwn(on, event) ? on[event] : undefined
        if (!handle)
          throw new ApiError(
            404,
            'UNKNOWN_EVENT',
            `Unknown event ${event.slice(0, 60)}. Events: ${Object.keys(on).join(', ')}`,
          )
        return underway.during(socket, (member) => handle(socket.data.session, payload, member))
      },
      logger,
    )
    if (typeof acknowledge === 'function') acknowledge(ack)
  })
}

async function answer(event: string, handle: () => ReturnType<ClientEvents[string]>, logger: Logger): Promise<Ack> {
  try {
    return { ok: true, ...(await handle()) } as Ack
  } catch (error) {
    const failure = asApiError(error)
    if (failure !== error) logger.error({ err: error, event }, `The socket event ${event} failed inside`)
    return { ok: false, code: failure.code, message: failure.message }
  }
}
