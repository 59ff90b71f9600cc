/** Who is signed in, and what signs for that account in this tab. */
import { isQuorateError, type Signer } from '@quorate/client'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api, type PageConfig, readConfig, signIn } from './client.ts'
import { useIsReached } from './reached.ts'
import { setAhead } from './time.ts'

interface SessionState {
  config: PageConfig
  /** The account; null if nobody is signed in. It stays when its session has ended by itself. */
  account: string | null
  /** The session has ended by itself: the account signs in again, and goes on where it was. */
  isEnded: boolean
  /** How often somebody has signed in on this page. */
  entries: number
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
/** `yes` if there may be a session: its cookie cannot be seen. `ended` if it has ended by itself. */
const ENTERED = 'quorate.entered'
/** The account that has not signed out. */
const LAST = 'quorate.account'
/** How often the console is asked while it does not answer. */
const UNREACHED_READ_MS = 3_000

/** The account of the session; null without one. */
async function readAccount(): Promise<string | null> {
  if (localStorage.getItem(ENTERED) !== 'yes') return null
  try {
    return (await api.node.get('/auth/profile')).username
  } catch (error) {
    if (!isQuorateError(error) || error.status !== 401) throw error
    localStorage.setItem(ENTERED, 'ended')
    return null
  }
}

/** The account whose session has ended by itself, if that is the last thing that happened here. */
export const endedAccount = (): string | null =>
  localStorage.getItem(ENTERED) === 'ended' ? localStorage.getItem(LAST) : null

export function useConfig() {
  const isReached = useIsReached()
  const query = useQuery({
    queryKey: ['config'],
    queryFn: readConfig,
    staleTime: Number.POSITIVE_INFINITY,
    // Somebody else may move the clock of a development ledger.
    refetchInterval: ({ state }) => (isReached ? (state.data?.development ? CLOCK_READ_MS : false) : UNREACHED_READ_MS),
  })
  const { refetch } = query
  useEffect(() => {
    // The browser knows only its network interfaces: the console is asked whether it is reached.
    const ask = () => void refetch()
    addEventListener('offline', ask)
    addEventListener('online', ask)
    return () => {
      removeEventListener('offline', ask)
      removeEventListener('online', ask)
    }
  }, [refetch])
  return query
}
export const useAccount = () => useQuery({ queryKey: ['account'], queryFn: readAccount, staleTime: 60_000 })

export function SessionProvider(props: { config: PageConfig; account: string | null; children: ReactNode }) {
  const { config, account, children } = props
  const queries = useQueryClient()
  const [signer, setSigner] = useState<Signer>()
  const [entries, setEntries] = useState(0)
  /** Whether somebody was signed in since this page was loaded. */
  const [wasEntered, setWasEntered] = useState(account !== null)
  if (account !== null && !wasEntered) setWasEntered(true)
  const shown = account ?? (wasEntered ? endedAccount() : null)
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
      account: shown,
      isEnded: account === null && shown !== null,
      entries,
      chain: config.chains.includes(chain) ? chain : (config.chains[0] ?? ''),
      signer: signer?.accountId === shown ? signer : undefined,
      isDevelopment: config.development !== null && chain === DEVNET,
      async enter(by, on, code) {
        await signIn({ signer: by, chain: on, nodeUrl: config.nodeUrl, code })
        localStorage.setItem(CHAIN, on)
        localStorage.setItem(ENTERED, 'yes')
        localStorage.setItem(LAST, by.accountId)
        setChain(on)
        setSigner(by)
        setEntries((before) => before + 1)
        queries.setQueryData(['account'], by.accountId)
        const predicate = ({ queryKey }: Query) => !PUBLIC.includes(String(queryKey[0]))
        // Screens stay as they are if the same account signs in again.
        if (by.accountId === shown && on === chain) await queries.invalidateQueries({ predicate })
        else queries.removeQueries({ predicate })
      },
      unlock: setSigner,
      async leave() {
        await api.node.post('/auth/web3/logout').catch((error: unknown) => {
          if (!isQuorateError(error) || error.status !== 401) throw error
        })
        localStorage.removeItem(ENTERED)
        localStorage.removeItem(LAST)
        setSigner(undefined)
        setWasEntered(false)
        queries.setQueryData(['account'], null)
        queries.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.includes(String(queryKey[0])) })
      },
    }),
    [config, account, shown, entries, chain, signer, queries],
  )
  return <SessionContext value={state}>{children}</SessionContext>
}

export function useSession(): SessionState {
  const state = useContext(SessionContext)
  if (!state) throw new Error('There is no SessionProvider above')
  return state
}

/** How often somebody has signed in on this page, also where no session is known yet. */
export const useEntries = (): number => useContext(SessionContext)?.entries ?? 0

/** The signed-in account: screens that use it are shown only where there is one. */
export const useMe = (): string => useSession().account ?? ''
