/**
 * Asks for a new sign-in after the session has expired or was revoked. It opens over the screen, so that no input is
 * lost.
 */
import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMe, useSession } from '../api/session.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { EnterForm } from './enter-form.tsx'
import { OrOffline } from './or-offline.tsx'

/** Above any dialog that was open when the session ended. */
const ABOVE = 400

export function AgainDialog() {
  const { app } = useTexts()
  const { chain, leave } = useSession()
  const me = useMe()
  const leaving = useMutation({ mutationFn: leave })
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={app.expired}
      titleSize="lg"
      withCloseButton={false}
      zIndex={ABOVE}
      overlayProps={{ blur: 8 }}
    >
      <OrOffline>
        <Stack>
          <Text>{app.expiredText}</Text>
          <EnterForm chain={chain} account={me} />
          {leaving.error ? <Failed error={leaving.error} /> : null}
          <Button variant="subtle" color="gray" onClick={() => leaving.mutate()} loading={leaving.isPending}>
            {app.signOut}
          </Button>
        </Stack>
      </OrOffline>
    </Dialog>
  )
}
