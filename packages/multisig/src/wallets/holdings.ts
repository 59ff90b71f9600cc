import type { Ledger, MirrorAccount, MirrorNft, MirrorToken, MirrorTokenRelationship } from '@quorate/ledger'
import { ApiError, type Cache, encodeAmount } from '@quorate/platform'
import type { Static } from 'typebox'
import { type Asset, NAMED_TOKENS } from '../answers/wallets.ts'

/**
 * Returns null for the error that an account has more NFTs than the mirror lists, since strangers can send any number.
 * Only balances are then shown.
 */
function asTooMany(error: unknown): MirrorNft[] | null {
  if (error instanceof ApiError && error.code === 'LIST_TOO_LONG') return null
  throw error
}

/** How long tokens' names, which hardly ever change, are cached, in milliseconds. */
const NAMES_CACHED_MS = 60_000

/** How many tokens' names are read at once for one wallet. */
const NAMES_AT_ONCE = 8

type TokenNames = Pick<MirrorToken, 'type' | 'symbol' | 'name'>

/**
 * An account on the ledger with its holdings: the native currency first, then tokens by id, NFTs with their serials.
 */
export async function holdingsOf(
  ledger: Ledger,
  account: string,
  cache: Cache,
): Promise<{ onLedger: MirrorAccount | null; assets: Static<typeof Asset>[] }> {
  // Strangers decide how much there is to read, so this reads from the `publicMirror`, which logins and signatures do
  // not use.
  const { publicMirror: mirror } = ledger
  const namesOf = (tokenId: string): Promise<TokenNames | null> =>
    cache.fetch(`token:${ledger.chain}:${tokenId}`, NAMES_CACHED_MS, async () => {
      const token = await mirror.token(tokenId)
      return token && { type: token.type, symbol: token.symbol, name: token.name }
    })
  const [onLedger, held] = await Promise.all([mirror.account(account), mirror.accountTokens(account)])
  const native = {
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON' as const,
    symbol: 'HBAR',
    name: 'hbar',
    decimals: 8,
    balance: encodeAmount(onLedger?.balance ?? 0n),
  }
  if (held.length === 0) return { onLedger, assets: [native] }
  // Strangers can make an account hold thousands of tokens.
  const tokens: (TokenNames | null)[] = []
  const named = held.slice(0, NAMED_TOKENS)
  const nameAll = async () => {
    for (let start = 0; start < named.length; start += NAMES_AT_ONCE) {
      const turn = named.slice(start, start + NAMES_AT_ONCE)
      tokens.push(...(await Promise.all(turn.map(({ tokenId }) => namesOf(tokenId)))))
    }
  }
  const [, nfts] = await Promise.all([nameAll(), mirror.accountNfts(account).catch(asTooMany)])
  const serials = nfts && Map.groupBy(nfts, ({ tokenId }) => tokenId)
  const others = held.map((relationship, index) => asset(relationship, tokens[index] ?? null, serials))
  return { onLedger, assets: [native, ...others] }
}

function asset(
  { tokenId, balance, decimals }: MirrorTokenRelationship,
  token: TokenNames | null,
  nfts: Map<string, MirrorNft[]> | null,
): Static<typeof Asset> {
  const type = token?.type ?? (nfts?.has(tokenId) ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON')
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
