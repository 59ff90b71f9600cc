/** The end of a signing dialog. Signs with this tab's signer, or lets the user choose a signer first. */
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { useMe, useSession } from '../api/session.tsx'
import { Face } from '../parts/face.tsx'
import { EditIcon } from '../parts/icons.tsx'
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
          {/* Whoever holds the Enter key that opened the dialog must not sign what they have not read. */}
          <Button variant="default" onClick={onCancel} data-autofocus>
            {app.cancel}
          </Button>
          <Button onClick={onSign} loading={busy} leftSection={<EditIcon />}>
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
