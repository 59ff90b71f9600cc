/** The query for the vetoes that wait for the reader. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Proposal } from '../../api/client.ts'
import { BEGUN_MS, everyWalletQuery, MOST_ACTIVE } from '../../api/queries.ts'
import { ledgerNow } from '../../api/time.ts'
import { inDelay, type OpenVeto } from './vetoes.ts'

/**
 * The passed proposals that the account, or a wallet of its, may still veto. The wallets that the service knows are
 * found in all DAOs, and others only in the DAOs that the account is a member of, among their newest proposals.
 */
export const openVetoesQuery = (chain: string, me: string) =>
  queryOptions({
    queryKey: ['passed', chain, 'vetoes', me],
    async queryFn({ client }): Promise<OpenVeto[]> {
      const query = { chain, member: me, status: 'PASSED' as const, limit: MOST_ACTIVE }
      const [{ entries }, named] = await Promise.all([
        api.governance.page('/proposals', { query }),
        vetoableBy([me, ...(await walletsOf(client))], chain),
      ])
      const known = new Map([...entries, ...named].map((proposal) => [proposal.proposalId, proposal]))
      const delayed = inDelay([...known.values()], ledgerNow())
      if (delayed.length === 0) return []
      return (await import('./my-vetoes.ts')).vetoesFor(delayed, { chain, me })
    },
    // Other owners may sign at any time, and delays end. Nothing announces proposals of DAOs without the account.
    refetchInterval: ({ state: { data = [] } }) => (data.length > 0 ? BEGUN_MS : OTHERS_MS),
  })
const OTHERS_MS = 60_000

/** The accounts of the user's own wallets; none while the service of wallets does not answer. */
async function walletsOf(client: QueryClient): Promise<string[]> {
  const wallets = await client.ensureQueryData(everyWalletQuery()).catch(() => [])
  return wallets.filter(({ role }) => role === 'owner').map(({ wallet }) => wallet)
}

async function vetoableBy(accounts: readonly string[], chain: string): Promise<Proposal[]> {
  const found: Proposal[] = []
  for (let start = 0; start < accounts.length; start += MOST_ACCOUNTS) {
    const account = accounts.slice(start, start + MOST_ACCOUNTS)
    for await (const one of api.governance.list('/proposals/vetoable', { query: { chain, account } })) found.push(one)
  }
  return found
}
/** The service takes at most this many accounts in one request. */
const MOST_ACCOUNTS = 100
