import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useSession } from '../api/session.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failed } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'

export function SessionsCard() {
  const { settings: texts, app } = useTexts()
  const { leave } = useSession()
  const [isOpen, dialog] = useDisclosure()
  const ending = useMutation({
    async mutationFn() {
      await api.node.post('/auth/sessions/revoke-all')
      await leave()
    },
  })
  return (
    <Card>
      <Stack>
        <div>
          <Title order={2}>{texts.sessions}</Title>
          <Text c="dimmed">{texts.sessionsLead}</Text>
        </div>
        <div>
          <Button variant="default" onClick={dialog.open}>
            {texts.sessionsEnd}
          </Button>
        </div>
      </Stack>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.sessionsTitle}>
        <Stack>
          <Text>{texts.sessionsLead}</Text>
          {ending.error ? <Failed error={ending.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {app.cancel}
            </Button>
            <Button color="red.9" onClick={() => ending.mutate()} loading={ending.isPending} data-autofocus>
              {texts.sessionsEnd}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Card>
  )
}
