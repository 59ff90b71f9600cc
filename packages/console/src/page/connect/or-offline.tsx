import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Loading } from '../parts/layout/states.tsx'
import { offlineTask, onOfflineTask } from './offline.ts'

const OfflinePanel = lazy(async () => ({ default: (await import('./offline-panel.tsx')).OfflinePanel }))

/** Shows the offline task instead of its children. They stay mounted, so they keep their state. */
export function OrOffline({ children }: { children: ReactNode }) {
  const task = useSyncExternalStore(onOfflineTask, offlineTask)
  return (
    <>
      <div hidden={task !== undefined} className="through">
        {children}
      </div>
      {task ? (
        <Suspense fallback={<Loading rows={1} />}>
          <OfflinePanel task={task} />
        </Suspense>
      ) : null}
    </>
  )
}
