/** The end of a signing dialog. Signs with this tab's signer, or lets the user choose a signer first. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Signer } from '@quorate/client'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { useMe, useSession } from '../api/session.tsx'
import { Face } from '../parts/faces/face.tsx'
import { EditIcon } from '../parts/layout/icons.tsx'
import { useTexts } from '../texts/language.tsx'
import { OrOffline } from './or-offline.tsx'
import { isKeyOfAccount } from './own-key.ts'
import { SignerForm } from './signer-form.tsx'

/** The buttons stay visible, however long the dialog is. */
export function SignWith(props: {
  button: string
  busy: boolean
  /** Whether something must be answered first. */
  isBlocked?: boolean
  onSign: () => void
  onCancel: () => void
  children?: ReactNode
}) {
  const { button, busy, isBlocked = false, onSign, onCancel, children } = props
  const { request, connect, app, otherKey } = useTexts()
  const { signer, chain, unlock } = useSession()
  const me = useMe()
  const checking = useMutation({
    async mutationFn(chosen: Signer) {
      const isOwn = (await isKeyOfAccount(chosen, chain)) !== false
      if (isOwn) unlock(chosen)
      return { isOwn }
    },
  })
  const name = useMyNames().get(signer?.accountId ?? '')
  return signer ? (
    <OrOffline>
      <Group justify="space-between" className="dialog-end">
        <Group gap="sm" wrap="nowrap" className="by-whom">
          <Face id={signer.accountId} name={name} size={34} />
          <div>
            <Text size="sm">
              <bdi>{request.signWith(name ?? signer.accountId)}</bdi>
            </Text>
            {children}
          </div>
        </Group>
        <Group>
          <Button variant="subtle" onClick={() => unlock(undefined)} disabled={busy}>
            {otherKey.use}
          </Button>
          {/* A user who still holds down the Enter key that opened the dialog must not sign unread text. */}
          <Button variant="default" onClick={onCancel} data-autofocus>
            {app.cancel}
          </Button>
          <Button onClick={onSign} loading={busy} disabled={isBlocked} leftSection={<EditIcon />}>
            {button}
          </Button>
        </Group>
      </Group>
    </OrOffline>
  ) : (
    <Stack gap="sm">
      {children}
      <Text fw={650}>{connect.unlockTitle}</Text>
      <Text size="sm" c="dimmed">
        {connect.unlockLead(me)}
      </Text>
      <SignerForm
        chain={chain}
        account={me}
        button={connect.unlockButton}
        busy={checking.isPending}
        onSigner={(chosen) => checking.mutate(chosen)}
      >
        {checking.data?.isOwn === false ? (
          <Alert color="red" role="alert">
            {otherKey.wrong(me)}
          </Alert>
        ) : null}
      </SignerForm>
    </Stack>
  )
}
