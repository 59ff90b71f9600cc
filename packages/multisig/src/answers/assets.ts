import type { Ledger, MirrorAccount, MirrorNft, MirrorToken, MirrorTokenRelationship } from '@quorate/ledger'
import { ApiError, type Cache, encodeAmount } from '@quorate/platform'
import type { Static } from 'typebox'
import type { Asset } from './resources.ts'

/** An account that strangers have sent more NFTs than a mirror lists is shown with its balances alone. */
function asTooMany(error: unknown): MirrorNft[] | null {
  if (error instanceof ApiError && error.code === 'LIST_TOO_LONG') return null
  throw error
}

/** How long a token's names are kept, which hardly ever change, in milliseconds. */
const namesKept = 60_000

type TokenNames = Pick<MirrorToken, 'type' | 'symbol' | 'name'>

/** An account as the ledger has it, and what it holds: the native currency first, then tokens by id, NFTs with their serials. */
export async function holdingsOf(
  ledger: Ledger,
  account: string,
  cache: Cache,
): Promise<{ onLedger: MirrorAccount | null; assets: Static<typeof Asset>[] }> {
  const namesOf = (tokenId: string): Promise<TokenNames | null> =>
    cache.fetch(`token:${ledger.chain}:${tokenId}`, namesKept, async () => {
      const token = await ledger.mirror.token(tokenId)
      return token && { type: token.type, symbol: token.symbol, name: token.name }
    })
  const [onLedger, held] = await Promise.all([ledger.mirror.account(account), ledger.mirror.accountTokens(account)])
  const native = {
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON' as const,
    symbol: 'HBAR',
    name: 'hbar',
    decimals: 8,
    balance: encodeAmount(onLedger?.balance ?? 0n),
  }
  if (held.length === 0) return { onLedger, assets: [native] }
  const [tokens, nfts] = await Promise.all([
    Promise.all(held.map(({ tokenId }) => namesOf(tokenId))),
    ledger.mirror.accountNfts(account).catch(asTooMany),
  ])
  const serials = nfts && Map.groupBy(nfts, ({ tokenId }) => tokenId)
  const others = held.map((relationship, index) => asset(relationship, tokens[index] ?? null, serials))
  return { onLedger, assets: [native, ...others] }
}

function asset(
  { tokenId, balance, decimals }: MirrorTokenRelationship,
  token: TokenNames | null,
  nfts: Map<string, MirrorNft[]> | null,
): Static<typeof Asset> {
  const type = token?.type ?? 'FUNGIBLE_COMMON'
  return {
    tokenId,
    type,
    symbol: token?.symbol ?? '',
    name: token?.name ?? '',
    decimals,
    balance: encodeAmount(balance),
    ...(nfts && type === 'NON_FUNGIBLE_UNIQUE'
      ? { serials: (nfts.get(tokenId) ?? []).map(({ serial }) => encodeAmount(serial)) }
      : {}),
  }
}
