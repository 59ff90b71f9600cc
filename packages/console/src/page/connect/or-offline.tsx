import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Loading } from '../parts/states.tsx'
import { offlineTask, onOfflineTask } from './offline.ts'

const OfflinePanel = lazy(async () => ({ default: (await import('./offline-panel.tsx')).OfflinePanel }))

/** Shows what waits to be signed on another device in the place of what asked for it, which stays as it is. */
export function OrOffline({ children }: { children: ReactNode }) {
  const task = useSyncExternalStore(onOfflineTask, offlineTask)
  return (
    <>
      <div hidden={task !== undefined}>{children}</div>
      {task ? (
        <Suspense fallback={<Loading rows={1} />}>
          <OfflinePanel task={task} />
        </Suspense>
      ) : null}
    </>
  )
}
