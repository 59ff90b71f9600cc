/**
 * Checks regularly which accounts may receive a room's events. The message that removes an account from a room is lost
 * if the process ends between the commit and the message, or if Redis or the listening connection is down. Without this
 * check the account would receive the events until its session ends.
 */
import type { DefaultEventsMap, Namespace } from 'socket.io'
import type { Logger } from '../base/logger.ts'
import type { SocketData } from './client-events.ts'

/** The room of all sockets of an account. */
export const accountRoom = (chain: string, walletId: string): string => `account:${chain}:${walletId}`

/** An account that is in a room. */
export interface Follower {
  room: string
  chain: string
  walletId: string
}

/** Returns the followers whose accounts have lost access to the room. */
export type FindRevoked = (followers: readonly Follower[]) => Promise<readonly Follower[]>

type Space = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

const CHECK_MS = 30_000
const BATCH = 1000

export function watchRooms(
  spaces: readonly Space[],
  { findRevoked, logger }: { findRevoked: FindRevoked | undefined; logger: Logger },
) {
  let underWay: Promise<void> | undefined
  let isClosed = false

  async function checkSpace(space: Space, find: FindRevoked): Promise<void> {
    for (const batch of batches(followersIn(space))) {
      if (isClosed) return
      for (const { room, chain, walletId } of await find(batch))
        space.local.in(accountRoom(chain, walletId)).socketsLeave(room)
    }
  }
  async function checkAll(find: FindRevoked): Promise<void> {
    try {
      for (const space of spaces) await checkSpace(space, find)
    } catch (error) {
      logger.warn({ err: error }, 'Access to rooms could not be read: trying again')
    }
  }
  const check = async (): Promise<void> => {
    if (!findRevoked) return
    underWay ??= checkAll(findRevoked).finally(() => {
      underWay = undefined
    })
    await underWay
  }
  const checking = findRevoked && setInterval(check, CHECK_MS).unref()
  return {
    check,
    async close(): Promise<void> {
      isClosed = true
      clearInterval(checking)
      await underWay
    },
  }
}

/** Each account with each room that it is in, except its own room and the rooms of single sockets. */
function* followersIn(space: Space): Generator<Follower> {
  for (const socket of space.sockets.values()) {
    const { chain, walletId } = socket.data.session
    const own = accountRoom(chain, walletId)
    for (const room of socket.rooms) if (room !== own && room !== socket.id) yield { room, chain, walletId }
  }
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    if (batch.push(item) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
