/** Live updates: events name what is read again, and never change what is shown by themselves. */
import { isQuorateError, type LiveSocket, type MultisigEvents } from '@quorate/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api } from './client.ts'

type Socket = LiveSocket<MultisigEvents, { walletId: string }>

const RETRY_MS = 2_000
const LiveContext = createContext<{ socket: Socket | undefined; isLive: boolean }>({ socket: undefined, isLive: false })

export function LiveProvider({ account, children }: { account: string | null; children: ReactNode }) {
  const queries = useQueryClient()
  const [socket, setSocket] = useState<Socket>()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (account === null) return
    const stop = new AbortController()
    void keepOpen(queries, stop.signal, { show: setSocket, setLost })
    return () => {
      stop.abort()
      setSocket(undefined)
    }
  }, [account, queries])
  const state = useMemo(() => ({ socket, isLive: socket !== undefined && !isLost }), [socket, isLost])
  return <LiveContext value={state}>{children}</LiveContext>
}

interface Showing {
  show(socket: Socket | undefined): void
  setLost(isLost: boolean): void
}

async function keepOpen(queries: QueryClient, signal: AbortSignal, { show, setLost }: Showing) {
  while (!signal.aborted) {
    const closed = Promise.withResolvers<void>()
    try {
      const socket = await api.live.multisig({ signal })
      signal.addEventListener('abort', () => closed.resolve(), { once: true })
      socket.onAny(({ data }) => readAgain(queries, data))
      socket.onLost(() => setLost(true))
      socket.onReload(() => {
        setLost(false)
        void queries.invalidateQueries()
      })
      socket.onClose(() => closed.resolve())
      setLost(false)
      show(socket)
      // What happened before the connection is sent to nobody.
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

/** Reads again what an event is about: its request, its wallet, and the lists that either stands in. */
function readAgain(queries: QueryClient, data: MultisigEvents[keyof MultisigEvents]): void {
  const about: { jobId?: string; walletId?: string | null; wallet?: string } = data
  const wallet = about.walletId ?? about.wallet
  if (about.jobId) void queries.invalidateQueries({ queryKey: ['request', about.jobId] })
  if (wallet) void queries.invalidateQueries({ queryKey: ['wallet', wallet] })
  void queries.invalidateQueries({ queryKey: ['inbox'] })
  void queries.invalidateQueries({ queryKey: ['wallets'] })
}

/** Whether live updates arrive. */
export const useIsLive = (): boolean => useContext(LiveContext).isLive

/** Hears what happens in a wallet, as long as a screen shows it. */
export function useWalletEvents(walletId: string | null | undefined): void {
  const { socket } = useContext(LiveContext)
  const queries = useQueryClient()
  useEffect(() => {
    if (!socket || !walletId) return
    // Who may not hear the wallet, such as an owner to be, hears what concerns it unasked.
    socket.subscribe({ walletId }).then(
      () => void queries.invalidateQueries({ queryKey: ['wallet', walletId] }),
      () => undefined,
    )
    return () => void socket.unsubscribe({ walletId }).catch(() => undefined)
  }, [socket, walletId, queries])
}
