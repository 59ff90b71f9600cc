/** Sets up the account's second factor with a QR code that the page draws itself. Removing it needs a code. */
import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { profileQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { CodeField, isSecondFactorCode } from '../connect/code-field.tsx'
import { QrCode } from '../parts/figures/qr-code.tsx'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Copy } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { FailedOrLoginAgain, isLoginTooOld } from './login-again.tsx'

export function SecondFactorCard() {
  const { settings: texts } = useTexts()
  const query = useQuery(profileQuery())
  const [shown, setShown] = useState<readonly string[]>()
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
          {({ twoFactorAuth: { status, recoveryCodesLeft } }) =>
            shown ? (
              <RecoveryCodes codes={shown} onKept={() => setShown(undefined)} />
            ) : status === 'ACTIVE' ? (
              <Active left={recoveryCodesLeft} onCodes={setShown} />
            ) : (
              <Start isBegun={status === 'PENDING'} onCodes={setShown} />
            )
          }
        </Loaded>
      </Stack>
    </Card>
  )
}

/** Called with new recovery codes. No later answer contains them. */
type OnCodes = (codes: readonly string[]) => void

function Start({ isBegun, onCodes }: { isBegun: boolean; onCodes: OnCodes }) {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: ['profile'] })
  const starting = useMutation({ mutationFn: () => api.node.post('/auth/2fa'), onSettled: again })
  const verifying = useMutation({
    mutationFn: (code: string) => api.node.post('/auth/2fa/verify', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => recoveryCodes && onCodes(recoveryCodes),
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
            takesRecovery={false}
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

function Active({ left, onCodes }: { left: number; onCodes: OnCodes }) {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['profile'] })
  const [isRenewing, setRenewing] = useState(false)
  const ending = useMutation({
    mutationFn: (code: string) => api.node.delete('/auth/2fa', { body: { code } }),
    onSettled,
  })
  const renewing = useMutation({
    mutationFn: (code: string) => api.node.post('/auth/2fa/recovery-codes', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => recoveryCodes && onCodes(recoveryCodes),
    onSettled,
  })
  return (
    <>
      <Text {...(left === 0 ? { c: 'red' } : {})}>{texts.recoveryCodesLeft(left)}</Text>
      {isRenewing ? (
        <CodeForm
          key="renew"
          button={texts.recoveryCodesNew}
          hint={texts.recoveryCodesNewHint}
          busy={renewing.isPending}
          onCode={renewing.mutate}
        />
      ) : (
        <CodeForm key="end" button={texts.factorEnd} busy={ending.isPending} onCode={ending.mutate} />
      )}
      <Anchor component="button" type="button" size="sm" onClick={() => setRenewing(!isRenewing)}>
        {isRenewing ? texts.factorEnd : texts.recoveryCodesNew}
      </Anchor>
      {ending.error && !isRenewing ? <Failed error={ending.error} /> : null}
      {renewing.error && isRenewing ? <Failed error={renewing.error} /> : null}
    </>
  )
}

/** Shows recovery codes until the user confirms that they are stored. No later answer contains them. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { settings: texts } = useTexts()
  const { account, chain } = useSession()
  const text = codes.join('\n')
  const file = `${texts.recoveryCodesFile(account ?? '', chain)}\n\n${text}\n`
  return (
    <Stack data-testid="recovery-codes">
      <Title order={3}>{texts.recoveryCodes}</Title>
      <Text>{texts.recoveryCodesLead}</Text>
      <ul className="recovery-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button onClick={onKept}>{texts.recoveryCodesKept}</Button>
        <Button variant="default" onClick={() => saveFile(`recovery-codes-${account}.txt`, file, 'text/plain')}>
          {texts.recoveryCodesSave}
        </Button>
        <Copy value={text} label={texts.recoveryCodes} />
      </Group>
    </Stack>
  )
}

function CodeForm(props: {
  button: string
  hint?: string
  busy: boolean
  onCode: (code: string) => void
  takesRecovery?: boolean
}) {
  const { button, hint, busy, onCode, takesRecovery = true } = props
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isSecondFactorCode(code)) onCode(code)
      }}
    >
      <Group align="flex-start" gap="sm">
        <CodeField value={code} onChange={setCode} isChecked={isTried} takesRecovery={takesRecovery} />
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
