/** The keys whose signatures could count for an operation of the node API, besides those of the wallet's owners. */
import { proto } from '@hiero-ledger/proto'
import { type Ledger, scheduledBodyIn } from '@quorate/ledger'
import { type KeyHolder, type Needed, neededByWallet } from '@quorate/ledger/operations'
import type { Key } from '@quorate/verify'
import type { Request } from '../model/request.ts'

/** The key of an account, token or topic on the ledger; null if it has none. */
export async function keyOfHolder({ mirror }: Ledger, { kind, id, role }: KeyHolder): Promise<Key | null> {
  if (kind === 'account') return (await mirror.account(id))?.key ?? null
  if (kind === 'topic') {
    const topic = await mirror.topic(id)
    return topic && (role === 'adminKey' || role === 'submitKey' || role === 'feeScheduleKey') ? topic[role] : null
  }
  const token = await mirror.tokenDetails(id)
  return token && role !== 'key' && role !== 'submitKey' ? token.keys[role] : null
}

/** Every key that the ledger asks for, or may ask for: of accounts, tokens and topics, and keys that are set. */
export async function involvedKeys(
  ledger: Ledger,
  { holders, newKeys, maybeNewKeys, replaced }: Needed,
): Promise<Key[]> {
  const all = [...holders, ...replaced.flatMap(({ admin, self }) => (self ? [admin, self] : [admin]))]
  const once = new Map(all.map((holder) => [`${holder.id} ${holder.role}`, holder]))
  const keys = await Promise.all([...once.values()].map((holder) => keyOfHolder(ledger, holder)))
  const set = [...newKeys, ...maybeNewKeys, ...replaced.map(({ newKey }) => newKey)]
  return [...keys.filter((key) => key !== null), ...set]
}

/** The same for a scheduled request, as the ledger shows the keys now. They may have changed since it was made. */
export async function involvedNow(ledger: Ledger, { operation, bodyBytes }: Request): Promise<Key[]> {
  const ordinary = operation === 'operation' ? scheduledBodyIn(bodyBytes)?.ordinary : undefined
  return ordinary ? involvedKeys(ledger, neededByWallet(proto.TransactionBody.decode(ordinary))) : []
}
