/** Sets up the account's second factor with a QR code that the page draws itself. Removing it needs a code. */
import { Anchor, Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { profileQuery } from '../api/queries.ts'
import { QrCode } from '../parts/qr-code.tsx'
import { Failed, Loaded } from '../parts/states.tsx'
import { Copy } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { FailedOrLoginAgain, isLoginTooOld } from './login-again.tsx'

export function SecondFactorCard() {
  const { settings: texts } = useTexts()
  const query = useQuery(profileQuery())
  return (
    <Card data-testid="second-factor">
      <Stack>
        <div>
          <Group justify="space-between">
            <Title order={2}>{texts.factor}</Title>
            {query.data ? (
              <Badge
                size="lg"
                radius="sm"
                tt="none"
                variant="outline"
                color={query.data.twoFactorAuth.status === 'ACTIVE' ? 'green' : 'gray'}
              >
                {texts.factorStates[query.data.twoFactorAuth.status]}
              </Badge>
            ) : null}
          </Group>
          <Text c="dimmed">{texts.factorLead}</Text>
        </div>
        <Loaded query={query} rows={1}>
          {({ twoFactorAuth: { status } }) =>
            status === 'ACTIVE' ? <EndForm /> : <Start isBegun={status === 'PENDING'} />
          }
        </Loaded>
      </Stack>
    </Card>
  )
}

function Start({ isBegun }: { isBegun: boolean }) {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: ['profile'] })
  const starting = useMutation({ mutationFn: () => api.node.post('/auth/2fa'), onSettled: again })
  const verifying = useMutation({
    mutationFn: (code: string) => api.node.post('/auth/2fa/verify', { body: { code } }),
    onSettled: again,
  })
  const uri = starting.data?.uri
  return (
    <Stack>
      {isBegun && !uri ? <Text>{texts.factorPending}</Text> : null}
      {uri ? (
        <>
          <Text>{texts.factorScan}</Text>
          <Group align="flex-start" gap="lg">
            <QrCode text={uri} label={texts.factorQr} />
            <Stack gap="xs" style={{ flex: '1 1 12rem', minWidth: 0 }}>
              <Text size="sm" c="dimmed">
                {texts.factorSecret} <Copy value={secretIn(uri)} label={texts.factorSecret} />
              </Text>
              <span className="id" data-testid="secret">
                {secretIn(uri)}
              </span>
              {uri.startsWith('otpauth://') ? <Anchor href={uri}>{texts.factorOpen}</Anchor> : null}
            </Stack>
          </Group>
        </>
      ) : null}
      {/* Phones often reload the page when the user is back from the authenticator app. */}
      {uri || isBegun ? (
        <>
          <CodeForm
            button={texts.factorVerify}
            hint={texts.factorVerifyHint}
            busy={verifying.isPending}
            onCode={verifying.mutate}
          />
          {verifying.error ? <Failed error={verifying.error} /> : null}
        </>
      ) : null}
      <FailedOrLoginAgain error={starting.error} lead={texts.factorFresh} onEntered={starting.mutate} />
      <div hidden={isLoginTooOld(starting.error)}>
        <Button
          variant={uri || isBegun ? 'default' : 'filled'}
          onClick={() => starting.mutate()}
          loading={starting.isPending}
        >
          {isBegun ? texts.factorAgain : texts.factorStart}
        </Button>
      </div>
    </Stack>
  )
}

/** Returns the secret of an `otpauth:` URI. */
const secretIn = (uri: string): string => new URL(uri).searchParams.get('secret') ?? ''

function EndForm() {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: (code: string) => api.node.delete('/auth/2fa', { body: { code } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['profile'] }),
  })
  return (
    <>
      <CodeForm button={texts.factorEnd} busy={ending.isPending} onCode={ending.mutate} />
      {ending.error ? <Failed error={ending.error} /> : null}
    </>
  )
}

function CodeForm(props: { button: string; hint?: string; busy: boolean; onCode: (code: string) => void }) {
  const { button, hint, busy, onCode } = props
  const { connect, settings } = useTexts()
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const isGood = /^\d{6}$/.test(code)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isGood) onCode(code)
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          label={connect.code}
          description={connect.codeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\s/g, ''))}
          error={isTried && !isGood ? settings.codeWrong : undefined}
          maxLength={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          style={{ flex: '1 1 12rem' }}
        />
        <Button type="submit" loading={busy} className="grows beside-inputs">
          {button}
        </Button>
      </Group>
      {hint ? (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      ) : null}
    </form>
  )
}
