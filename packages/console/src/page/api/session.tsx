/** The signed-in account, and its signer in this tab. */
import { isQuorateError, type Signer } from '@quorate/client'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api, type PageConfig, readConfig, signIn } from './client.ts'
import { forgetAsked } from './kept-asked.ts'
import { forgetDrafts } from './kept-drafts.ts'
import { setMirrors } from './mirrors.ts'
import { useIsReached } from './reached.ts'
import { setAhead } from './time.ts'

interface SessionState {
  config: PageConfig
  /** The account; null if nobody is signed in. It remains after its session has expired or was revoked. */
  account: string | null
  /** The session has expired or was revoked. After the account signs in again, it continues in the same place. */
  isEnded: boolean
  /** The number of sign-ins on this page. */
  entries: number
  chain: string
  /** Kept in memory only: absent after a reload. */
  signer: Signer | undefined
  isDevelopment: boolean
  enter(signer: Signer, chain: string, code?: string): Promise<void>
  /** Sets the signer of the account that is signed in; undefined forgets it, so that another can be chosen. */
  unlock(signer: Signer | undefined): void
  leave(): Promise<void>
}

const SessionContext = createContext<SessionState | undefined>(undefined)
const DEVNET = 'hedera:devnet'
const CLOCK_READ_MS = 30_000
const CHAIN = 'quorate.chain'
/** Queries that need no session. They survive a sign-in and a sign-out. */
const PUBLIC = ['config', 'account', 'health', 'mirror']
/** `yes` if there may be a session, because scripts cannot see its cookie. `ended` if it has expired or was revoked. */
const ENTERED = 'quorate.entered'
/** The last account that signed in and has not signed out. */
const LAST = 'quorate.account'
/** How often to poll the console while it does not answer. */
const UNREACHED_READ_MS = 3_000

/** The session's account; null without a session. */
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

/** The account whose session has expired or was revoked, unless it has signed in again or signed out since. */
export const endedAccount = (): string | null =>
  localStorage.getItem(ENTERED) === 'ended' ? localStorage.getItem(LAST) : null

export function useConfig() {
  const isReached = useIsReached()
  const query = useQuery({
    queryKey: ['config'],
    queryFn: readConfig,
    staleTime: Number.POSITIVE_INFINITY,
    // Another browser may move the clock of a development ledger.
    refetchInterval: ({ state }) => (isReached ? (state.data?.development ? CLOCK_READ_MS : false) : UNREACHED_READ_MS),
  })
  const { refetch } = query
  useEffect(() => {
    // The browser knows only its network interfaces, so this checks whether the console answers.
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
  /** Whether somebody has been signed in since the page was loaded. */
  const [wasEntered, setWasEntered] = useState(account !== null)
  if (account !== null && !wasEntered) setWasEntered(true)
  const shown = account ?? (wasEntered ? endedAccount() : null)
  const [chain, setChain] = useState(() => localStorage.getItem(CHAIN) ?? config.chains[0] ?? '')
  const aheadMs = chain === DEVNET ? (config.development?.aheadMs ?? 0) : 0
  // Set before the components below read the time and the ledger.
  setAhead(aheadMs)
  setMirrors(config.mirrors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: data from before a clock change is outdated
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
        // Screens keep their state if the same account signs in again.
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
        forgetDrafts()
        forgetAsked()
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
  if (!state) throw new Error('SessionProvider is missing above this component')
  return state
}

/** The number of sign-ins on this page. Also works before the session is known. */
export const useEntries = (): number => useContext(SessionContext)?.entries ?? 0

/** The signed-in account. Only screens that need a session may use it. */
export const useMe = (): string => useSession().account ?? ''
