import { Stack, Text } from '@mantine/core'
import { isQuorateError } from '@quorate/client'
import { useMe, useSession } from '../api/session.tsx'
import { EnterForm } from '../connect/enter-form.tsx'
import { OrOffline } from '../connect/or-offline.tsx'
import { Failed } from '../parts/layout/states.tsx'

export const isLoginTooOld = (error: Error | null): boolean => isQuorateError(error, 'LOGIN_TOO_OLD')

/** Shows the error of a change. If the change needs a newer login, offers to log in again. */
export function FailedOrLoginAgain(props: { error: Error | null; lead: string; onEntered: () => void }) {
  const { error, lead, onEntered } = props
  const { chain } = useSession()
  const me = useMe()
  if (error === null) return null
  if (!isLoginTooOld(error)) return <Failed error={error} />
  return (
    <Stack gap="sm">
      <Text>{lead}</Text>
      <OrOffline>
        <EnterForm chain={chain} account={me} onEntered={onEntered} />
      </OrOffline>
    </Stack>
  )
}
