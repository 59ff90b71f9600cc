/** Allowances: the amounts of another account's hbars and fungible tokens that accounts may spend. */
import { type Static, Type } from 'typebox'
import { unavailable } from '../error.ts'
import { EntityId } from '../values/ids/entity-id-schema.ts'
import type { MirrorGet } from './reading/mirror-get.ts'
import { nextPath } from './reading/next-link.ts'
import { entityPath } from './reading/paths.ts'

export interface Allowance {
  spenderId: string
  /** `HBAR`, or a token. */
  tokenId: string
  /** Amounts in smallest units: the allowed amount, and the part of it that the spender has not spent. */
  granted: bigint
  left: bigint
  /** When it was granted, `seconds.nanos`. */
  since: string
}

export interface AllowanceReads {
  /**
   * The allowances that an account has given, or only those of one spender, without those for NFTs.
   *
   * @throws 503 MIRROR_UNAVAILABLE
   */
  allowancesOf(owner: string, spender?: string): Promise<Allowance[]>
}

const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const Page = Type.Object({
  allowances: Type.Array(
    Type.Object({
      amount: Int64,
      amount_granted: Int64,
      spender: EntityId,
      token_id: Type.Optional(EntityId),
      timestamp: Type.Object({ from: Type.String({ pattern: '^\\d{1,12}\\.\\d{1,9}$' }) }),
    }),
  ),
  links: Type.Object({ next: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
})

/** An account can have at most 100 allowances in force, so a mirror that shows more pages is wrong. */
const MAX_PAGES = 10

export const allowanceReads = (mirror: MirrorGet): AllowanceReads => ({
  async allowancesOf(owner, spender) {
    const only = spender === undefined ? '' : `&spender.id=${spender}`
    const ids = [owner, ...(spender === undefined ? [] : [spender])]
    const found: Allowance[] = []
    for (const kind of ['crypto', 'tokens']) {
      let path: string | null = entityPath(ids, `/api/v1/accounts/${owner}/allowances/${kind}?limit=100${only}`)
      for (let pages = 0; path !== null; pages++) {
        if (pages >= MAX_PAGES)
          throw unavailable(
            'MIRROR_UNAVAILABLE',
            `The mirror shows more allowances of ${owner} than an account can give`,
          )
        const page: Static<typeof Page> | null = await mirror.get(path, Page)
        found.push(...(page?.allowances ?? []).map(allowance))
        path = nextPath(path, page as never)
      }
    }
    return found.filter(({ left, granted }) => left > 0n || granted > 0n)
  },
})

const allowance = ({
  amount,
  amount_granted,
  spender,
  token_id,
  timestamp,
}: Static<typeof Page>['allowances'][number]): Allowance => ({
  spenderId: spender,
  tokenId: token_id ?? 'HBAR',
  granted: BigInt(amount_granted),
  left: BigInt(amount),
  since: timestamp.from,
})
