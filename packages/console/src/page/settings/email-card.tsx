/** The account's e-mail address, which a code confirms and messages go to. */
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { profileQuery } from '../api/queries.ts'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { FailedOrLoginAgain, isLoginTooOld } from './login-again.tsx'

/** An address to set; null removes the current one. */
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
  const { texts: all, language } = useLanguage()
  const { settings: texts } = all
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: ['profile'] })
  const changing = useMutation({
    mutationFn: (address: Change) =>
      address === null
        ? api.node.delete('/auth/profile/email')
        : api.node.post('/auth/profile/email', { body: { email: address, language: language === 'de' ? 'de' : 'en' } }),
    onSettled: again,
  })
  const confirming = useMutation({
    mutationFn: (code: string) => api.node.post('/auth/profile/email/confirm', { body: { code } }),
    onSettled: again,
  })
  return (
    <Stack>
      {email === null ? null : (
        <Group justify="space-between">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }} data-testid="confirmed">
            <bdi>{email}</bdi>
          </Text>
          <Button variant="default" onClick={() => changing.mutate(null)}>
            {texts.emailRemove}
          </Button>
        </Group>
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
