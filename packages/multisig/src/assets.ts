import type { Ledger, MirrorNft } from '@quorate/ledger'
import { encodeAmount } from '@quorate/platform'
import type { Static } from 'typebox'
import type { Asset } from './resources.ts'

/** What an account holds: the native currency first, then tokens by id, NFTs with their serials. */
export async function assetsOf(ledger: Ledger, account: string): Promise<Static<typeof Asset>[]> {
  const [onLedger, held] = await Promise.all([ledger.mirror.account(account), ledger.mirror.accountTokens(account)])
  const native = {
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON' as const,
    symbol: 'HBAR',
    name: 'hbar',
    decimals: 8,
    balance: encodeAmount(onLedger?.balance ?? 0n),
  }
  if (held.length === 0) return [native]
  const [tokens, nfts] = await Promise.all([
    Promise.all(held.map(({ tokenId }) => ledger.mirror.token(tokenId))),
    ledger.mirror.accountNfts(account),
  ])
  const serials = Map.groupBy(nfts, ({ tokenId }) => tokenId)
  return [native, ...held.map((relationship, index) => asset(relationship, tokens[index] ?? null, serials))]
}

type Mirror = Ledger['mirror']

function asset(
  { tokenId, balance, decimals }: Awaited<ReturnType<Mirror['accountTokens']>>[number],
  token: Awaited<ReturnType<Mirror['token']>>,
  nfts: Map<string, MirrorNft[]>,
): Static<typeof Asset> {
  const type = token?.type ?? 'FUNGIBLE_COMMON'
  return {
    tokenId,
    type,
    symbol: token?.symbol ?? '',
    name: token?.name ?? '',
    decimals,
    balance: encodeAmount(balance),
    ...(type === 'NON_FUNGIBLE_UNIQUE'
      ? { serials: (nfts.get(tokenId) ?? []).map(({ serial }) => encodeAmount(serial)) }
      : {}),
  }
}
