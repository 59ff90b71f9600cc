/** Who is signed in, and what signs for that account in this tab. */
import { isQuorateError, type Signer } from '@quorate/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api, type PageConfig, readConfig, signIn } from './client.ts'
import { setAhead } from './time.ts'

interface SessionState {
  config: PageConfig
  /** The account; null where nobody is signed in. */
  account: string | null
  chain: string
  /** Kept in memory only: absent after a reload. */
  signer: Signer | undefined
  isDevelopment: boolean
  enter(signer: Signer, chain: string, code?: string): Promise<void>
  /** Takes a signer for the account that is signed in. */
  unlock(signer: Signer): void
  leave(): Promise<void>
}

const SessionContext = createContext<SessionState | undefined>(undefined)
const DEVNET = 'hedera:devnet'
const CLOCK_READ_MS = 30_000
const CHAIN = 'quorate.chain'
/** What is read without a session stays when one begins or ends. */
const PUBLIC = ['config', 'account', 'health', 'mirror']
/** Whether there may be a session: its cookie cannot be seen. */
const ENTERED = 'quorate.entered'

/** The account of the session; null without one. */
async function readAccount(): Promise<string | null> {
  if (localStorage.getItem(ENTERED) === null) return null
  try {
    return (await api.node.get('/auth/profile')).username
  } catch (error) {
    if (!isQuorateError(error) || error.status !== 401) throw error
    localStorage.removeItem(ENTERED)
    return null
  }
}

export const useConfig = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: readConfig,
    staleTime: Number.POSITIVE_INFINITY,
    // Somebody else may move the clock of a development ledger.
    refetchInterval: ({ state }) => (state.data?.development ? CLOCK_READ_MS : false),
  })
export const useAccount = () => useQuery({ queryKey: ['account'], queryFn: readAccount, staleTime: 60_000 })

export function SessionProvider(props: { config: PageConfig; account: string | null; children: ReactNode }) {
  const { config, account, children } = props
  const queries = useQueryClient()
  const [signer, setSigner] = useState<Signer>()
  const [chain, setChain] = useState(() => localStorage.getItem(CHAIN) ?? config.chains[0] ?? '')
  const aheadMs = chain === DEVNET ? (config.development?.aheadMs ?? 0) : 0
  // Before what stands below asks for the time.
  setAhead(aheadMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read is of another time once the clock was moved
  useEffect(() => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' })
  }, [aheadMs, queries])
  const state = useMemo<SessionState>(
    () => ({
      config,
      account,
      chain: config.chains.includes(chain) ? chain : (config.chains[0] ?? ''),
      signer: signer?.accountId === account ? signer : undefined,
      isDevelopment: config.development !== null && chain === DEVNET,
      async enter(by, on, code) {
        await signIn({ signer: by, chain: on, nodeUrl: config.nodeUrl, code })
        localStorage.setItem(CHAIN, on)
        localStorage.setItem(ENTERED, 'yes')
        setChain(on)
        setSigner(by)
        queries.setQueryData(['account'], by.accountId)
        queries.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.includes(String(queryKey[0])) })
      },
      unlock: setSigner,
      async leave() {
        await api.node.post('/auth/web3/logout').catch((error: unknown) => {
          if (!isQuorateError(error) || error.status !== 401) throw error
        })
        localStorage.removeItem(ENTERED)
        setSigner(undefined)
        queries.setQueryData(['account'], null)
        queries.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.includes(String(queryKey[0])) })
      },
    }),
    [config, account, chain, signer, queries],
  )
  return <SessionContext value={state}>{children}</SessionContext>
}

export function useSession(): SessionState {
  const state = useContext(SessionContext)
  if (!state) throw new Error('There is no SessionProvider above')
  return state
}

/** The signed-in account: screens that use it are shown only where there is one. */
export const useMe = (): string => useSession().account ?? ''
