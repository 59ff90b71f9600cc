/**
 * What others can take from an account without a signature of its present key. Whoever held its key before may have
 * permitted that, and a change of the key ends none of it.
 */
import { hasEvmAlias, type Ledger, type MirrorAccount, type MirrorJson } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'

/** A list of the mirror, and what an entry of it permits; undefined if that is nothing any more. */
interface Permissions {
  path: string
  list: string
  /** Whether mirrors that do not know this kind of permission answer 404: their network does not have it. */
  isNew?: true
  permits(entry: MirrorJson): string | undefined
}

const PERMISSIONS: readonly Permissions[] = [
  {
    path: 'allowances/crypto?limit=100',
    list: 'allowances',
    permits: ({ spender, amount }) => (isSome(amount) ? `${spender} may spend hbars` : undefined),
  },
  {
    path: 'allowances/tokens?limit=100',
    list: 'allowances',
    permits: ({ spender, token_id, amount }) => (isSome(amount) ? `${spender} may spend ${token_id}` : undefined),
  },
  {
    path: 'allowances/nfts?limit=100',
    list: 'allowances',
    permits: ({ spender, token_id, approved_for_all }) =>
      approved_for_all === true ? `${spender} may take all NFTs of ${token_id}` : undefined,
  },
  {
    path: 'nfts?spender.id=gt:0.0.0&limit=1',
    list: 'nfts',
    permits: ({ spender, token_id, serial_number }) => `${spender} may take serial ${serial_number} of ${token_id}`,
  },
  {
    path: 'airdrops/outstanding?limit=1',
    list: 'airdrops',
    isNew: true,
    permits: ({ receiver_id, token_id }) => `${receiver_id} may claim an airdrop of ${token_id}`,
  },
  {
    path: 'hooks?limit=100',
    list: 'hooks',
    isNew: true,
    permits: ({ hook_id, deleted }) => (deleted === true ? undefined : `its hook ${hook_id} may permit transfers`),
  },
]

const isSome = (amount: unknown): boolean => BigInt(String(amount ?? 0)) > 0n

/**
 * Checks that the key of an account is the only way to what it holds.
 *
 * @throws 422 `HAS_EVM_ADDRESS`, `OTHERS_MAY_SPEND`
 */
export async function checkOnlyKey({ mirror }: Ledger, account: MirrorAccount): Promise<void> {
  const { id, evmAddress } = account
  if (hasEvmAlias(account))
    throw unprocessable(
      'HAS_EVM_ADDRESS',
      `${id} has the EVM address ${evmAddress}: the key behind it can move the account's hbars alone, with Ethereum transactions, and no change of the account's key ends that. Create a wallet, and send it what this account holds`,
    )
  const found = await Promise.all(PERMISSIONS.map((permissions) => permittedBy(mirror, id, permissions)))
  const first = found.find((permitted) => permitted !== undefined)
  if (first === undefined) return
  throw unprocessable(
    'OTHERS_MAY_SPEND',
    `${first} of the account ${id} without its owners, because it permitted that before: end it with the tool that made the account, and then adopt it`,
  )
}

async function permittedBy(
  mirror: Ledger['mirror'],
  id: string,
  { path, list, isNew, permits }: Permissions,
): Promise<string | undefined> {
  const answer = await mirror.get(`/accounts/${id}/${path}`).catch((error: { statusCode?: number }) => {
    if (isNew && error.statusCode === 404) return undefined
    throw error
  })
  const entries = (answer?.[list] ?? []) as MirrorJson[]
  return entries.map(permits).find((permitted) => permitted !== undefined)
}
