/** A group of requests, as one list of payments. */
import type { MultisigTypes } from '@quorate/client'
import { repeatedIn } from '@quorate/verify'
import { type Check, isDeletion } from '../../approve/check.ts'
import type { Statement } from '../../approve/statement.ts'
import { statementsOf } from '../../approve/statements.ts'
import type { Texts } from '../../texts/en.ts'
import { mayReject } from '../progress.ts'
import { statedPayments } from '../sentences/sentence.ts'

export type Group = MultisigTypes['RequestGroup']
export type Part = Group['requests'][number]
type Role = MultisigTypes['Wallet']['role']

/** A line of the list, and the part that pays it. */
export interface Line {
  part: Part
  receiverId: string
  tokenId: string
  amount: bigint
}

/** The number of a part for people, from 1. */
export const placeOf = ({ group }: Part): number => (group?.position ?? 0) + 1

export const linesOf = (parts: readonly Part[]): Line[] =>
  parts.flatMap((part) =>
    statedPayments(part.payload).map(({ receiverId, tokenId, amount }) => ({
      part,
      receiverId,
      tokenId,
      amount: BigInt(amount),
    })),
  )

/**
 * Whether the list shows everything that a part does: its bytes are payments from this wallet. Without this check, the
 * service or the owner who requests the parts could add another kind of request, which the list would not show.
 */
export const isInList = ({ walletId }: Pick<Group, 'walletId'>, { verdict, stated, decoded }: Check): boolean =>
  verdict === 'trusted' && stated?.operation === 'pay' && stated.walletId === walletId && !isDeletion(decoded, stated)

/** The effects of the parts other than payments, such as permitted custom fees. Each line occurs once. */
export function besidePayments(checks: readonly Check[], words: Texts['words']): Statement[] {
  const inList = new Set([words.pays, words.receives, words.scheduleSign])
  const found = checks.flatMap((check) => statementsOf(check, words).does.filter(({ label }) => !inList.has(label)))
  const textOf = (line: Statement) =>
    JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  return [...new Map(found.map((line) => [textOf(line), line])).values()]
}

/** How many receivers are paid more than once in one asset. One transaction can't do that, but several can. */
export function repeatedCount(lines: readonly Line[]): number {
  const groups = Map.groupBy(lines, ({ receiverId, tokenId }) => `${receiverId} ${tokenId}`)
  return [...groups.values()].filter((of) => repeatedIn(of) !== undefined).length
}

/** The parts that wait for the account's signature. */
export const toSign = ({ requests }: Group, account: string): Part[] =>
  requests.filter(
    ({ status, waitsFor, missing }) => status === 'pending' && waitsFor !== 'nothing' && missing.includes(account),
  )

/** The parts that the account may reject, or withdraw if it requested them. */
export const toReject = ({ requests }: Group, account: string, role: Role | undefined): Part[] =>
  requests.filter((part) => {
    const mayAct = role === 'owner' || (role === 'proposer' && part.requesterId === account)
    return mayAct && part.status === 'pending' && part.waitsFor !== 'nothing' && mayReject(part, account)
  })

/** The parts that somebody may send now. */
export const toExecute = ({ requests }: Group): Part[] => requests.filter(({ waitsFor }) => waitsFor === 'execution')

/** The payments that these requests have not made and never will. */
export function unpaidOf({ requests, unpaid }: Group): Line[] {
  const ids = new Set(unpaid)
  return linesOf(requests.filter(({ jobId }) => ids.has(jobId)))
}
