/**
 * The custom fees of a withdrawal (HIP-18). Its bytes don't contain them, and a transfer can't set a maximum. So they
 * are read from the ledger. Bytes that would charge more than the request permits are not signed.
 */
import { type Difference, difference } from '../../bodies/compare.ts'
import { movedByCall } from '../../bodies/operations/calls.ts'
import { readOperation } from '../../bodies/operations/operations.ts'
import { VerifyError } from '../../error.ts'
import {
  type CustomFees,
  chargeCall,
  chargeReceiver,
  chargeSender,
  excessOf,
  type FeeSource,
  type MaximumFees,
} from '../../fees/custom-fees.ts'
import { type Key, sameKey } from '../../keys/keys.ts'
import { sumsOf } from '../../values/payments.ts'
import type { ChargingToken } from '../shown.ts'
import type { StatedRequest } from '../stated.ts'

interface Reads {
  key(accountId: string): Promise<Key | null>
  token(tokenId: string): Promise<ChargingToken | null>
}

/**
 * The custom fees that the request would charge the wallet now. Includes those of an NFT's receiver, since the signer
 * may hold the receiver's key. Undefined for requests that send no token.
 *
 * @throws VerifyError TOKEN_UNREADABLE if the ledger does not show a token of the fees
 */
export async function chargesOf(
  { operation, payload, walletId }: Pick<StatedRequest, 'operation' | 'payload' | 'walletId'>,
  ledger: Reads,
): Promise<CustomFees | undefined> {
  const sent = sentBy(operation, payload, walletId)
  const other = walletId === null ? undefined : otherIn(operation, payload, walletId)
  if ((sent.size === 0 && other === undefined) || walletId === null) return undefined
  const wallet = await ledger.key(walletId)
  const source: FeeSource = {
    token: async (id) => (await ledger.token(id)) ?? unknown(id),
    // If a token's admin key is the wallet's own key, nobody else can change the treasury. A treasury pays no fees.
    isAccountsOwn: async (key) => wallet !== null && sameKey(key, wallet),
  }
  const bill: CustomFees = { charges: [], changeable: new Set(), allowed: new Set() }
  for (const [tokenId, amount] of sent) {
    await chargeSender({ bill, source, account: walletId }, { tokenId, amount })
    if (payload.type === 'NON_FUNGIBLE_UNIQUE')
      await chargeReceiver({ bill, source, account: String(payload.receiverId) }, { tokenId, sender: walletId })
  }
  const assessment = { bill, source, account: walletId }
  if (other && (!other.isCall || (await isToken(ledger, other.tokenId)))) await chargeCall(assessment, other)
  return bill
}

/** Whether a called id is a token. An id with a key is an account or a contract. */
const isToken = async (ledger: Reads, id: string): Promise<boolean> =>
  (await ledger.key(id)) === null && (await ledger.token(id)) !== null

/** An allowance of tokens, or a contract call, which may be a call of a token; undefined for other operations. */
function otherIn(operation: StatedRequest['operation'], payload: StatedRequest['payload'], walletId: string) {
  const read = operation === 'operation' ? readOperation(payload.operation, walletId) : undefined
  if (!read || !('name' in read)) return undefined
  const { contract, data = '0x', tokenId } = read.values
  if (read.name === 'call/contract')
    return { tokenId: String(contract), moved: movedByCall(String(data)), isCall: true }
  const isAllowance = read.name.startsWith('allowance/') && tokenId !== undefined
  return isAllowance ? { tokenId: String(tokenId), moved: 'allows' as const, isCall: false } : undefined
}

/** The amounts of tokens that leave the wallet. The ledger charges a sender once for each token. */
function sentBy(
  operation: StatedRequest['operation'],
  payload: StatedRequest['payload'],
  walletId: string | null,
): Map<string, bigint> {
  const { tokenId, type, amountOrSerial, payments = [] } = payload
  const read = operation === 'operation' ? readOperation(payload.operation, String(walletId)) : undefined
  if (read && 'name' in read && read.definition.data === 'tokenAirdrop') {
    const { token, airdrops = [{ amount: 1 }] } = read.values
    const sum = (airdrops as { amount: number | string }[]).reduce((all, { amount }) => all + BigInt(amount), 0n)
    return new Map([[String(token), sum]])
  }
  const moved =
    operation === 'withdraw'
      ? [{ tokenId: String(tokenId), amount: type === 'NON_FUNGIBLE_UNIQUE' ? 1 : String(amountOrSerial) }]
      : (payments as { tokenId: string; amount: number | string }[])
  const sent = new Map(sumsOf(moved.map((one) => ({ tokenId: one.tokenId, amount: BigInt(one.amount) }))))
  sent.delete('HBAR')
  return sent
}

function unknown(id: string): never {
  throw new VerifyError(
    'TOKEN_UNREADABLE',
    `The ledger does not show the token ${id}, so its custom fees are unknown. Try again once the mirror node shows it`,
  )
}

/** The charges that exceed the permitted fees of the request, as differences. */
export function excessIn(
  { payload, walletId }: Pick<StatedRequest, 'payload' | 'walletId'>,
  charges: CustomFees | undefined,
): Difference[] {
  const excess = charges && excessOf(charges, (payload.maxCustomFees ?? []) as MaximumFees)
  if (excess === undefined) return []
  const who = payload.type === 'NON_FUNGIBLE_UNIQUE' ? ` or the receiver ${payload.receiverId}` : ''
  return [difference('maxCustomFees', `The wallet ${walletId}${who} could pay more than the request states: ${excess}`)]
}
