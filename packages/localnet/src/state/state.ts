import type { proto } from '@hiero-ledger/proto'
import { accountNumber, longZeroNumber, NOWHERE } from '../ids.ts'
import type { Account, File, Network, Nft, Schedule, Token, TokenRelation, Topic } from './entities.ts'
import { Journal } from './journal.ts'
import { ScheduleIndex } from './scheduleIndex.ts'
import { Table } from './table.ts'

export const relationKey = (account: number, token: number): string => `${account}/${token}`
export const nftKey = (token: number, serial: bigint): string => `${token}/${serial}`

/** Everything the ledger's rules look at, in memory. Who changes it works on a savepoint of `journal`. */
export class State {
  readonly journal = new Journal()
  readonly #byAlias = new Map<string, number>()
  readonly #tokensOf = new Map<number, Set<number>>()
  readonly accounts = new Table<number, Account>('account', this.journal, (num, before, after) =>
    this.#followAliases(num, before, after),
  )
  readonly tokens = new Table<number, Token>('token', this.journal)
  readonly relations = new Table<string, TokenRelation>('token_relation', this.journal, (_, before, after) =>
    this.#followRelation(before, after),
  )
  readonly nfts = new Table<string, Nft>('nft', this.journal)
  readonly topics = new Table<number, Topic>('topic', this.journal)
  readonly files = new Table<number, File>('file', this.journal)
  readonly scheduleIndex = new ScheduleIndex()
  readonly schedules = new Table<number, Schedule>('schedule', this.journal, (_, before, after) =>
    this.scheduleIndex.follow(before, after),
  )
  readonly network = new Table<number, Network>('network', this.journal)

  /** The account that an id names, by number, alias or EVM address; undefined if there is none. */
  account(id: proto.IAccountID | null | undefined): Account | undefined {
    return this.accounts.get(id?.alias?.length ? this.#aliased(id.alias) : accountNumber(id))
  }

  accountByAlias(alias: Uint8Array): Account | undefined {
    return this.accounts.get(this.#aliased(alias))
  }

  relation(account: number, token: number): TokenRelation | undefined {
    return this.relations.get(relationKey(account, token))
  }

  putRelation(relation: TokenRelation): void {
    this.relations.put(relationKey(relation.account, relation.token), relation)
  }

  nft(token: number, serial: bigint): Nft | undefined {
    return this.nfts.get(nftKey(token, serial))
  }

  putNft(nft: Nft): void {
    this.nfts.put(nftKey(nft.token, nft.serial), nft)
  }

  /** The account's associations, in the order they were made. */
  *relationsOf(account: number): Generator<TokenRelation> {
    for (const token of this.#tokensOf.get(account) ?? []) {
      const relation = this.relation(account, token)
      if (relation) yield relation
    }
  }

  /** Takes the next entity number. */
  newEntity(): number {
    const num = this.network.get(0)?.nextEntity ?? 1
    this.network.put(0, { id: 0, nextEntity: num + 1 })
    return num
  }

  #aliased(alias: Uint8Array): number {
    const byAlias = this.#byAlias.get(Buffer.from(alias).toString('hex'))
    return byAlias ?? longZeroNumber(alias) ?? NOWHERE
  }

  #followAliases(num: number, before: Account | undefined, after: Account | undefined): void {
    if (before?.alias === after?.alias && before?.evmAddress === after?.evmAddress) return
    for (const alias of [before?.alias, before?.evmAddress]) if (alias) this.#byAlias.delete(alias.toString('hex'))
    for (const alias of [after?.alias, after?.evmAddress]) if (alias) this.#byAlias.set(alias.toString('hex'), num)
  }

  #followRelation(before: TokenRelation | undefined, after: TokenRelation | undefined): void {
    if (before && !after) this.#tokensOf.get(before.account)?.delete(before.token)
    if (before || !after) return
    const tokens = this.#tokensOf.get(after.account)
    if (tokens) tokens.add(after.token)
    else this.#tokensOf.set(after.account, new Set([after.token]))
  }
}
