/** The account's e-mail address, which a code confirms and reminders go to. */
import { Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { profileQuery, remindersQuery } from '../api/queries.ts'
import { Failed, Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { FailedOrLoginAgain, isLoginTooOld } from './login-again.tsx'

/** An address to set; null removes the present one. */
type Change = string | null

export function EmailCard() {
  const { settings: texts } = useTexts()
  const query = useQuery(profileQuery())
  return (
    <Card data-testid="email">
      <Stack>
        <div>
          <Title order={2}>{texts.email}</Title>
          <Text c="dimmed">{texts.emailLead}</Text>
        </div>
        <Loaded query={query} rows={1}>
          {({ email, pendingEmail }) => <Address email={email} pending={pendingEmail} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Address({ email, pending }: { email: string | null; pending: string | null }) {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: ['profile'] })
  const changing = useMutation({
    mutationFn: (address: Change) =>
      address === null
        ? api.node.delete('/auth/profile/email')
        : api.node.post('/auth/profile/email', { body: { email: address } }),
    onSettled: again,
  })
  const confirming = useMutation({
    mutationFn: (code: string) => api.node.post('/auth/profile/email/confirm', { body: { code } }),
    onSettled: again,
  })
  return (
    <Stack>
      {email === null ? null : (
        <>
          <Group justify="space-between">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }} data-testid="confirmed">
              <bdi>{email}</bdi>
            </Text>
            <Button variant="default" onClick={() => changing.mutate(null)}>
              {texts.emailRemove}
            </Button>
          </Group>
          <Reminders />
        </>
      )}
      {pending === null ? null : (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            <bdi>{pending}</bdi>: {texts.emailSent}
          </Text>
          <OneField
            label={texts.emailCode}
            button={texts.emailConfirm}
            wrong={texts.emailCodeWrong}
            isGood={(code) => /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(code)}
            read={codeIn}
            autoComplete="one-time-code"
            busy={confirming.isPending}
            onGood={confirming.mutate}
          />
          {confirming.error ? <Failed error={confirming.error} /> : null}
        </>
      )}
      <FailedOrLoginAgain
        error={changing.error}
        lead={texts.emailFresh}
        onEntered={() => changing.mutate(changing.variables ?? null)}
      />
      <div hidden={isLoginTooOld(changing.error)}>
        <OneField
          label={texts.emailAddress}
          button={texts.emailSend}
          wrong={texts.emailWrong}
          isGood={(address) => /^[^\s@]+@[^\s@]+$/.test(address)}
          read={(typed) => typed.trim()}
          autoComplete="email"
          busy={changing.isPending}
          onGood={changing.mutate}
        />
      </div>
    </Stack>
  )
}

function Reminders() {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const query = useQuery(remindersQuery())
  /** The user's choice, until the service's answer is read again. */
  const [chosen, setChosen] = useState<boolean>()
  const turning = useMutation({
    mutationFn: ({ socket, email }: { socket: boolean; email: boolean }) =>
      api.multisig.put('/multisig/reminders', { body: { socket, email } }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['reminders'] })
      setChosen(undefined)
    },
  })
  return (
    <Loaded query={query} rows={1}>
      {({ webhook, socket, email }) => (
        <>
          <Checkbox
            size="md"
            label={texts.emailRemind}
            // Disabled while there is a webhook: saving would set it again, and give it a new secret.
            description={webhook === null ? texts.emailRemindHint : texts.emailRemindWebhook}
            disabled={webhook !== null || turning.isPending}
            checked={chosen ?? email}
            onChange={({ currentTarget: { checked } }) => {
              setChosen(checked)
              turning.mutate({ socket, email: checked })
            }}
          />
          {turning.error ? <Failed error={turning.error} /> : null}
        </>
      )}
    </Loaded>
  )
}

function OneField(props: {
  label: string
  button: string
  wrong: string
  isGood: (text: string) => boolean
  read: (typed: string) => string
  autoComplete: string
  busy: boolean
  onGood: (text: string) => void
}) {
  const { label, button, wrong, isGood, read, autoComplete, busy, onGood } = props
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const text = read(typed)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isGood(text)) onGood(text)
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          label={label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isTried && !isGood(text) ? wrong : undefined}
          maxLength={254}
          autoComplete={autoComplete}
          inputMode={autoComplete === 'email' ? 'email' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          style={{ flex: '1 1 12rem' }}
        />
        <Button type="submit" loading={busy} className="grows beside-inputs">
          {button}
        </Button>
      </Group>
    </form>
  )
}

/** The code as the node takes it. People type it in small letters, and leave out its hyphens or write spaces. */
const codeIn = (typed: string): string =>
  (
    typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .match(/.{1,4}/g) ?? []
  ).join('-')
