/** Movements into and out of a wallet, from the mirror's transactions. */
import type { Transaction } from '../explorer/answers.ts'
import { textIn } from '../explorer/bytes.ts'

export interface Movement {
  wallet: string
  /** The consensus time in seconds, such as `1795000000.000000005`, which identifies the transaction. */
  at: string
  /** The account on the other side with the largest part; undefined if there is none. */
  other: string | undefined
  /** How many further accounts the wallet paid with it. */
  others: number
  /** Positive if the wallet received it. In tinybars, or in the smallest unit of `token`. */
  change: bigint
  token?: string
  /** For an NFT. */
  serial?: string
  /** The memo of the transaction: other people's text. */
  memo: string | undefined
}

/** Accounts of the network that take fees. */
const COLLECTORS = new Set(['0.0.98', '0.0.800', '0.0.801', '0.0.802'])

/** How much the hbars of the account changed, fees included. */
export const hbarChange = ({ transfers = [] }: Transaction, account: string): bigint =>
  transfers.reduce((sum, one) => (one.account === account ? sum + BigInt(one.amount) : sum), 0n)

/** The movements of a transaction, without fees. Empty if only fees were paid. */
export function movementsIn(transaction: Transaction, wallet: string): Movement[] {
  const { consensus_timestamp: at, memo_base64: memo64, result, node } = transaction
  if (result !== 'SUCCESS') return []
  const { transfers = [], token_transfers: tokens = [], nft_transfers: nfts = [] } = transaction
  const memo = (memo64 ? textIn(memo64) : undefined) || undefined
  const isParty = (account: string | null | undefined): account is string =>
    typeof account === 'string' && account !== node && !COLLECTORS.has(account)
  const hbars = moved(
    transfers.filter(({ account }) => isParty(account)).map(({ account, amount }) => [account ?? '', BigInt(amount)]),
    wallet,
  )
  const found: Movement[] = hbars ? [{ wallet, at, memo, ...hbars }] : []
  for (const token of new Set(tokens.map((one) => one.token_id))) {
    const lines = tokens.filter((one) => one.token_id === token)
    const of = moved(
      lines.map(({ account, amount }) => [account ?? '', BigInt(amount)]),
      wallet,
    )
    if (of) found.push({ wallet, at, memo, token, ...of })
  }
  for (const { token_id: token, serial_number: serial, sender_account_id: from, receiver_account_id: to } of nfts)
    if (from === wallet || to === wallet)
      found.push({
        ...{ wallet, at, memo, token, serial: String(serial) },
        ...{ other: (from === wallet ? to : from) ?? undefined, others: 0, change: from === wallet ? -1n : 1n },
      })
  return found
}

/** The amount that other accounts paid to or got from the wallet; undefined if it only paid a fee. */
function moved(
  lines: readonly (readonly [account: string, amount: bigint])[],
  wallet: string,
): Pick<Movement, 'other' | 'others' | 'change'> | undefined {
  const own = lines.reduce((sum, [account, amount]) => (account === wallet ? sum + amount : sum), 0n)
  if (own === 0n) return undefined
  const there = lines.filter(([account, amount]) => account !== wallet && amount !== 0n && amount > 0n === own < 0n)
  if (there.length === 0) return undefined
  const [largest] = [...there].sort(([, a], [, b]) => (abs(a) < abs(b) ? 1 : -1))
  const total = there.reduce((sum, [, amount]) => sum + amount, 0n)
  // The wallet's own line includes the fee, so the lines of the others give the amount that it paid. If it received,
  // only the largest sender is named: others may have lost no more than the fee.
  const others = own < 0n ? new Set(there.map(([account]) => account)).size - 1 : 0
  return { other: largest?.[0], others, change: own < 0n ? -total : own }
}

const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
