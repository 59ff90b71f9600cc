/** Live updates. An event only names what to reload; it never changes what is shown. */
import {
  type GovernanceEvents,
  type GovernanceTopics,
  isQuorateError,
  type LiveSocket,
  type MultisigEvents,
} from '@quorate/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api } from './client.ts'

interface Sockets {
  multisig: LiveSocket<MultisigEvents, { walletId: string }>
  governance: LiveSocket<GovernanceEvents, GovernanceTopics>
}
type Service = keyof Sockets
type Open = { [S in Service]?: { socket: Sockets[S]; isLost: boolean } }

const RETRY_MS = 2_000
const LiveContext = createContext<{ open: Open; isLive: boolean }>({ open: {}, isLive: false })

export function LiveProvider(props: {
  account: string | null
  services: Record<Service, boolean>
  children: ReactNode
}) {
  const { account, services, children } = props
  const { multisig, governance } = services
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>({})
  useEffect(() => {
    if (account === null) return
    const stop = new AbortController()
    const { signal } = stop
    const showing = (service: Service): Showing => ({
      show: (socket) => setOpen((before) => ({ ...before, [service]: socket && { socket, isLost: false } })),
      setLost: (isLost) =>
        setOpen((before) => (before[service] ? { ...before, [service]: { ...before[service], isLost } } : before)),
    })
    const keep = { queries, signal }
    if (multisig)
      void keepOpen({
        ...keep,
        connect: () => api.live.multisig({ signal }),
        readAgain: readWallet,
        ...showing('multisig'),
      })
    if (governance)
      void keepOpen({
        ...keep,
        connect: () => api.live.governance({ signal }),
        readAgain: readDao,
        ...showing('governance'),
      })
    return () => {
      stop.abort()
      setOpen({})
    }
  }, [account, multisig, governance, queries])
  const state = useMemo(() => {
    const wanted = [...(multisig ? [open.multisig] : []), ...(governance ? [open.governance] : [])]
    return { open, isLive: wanted.every((one) => one && !one.isLost) }
  }, [open, multisig, governance])
  return <LiveContext value={state}>{children}</LiveContext>
}

interface Showing {
  show(socket: Sockets[Service] | undefined): void
  setLost(isLost: boolean): void
}

interface Kept<Events, Topics> extends Showing {
  queries: QueryClient
  signal: AbortSignal
  connect(): Promise<LiveSocket<Events, Topics>>
  readAgain(queries: QueryClient, data: Events[keyof Events]): void
}

async function keepOpen<Events, Topics>({ queries, signal, connect, readAgain, show, setLost }: Kept<Events, Topics>) {
  while (!signal.aborted) {
    const closed = Promise.withResolvers<void>()
    try {
      const socket = await connect()
      signal.addEventListener('abort', () => closed.resolve(), { once: true })
      socket.onAny(({ data }) => readAgain(queries, data))
      socket.onLost(() => setLost(true))
      socket.onReload(() => {
        setLost(false)
        void queries.invalidateQueries()
      })
      socket.onClose(() => closed.resolve())
      show(socket as unknown as Sockets[Service])
      // Everything is reloaded, because events before the connection were missed.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' })
      await closed.promise
      socket.close()
      show(undefined)
    } catch (error) {
      if (isQuorateError(error) && error.status === 401)
        return void queries.invalidateQueries({ queryKey: ['account'] })
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** Reloads what an event is about: its request, its wallet, and the lists that contain either. */
function readWallet(queries: QueryClient, data: MultisigEvents[keyof MultisigEvents]): void {
  const about: { jobId?: string; walletId?: string | null; wallet?: string } = data
  const wallet = about.walletId ?? about.wallet
  // An event of the wallet alone, such as an owner change, may change the missing signatures of all its requests.
  void queries.invalidateQueries({ queryKey: about.jobId ? ['request', about.jobId] : ['request'] })
  if (wallet) void queries.invalidateQueries({ queryKey: ['wallet', wallet] })
  if (wallet && !about.jobId) void queries.invalidateQueries({ queryKey: ['keys'] })
  void queries.invalidateQueries({ queryKey: ['inbox'] })
  void queries.invalidateQueries({ queryKey: ['wallets'] })
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isMoney(queryKey) })
}

/** The balances and movements of wallets, as the mirror shows them. */
const isMoney = ([from, , what]: readonly unknown[]): boolean =>
  from === 'mirror' && (what === 'balances' || what === 'transactions')

/** Reloads what an event is about: its DAO, its proposal, and the lists of DAOs. */
function readDao(queries: QueryClient, data: GovernanceEvents[keyof GovernanceEvents]): void {
  const about: { daoId?: string; proposalId?: string | null; draftId?: string; discussionId?: string } = data
  if (about.discussionId) {
    void queries.invalidateQueries({ queryKey: ['discussion', about.discussionId] })
    return
  }
  if (about.draftId) void queries.invalidateQueries({ queryKey: ['draft', about.draftId] })
  if (about.proposalId) {
    void queries.invalidateQueries({ queryKey: ['proposal', about.proposalId] })
    void queries.invalidateQueries({ queryKey: ['draft', about.proposalId] })
    void queries.invalidateQueries({ queryKey: ['passed'] })
  }
  if (about.daoId) void queries.invalidateQueries({ queryKey: ['dao', about.daoId] })
  if (!about.proposalId) void queries.invalidateQueries({ queryKey: ['daos'] })
}

/** The open sockets. */
export function useSockets(): { [S in Service]?: Sockets[S] | undefined } {
  const { multisig, governance } = useContext(LiveContext).open
  return { multisig: multisig?.socket, governance: governance?.socket }
}

export const useIsLive = (): boolean => useContext(LiveContext).isLive

/** Follows a wallet while a screen shows it. */
export function useWalletEvents(walletId: string | null | undefined): void {
  const socket = useContext(LiveContext).open.multisig?.socket
  const queries = useQueryClient()
  useEffect(() => {
    if (!socket || !walletId) return
    // A user who may not follow the wallet, such as a future owner, gets the relevant events without a subscription.
    socket.subscribe({ walletId }).then(
      () => void queries.invalidateQueries({ queryKey: ['wallet', walletId] }),
      () => undefined,
    )
    return () => void socket.unsubscribe({ walletId }).catch(() => undefined)
  }, [socket, walletId, queries])
}

/** Follows a DAO with its proposals and votes while a screen shows it. */
export function useDaoEvents(daoId: string | undefined): void {
  const socket = useContext(LiveContext).open.governance?.socket
  const queries = useQueryClient()
  useEffect(() => {
    if (!socket || !daoId) return
    socket.subscribe({ daoId }).then(
      () => {
        void queries.invalidateQueries({ queryKey: ['dao', daoId] })
        // The socket missed the votes and comments before the subscription.
        for (const key of ['proposal', 'draft', 'discussion']) void queries.invalidateQueries({ queryKey: [key] })
      },
      () => undefined,
    )
    return () => void socket.unsubscribe({ daoId }).catch(() => undefined)
  }, [socket, daoId, queries])
}
