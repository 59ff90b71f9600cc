import type { NodeTypes } from '@quorate/client'
import { type Key, keyFromMirror, VerifyError } from '@quorate/verify'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keyOf } from '../api/ledger-reads.ts'
import { useSession } from '../api/session.tsx'

/** The accounts' keys on the ledger. Leaves out accounts without a key, and keys that are not understood. */
export function useKeys(accounts: readonly string[], enabled = true): UseQueryResult<ReadonlyMap<string, Key>> {
  const { chain } = useSession()
  return useQuery({
    queryKey: ['keys', chain, ...accounts],
    async queryFn() {
      const keys = await Promise.all(accounts.map(async (account) => [account, await keyOf(chain, account)] as const))
      return new Map(keys.flatMap(([account, key]) => (key ? [[account, key] as const] : [])))
    },
    enabled: enabled && accounts.length > 0,
  })
}

const TOKEN_ROLES = [
  ...(['admin_key', 'supply_key', 'wipe_key', 'freeze_key'] as const),
  ...(['kyc_key', 'pause_key', 'fee_schedule_key', 'metadata_key'] as const),
] as const
export type Role = 'key' | (typeof TOKEN_ROLES)[number]

/** The keys of an account or a token by their role; empty for a topic. */
export function useEntityKeys(kind: NodeTypes['Binding']['kind'], id: string): UseQueryResult<readonly [Role, Key][]> {
  const { chain } = useSession()
  return useQuery({
    queryKey: ['keys', chain, kind, id],
    async queryFn(): Promise<readonly [Role, Key][]> {
      if (kind === 'account') {
        const key = await keyOf(chain, id)
        return key ? [['key', key]] : []
      }
      if (kind === 'topic') return []
      const token = await api.node.get('/mirrors/hts/tokens/{token}', { path: { token: id }, query: { chain } })
      return TOKEN_ROLES.flatMap((role): [Role, Key][] => {
        const key = understood((token as Partial<Record<Role, unknown>>)[role])
        return key ? [[role, key]] : []
      })
    },
  })
}

function understood(key: unknown): Key | undefined {
  try {
    return keyFromMirror((key ?? null) as Parameters<typeof keyFromMirror>[0]) ?? undefined
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}
