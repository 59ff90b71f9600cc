/** Vetoes that wait for the reader. Loaded on demand, because few proposals are in their delay. */
import { api } from '../../api/client.ts'
import { keyOf } from '../../api/ledger-reads.ts'
import { isOwned } from '../use-wallet-key.ts'
import { withBegun } from './begun-vetoes.ts'
import type { OpenVeto } from './vetoes.ts'

/** Those that the account, or a wallet of its, may give, and that it has not signed. */
export async function vetoesFor(
  delayed: readonly OpenVeto[],
  { chain, me }: { chain: string; me: string },
): Promise<OpenVeto[]> {
  const own = await keyOf(chain, me)
  const mine = delayed.map(async (veto) => {
    const { council, proposal } = veto
    if (council === me) return veto
    if (!(await isOwned(chain, council, own))) return undefined
    const path = { proposalId: proposal.proposalId }
    return withBegun(veto, await api.governance.get('/proposals/{proposalId}/veto/signatures', { path }), own)
  })
  return (await Promise.all(mine)).filter((veto) => veto !== undefined)
}
