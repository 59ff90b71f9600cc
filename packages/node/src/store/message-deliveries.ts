/** Accounts' settings for messages, and messages that are held until their time. */
import type { Channel, Delivery } from '../model/messages/delivery.ts'
import type { Reads, Tables, Writes } from './tables.ts'

interface User {
  chain: string
  walletId: string
}

export type Chat = Tables['node.chat']
export type HeldMessage = Pick<Tables['node.held_message'], 'id' | 'subject' | 'text' | 'path' | 'held_at' | 'due_at'>

/** Undefined for an account without settings. */
export async function deliveryOf(read: Reads, { chain, walletId }: User): Promise<Delivery | undefined> {
  const row = await read
    .selectFrom('node.message_delivery')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .executeTakeFirst()
  return (
    row && {
      channels: row.channels,
      timeZone: row.time_zone,
      digestAt: row.digest_at,
      quiet: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
      urgentAtOnce: row.urgent_at_once,
    }
  )
}

export async function replaceDelivery(trx: Writes, { chain, walletId }: User, delivery: Delivery): Promise<void> {
  const row = {
    channels: delivery.channels,
    time_zone: delivery.timeZone,
    digest_at: delivery.digestAt,
    quiet_from: delivery.quiet?.from ?? null,
    quiet_to: delivery.quiet?.to ?? null,
    urgent_at_once: delivery.urgentAtOnce,
  }
  await trx
    .insertInto('node.message_delivery')
    .values({ chain, wallet: walletId, ...row })
    .onConflict((found) => found.columns(['chain', 'wallet']).doUpdateSet(row))
    .execute()
}

export const chatOf = (read: Reads, { chain, walletId }: User): Promise<Chat | undefined> =>
  read.selectFrom('node.chat').selectAll().where('chain', '=', chain).where('wallet', '=', walletId).executeTakeFirst()

export async function replaceChat(trx: Writes, row: Chat): Promise<void> {
  const { chain, wallet, ...rest } = row
  await trx
    .insertInto('node.chat')
    .values(row)
    .onConflict((found) => found.columns(['chain', 'wallet']).doUpdateSet(rest))
    .execute()
}

export const deleteChat = (trx: Writes, { chain, walletId }: User) =>
  trx.deleteFrom('node.chat').where('chain', '=', chain).where('wallet', '=', walletId).execute()

/** Holds a message, unless it is already held. */
export const hold = (trx: Writes, { chain, walletId }: User, channel: Channel, message: HeldMessage) =>
  trx
    .insertInto('node.held_message')
    .values({ chain, wallet: walletId, channel, ...message })
    .onConflict((found) => found.doNothing())
    .execute()

/** The messages that are due by `until`, oldest first. */
export const heldOf = (
  read: Reads,
  { chain, walletId, channel }: User & { channel: Channel },
  { until, limit }: { until: Date; limit: number },
): Promise<HeldMessage[]> =>
  read
    .selectFrom('node.held_message')
    .select(['id', 'subject', 'text', 'path', 'held_at', 'due_at'])
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('channel', '=', channel)
    .where('due_at', '<=', until)
    .orderBy('held_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function countHeld(
  read: Reads,
  { chain, walletId, channel }: User & { channel: Channel },
): Promise<number> {
  const { count } = await read
    .selectFrom('node.held_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes when the held messages of a channel are due; returns false if there are none. */
export async function moveHeld(
  trx: Writes,
  { chain, walletId, channel }: User & { channel: Channel },
  due: Date,
): Promise<boolean> {
  const moved = await trx
    .updateTable('node.held_message')
    .set({ due_at: due })
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('channel', '=', channel)
    .returning('id')
    .execute()
  return moved.length > 0
}

export async function deleteHeld(
  trx: Writes,
  { chain, walletId, channel }: User & { channel: Channel },
  ids?: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('node.held_message')
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('channel', '=', channel)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute()
}
