/** The end of a signing dialog. Signs with this tab's signer, or lets the user choose a signer first. */
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe, useSession } from '../api/session.tsx'
import { KeyIcon } from '../parts/icons.tsx'
import { useTexts } from '../texts/language.tsx'
import { OrOffline } from './or-offline.tsx'
import { SignerForm } from './signer-form.tsx'

/** The buttons stay visible, however long the dialog is. */
export function SignWith(props: {
  button: string
  busy: boolean
  onSign: () => void
  onCancel: () => void
  children?: ReactNode
}) {
  const { button, busy, onSign, onCancel, children } = props
  const { request, connect, app } = useTexts()
  const { signer, chain, unlock } = useSession()
  const me = useMe()
  return signer ? (
    <OrOffline>
      <Group justify="space-between" className="dialog-end">
        <div>
          <Group gap="xs" c="dimmed">
            <KeyIcon />
            <Text size="sm">{request.signWith(signer.accountId)}</Text>
          </Group>
          {children}
        </div>
        <Group>
          <Button variant="default" onClick={onCancel}>
            {app.cancel}
          </Button>
          <Button onClick={onSign} loading={busy} data-autofocus>
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
      <SignerForm chain={chain} account={me} button={connect.unlockButton} busy={false} onSigner={unlock} />
    </Stack>
  )
}
