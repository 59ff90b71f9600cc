/** Compares the allowances that the mirror dates to a transaction with those that the transaction's body approves. */
import type { proto } from '@hiero-ledger/proto'
import { accountOf, type ExecutedRow, tokenOf } from '../mirror/body-comparison.ts'
import type { MirrorJson } from '../mirror/http.ts'

/** The allowances by `<owner> <token or hbar> <spender>`. */
type Approved = Map<string, { amount: string; since: string }>

const ALL_SERIALS = 'all serials'

/** The allowances that a body approves, except for single serials. An amount of zero revokes an allowance. */
function approvedIn({ cryptoApproveAllowance: approve, transactionID }: proto.TransactionBody): Map<string, string> {
  const ownerOf = (owner: proto.IAccountID | null | undefined) => accountOf(owner ?? transactionID?.accountID)
  const { cryptoAllowances, tokenAllowances, nftAllowances } = approve ?? {}
  return new Map([
    ...(cryptoAllowances ?? []).map(
      ({ owner, spender, amount }) => [`${ownerOf(owner)} hbar ${accountOf(spender)}`, String(amount ?? 0)] as const,
    ),
    ...(tokenAllowances ?? []).map(
      ({ owner, tokenId, spender, amount }) =>
        [`${ownerOf(owner)} ${tokenOf(tokenId)} ${accountOf(spender)}`, String(amount ?? 0)] as const,
    ),
    ...(nftAllowances ?? []).flatMap(({ owner, tokenId, spender, approvedForAll }) =>
      approvedForAll
        ? [
            [
              `${ownerOf(owner)} ${tokenOf(tokenId)} ${accountOf(spender)}`,
              approvedForAll.value ? ALL_SERIALS : '0',
            ] as const,
          ]
        : [],
    ),
  ])
}

/**
 * Returns the first difference. `unseen`: the mirror no longer shows all allowances. It omits those that were since
 * spent, revoked or approved again, re-approvals of the same amount, and allowances for single serials. `before`: a
 * shown allowance is still an older one.
 */
export async function compareAllowances(
  body: proto.TransactionBody,
  { consensus_timestamp: at }: ExecutedRow,
  found: (path: string) => Promise<MirrorJson | undefined>,
): Promise<'same' | 'unseen' | { difference: string } | { before: string }> {
  const meant = approvedIn(body)
  const owners = new Set([
    accountOf(body.transactionID?.accountID),
    ...[...meant.keys()].map((key) => key.split(' ')[0] ?? ''),
  ])
  const shown: Approved = new Map()
  let isWhole = true
  for (const owner of owners) {
    const { approved, more } = await shownOf(owner, found)
    for (const [key, one] of approved) shown.set(key, one)
    if (more) isWhole = false
  }
  for (const [key, { amount, since }] of shown)
    if (since === at && amount !== meant.get(key))
      return { difference: `it approved ${amount} of ${key}, not ${meant.get(key) ?? 'that'}` }
  let isSeen =
    isWhole && !body.cryptoApproveAllowance?.nftAllowances?.some(({ serialNumbers }) => serialNumbers?.length)
  for (const [key, amount] of meant) {
    const { since, amount: left } = shown.get(key) ?? {}
    if (since !== undefined && since < at && left !== amount)
      return { before: `${key} still has its earlier value, not ${amount}` }
    if (since !== at) isSeen = false
  }
  return isSeen ? 'same' : 'unseen'
}

const LISTS = ['crypto', 'tokens', 'nfts']

/** The first page of each list; `more` is true if there are further pages. */
async function shownOf(
  owner: string,
  found: (path: string) => Promise<MirrorJson | undefined>,
): Promise<{ approved: Approved; more: boolean }> {
  const answers = await Promise.all(LISTS.map((list) => found(`/accounts/${owner}/allowances/${list}?limit=100`)))
  const all = answers.flatMap((answer) => (answer?.allowances ?? []) as MirrorJson[])
  const approved = new Map(
    all.flatMap(({ token_id, spender, approved_for_all, amount_granted, timestamp }) => {
      const since = (timestamp as { from?: string } | null)?.from
      const amount = approved_for_all === true ? ALL_SERIALS : amount_granted
      if (since === undefined || amount == null) return []
      return [[`${owner} ${token_id ?? 'hbar'} ${spender}`, { amount: String(amount), since }] as const]
    }),
  )
  return { approved, more: answers.some((answer) => !!(answer?.links as MirrorJson | null | undefined)?.next) }
}
