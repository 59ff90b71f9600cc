/** The kinds of messages that the account wants, and when. */
import { Alert, Button, Card, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { NodeTypes } from '@quorate/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { deliveryQuery, remindersQuery } from '../api/queries.ts'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'

type Delivery = NodeTypes['MessageDelivery']

const NOTICES = ['signature_wanted', 'rejected', 'executed', 'failed', 'owner'] as const
type Notice = (typeof NOTICES)[number]

export function MessagesCard() {
  const { settings: texts } = useTexts()
  return (
    <Card data-testid="messages">
      <Stack>
        <div>
          <Title order={2}>{texts.messages}</Title>
          <Text c="dimmed">{texts.messagesLead}</Text>
        </div>
        <What />
        <When />
      </Stack>
    </Card>
  )
}

interface Choice {
  reminds: boolean
  notices: readonly Notice[]
}

function What() {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const query = useQuery(remindersQuery())
  /** The user's choice, until the service's answer is read again. */
  const [chosen, setChosen] = useState<Choice>()
  const turning = useMutation({
    mutationFn({ reminds, notices }: Choice) {
      const { socket = false, before = [] } = query.data ?? {}
      const when = before.length > 0 ? before : (['day', 'hour'] as const)
      return api.multisig.put('/multisig/reminders', {
        body: {
          ...{ socket, messages: reminds || notices.length > 0, notices: [...notices] },
          before: reminds || socket ? [...when] : [],
        },
      })
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['reminders'] })
      setChosen(undefined)
    },
  })
  const turn = (choice: Choice): void => {
    setChosen(choice)
    turning.mutate(choice)
  }
  return (
    <Loaded query={query} rows={1}>
      {({ webhook, messages, before, notices }) => {
        const now = chosen ?? { reminds: messages && before.length > 0, notices: messages ? notices : [] }
        // Disabled while there is a webhook: saving would set it again, and give it a new secret.
        const disabled = webhook !== null || turning.isPending
        return (
          <>
            <Checkbox
              size="md"
              label={texts.remind}
              description={webhook === null ? texts.remindHint : texts.remindWebhook}
              disabled={disabled}
              checked={now.reminds}
              onChange={({ currentTarget: { checked } }) => turn({ ...now, reminds: checked })}
            />
            <Checkbox.Group
              size="md"
              label={texts.notices}
              description={texts.noticesHint}
              value={[...now.notices]}
              onChange={(kinds) => turn({ ...now, notices: NOTICES.filter((kind) => kinds.includes(kind)) })}
            >
              <Stack gap="xs" mt="xs">
                {NOTICES.map((kind) => (
                  <Checkbox key={kind} size="md" value={kind} label={texts.noticeKinds[kind]} disabled={disabled} />
                ))}
              </Stack>
            </Checkbox.Group>
            {turning.error ? <Failed error={turning.error} /> : null}
          </>
        )
      }}
    </Loaded>
  )
}

function When() {
  const query = useQuery(deliveryQuery())
  return (
    <Loaded query={query} rows={1}>
      {(delivery) => <WhenForm delivery={delivery} />}
    </Loaded>
  )
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

function WhenForm({ delivery }: { delivery: Delivery }) {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const { digestAt, quiet, urgentAtOnce } = delivery
  const hasTimes = digestAt !== null || quiet !== null
  // Without times, the stored time zone has no effect, so the form begins with the browser's.
  const [timeZone, setTimeZone] = useState(hasTimes ? delivery.timeZone : ownTimeZone())
  const [isDigest, setDigest] = useState(digestAt !== null)
  const [at, setAt] = useState(digestAt ?? '08:00')
  const [isQuiet, setQuiet] = useState(quiet !== null)
  const [hours, setHours] = useState(quiet ?? { from: '22:00', to: '07:00' })
  const [isUrgent, setUrgent] = useState(urgentAtOnce)
  const saving = useMutation({
    mutationFn: () =>
      api.node.put('/auth/profile/delivery', {
        body: {
          ...{ channels: [...delivery.channels], timeZone, urgentAtOnce: isUrgent },
          ...(isDigest ? { digestAt: at } : {}),
          ...(isQuiet ? { quiet: hours } : {}),
        },
      }),
    onSuccess: (saved) => queries.setQueryData(deliveryQuery().queryKey, saved),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Stack>
        <Title order={3}>{texts.when}</Title>
        <Checkbox
          size="md"
          label={texts.digest}
          description={texts.digestHint}
          checked={isDigest}
          onChange={(event) => setDigest(event.currentTarget.checked)}
        />
        {isDigest ? <Clock label={texts.digestAt} value={at} onChange={setAt} /> : null}
        <Checkbox
          size="md"
          label={texts.quiet}
          description={texts.quietHint}
          checked={isQuiet}
          onChange={(event) => setQuiet(event.currentTarget.checked)}
        />
        {isQuiet ? (
          <Group align="flex-end">
            <Clock label={texts.quietFrom} value={hours.from} onChange={(from) => setHours({ ...hours, from })} />
            <Clock label={texts.quietTo} value={hours.to} onChange={(to) => setHours({ ...hours, to })} />
          </Group>
        ) : null}
        {isDigest || isQuiet ? (
          <>
            <NativeSelect
              label={texts.timeZone}
              value={timeZone}
              onChange={(event) => setTimeZone(event.currentTarget.value)}
              data={[...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
              maw="20rem"
            />
            <Checkbox
              size="md"
              label={texts.urgent}
              checked={isUrgent}
              onChange={(event) => setUrgent(event.currentTarget.checked)}
            />
          </>
        ) : null}
        <Group>
          <Button type="submit" variant="default" loading={saving.isPending}>
            {texts.whenSave}
          </Button>
        </Group>
        {saving.isSuccess ? <Alert role="status">{texts.whenSaved}</Alert> : null}
        {saving.error ? <Failed error={saving.error} /> : null}
      </Stack>
    </form>
  )
}

function Clock(props: { label: string; value: string; onChange: (time: string) => void }) {
  const { label, value, onChange } = props
  return (
    <TextInput
      type="time"
      required
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      w="9rem"
    />
  )
}
