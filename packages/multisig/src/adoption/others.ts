/**
 * Finds ways for other accounts to take from an account without a signature of its current key. An earlier holder of
 * the key may have granted them, and they outlast a change of the key.
 */
import { hasEvmAlias, type Ledger, type MirrorAccount, type MirrorJson } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { nextPath } from '@quorate/verify/recount'

/** How many pages of a list are read. An earlier holder of the key may have filled them with permissions that ended. */
const MAX_PAGES = 20

/** A list of the mirror. `permits` says what an entry permits; undefined if that is nothing any more. */
interface Permissions {
  path: string
  list: string
  /** Whether a 404 is accepted as an empty list: networks without this kind of permission answer it. */
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

/** HIP-1340: a delegation to a contract's code is `0x` and an address; without one, it is `0x` or null. */
const isDelegated = ({ delegationAddress }: MirrorAccount): boolean =>
  /[1-9a-f]/i.test(delegationAddress?.slice(2) ?? '')

const isSome = (amount: unknown): boolean => BigInt(String(amount ?? 0)) > 0n

/**
 * Checks that only the account's key can move its assets.
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
  if (await isContract(mirror, id))
    throw unprocessable(
      'OTHERS_MAY_SPEND',
      `${id} is a contract: its program may move what it holds without its owners. Create a wallet, and send it what the contract holds`,
    )
  const delegated = isDelegated(account) ? `the code at ${account.delegationAddress} may move the hbars` : undefined
  const found = await Promise.all(PERMISSIONS.map((permissions) => permittedBy(mirror, id, permissions)))
  const first = delegated ?? found.find((permitted) => permitted !== undefined)
  if (first === undefined) return
  throw unprocessable(
    'OTHERS_MAY_SPEND',
    `${first} of the account ${id} without its owners, because it permitted that before: end it with the tool that made the account, and then adopt it`,
  )
}

const isContract = (mirror: Ledger['mirror'], id: string): Promise<boolean> =>
  mirror.get(`/contracts/${id}`).then(
    () => true,
    (error: { statusCode?: number }) => {
      if (error.statusCode === 404) return false
      throw error
    },
  )

async function permittedBy(
  mirror: Ledger['mirror'],
  id: string,
  { path: first, list, isNew, permits }: Permissions,
): Promise<string | undefined> {
  let path: string | null = `/accounts/${id}/${first}`
  for (let pages = 0; path !== null; pages++) {
    if (pages >= MAX_PAGES) return `too many ${list} to check may let others take something`
    const page: MirrorJson | undefined = await mirror.get(path).catch((error: { statusCode?: number }) => {
      if (isNew && pages === 0 && error.statusCode === 404) return undefined
      throw error
    })
    const permitted = ((page?.[list] ?? []) as MirrorJson[]).map(permits).find((one) => one !== undefined)
    if (permitted !== undefined) return permitted
    // The mirror's client adds `/api/v1`, but links already contain it.
    path = nextPath(`/api/v1${path}`, page ?? null)?.replace(/^\/api\/v1/, '') ?? null
  }
  return undefined
}
