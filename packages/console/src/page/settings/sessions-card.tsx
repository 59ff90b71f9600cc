import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useSession } from '../api/session.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { deviceIn } from './device.ts'

export function SessionsCard() {
  const { settings: texts, app } = useTexts()
  const { leave } = useSession()
  const [isOpen, dialog] = useDisclosure()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ['sessions'], queryFn: () => api.node.get('/auth/sessions') })
  const endingOne = useMutation({
    mutationFn: (id: string) => api.node.delete('/auth/sessions/{id}', { path: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
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
        <Loaded query={query} rows={1}>
          {(sessions) => (
            <ul className="rows" data-testid="sessions">
              {sessions.map((one) => (
                <li key={one.id}>
                  <div className="row">
                    <b>
                      {one.device === undefined ? texts.sessionUnknown : (deviceIn(one.device) ?? seen(one.device))}
                    </b>{' '}
                    {one.isCurrent ? <span className="you">{texts.sessionCurrent}</span> : null}
                    <div className="note">
                      {one.startedAt === undefined ? null : (
                        <>
                          {texts.sessionSince} <Time at={one.startedAt} />
                        </>
                      )}
                      {one.usedAt === undefined ? null : (
                        <>
                          {' · '}
                          {texts.sessionUsed} <Time at={one.usedAt} />
                        </>
                      )}
                    </div>
                  </div>
                  {one.isCurrent ? null : (
                    <Button
                      variant="default"
                      size="sm"
                      aria-label={`${texts.sessionEnd}: ${deviceIn(one.device ?? '') ?? one.id}`}
                      loading={endingOne.isPending && endingOne.variables === one.id}
                      onClick={() => endingOne.mutate(one.id)}
                    >
                      {texts.sessionEnd}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {endingOne.error ? <Failed error={endingOne.error} /> : null}
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
