/** Signs in with a signer of the account, and with a second-factor code if the node asks for one. */
import { Button, Stack, Text } from '@mantine/core'
import { isQuorateError, type Signer } from '@quorate/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { sentencesQuery } from '../texts/errors.ts'
import { useLanguage } from '../texts/language.tsx'
import { CodeField } from './code-field.tsx'
import { SignerForm } from './signer-form.tsx'

/**
 * @param account The only account that may sign in; any account if absent
 * @param first The account that is offered first
 */
export function EnterForm(props: { chain: string; account?: string; first?: string; onEntered?: () => void }) {
  const { chain, account, first, onEntered } = props
  const { texts, language } = useLanguage()
  const { connect } = texts
  const session = useSession()
  const [code, setCode] = useState('')
  const entering = useMutation({
    mutationFn: (signer: Signer) => session.enter(signer, chain, code === '' ? undefined : code),
    ...(onEntered ? { onSuccess: onEntered } : {}),
  })
  const isAsked = isQuorateError(entering.error, 'TOTP_REQUIRED')
  const isRefused = isQuorateError(entering.error, 'TOTP_INVALID') || isQuorateError(entering.error, 'TOTP_LOCKED')
  const needsCode = isAsked || isRefused || code !== ''
  const { data: sentences } = useQuery(sentencesQuery(language))
  const codeField = needsCode ? (
    <>
      {/* The service's message is meant for programs: it explains how to send the code. */}
      {isAsked ? <Text role="alert">{sentences?.TOTP_REQUIRED}</Text> : null}
      <CodeField value={code} onChange={setCode} autoFocus />
    </>
  ) : null
  // Reuses the signer of this tab, unless it has just failed.
  const kept = account !== undefined && (isAsked || isRefused || !entering.error) ? session.signer : undefined
  if (kept)
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          entering.mutate(kept)
        }}
      >
        <Stack>
          {codeField}
          {isRefused ? <Failed error={entering.error} /> : null}
          <Button type="submit" loading={entering.isPending} data-autofocus>
            {connect.buttonAs(kept.accountId)}
          </Button>
        </Stack>
      </form>
    )
  return (
    <SignerForm
      key={chain}
      chain={chain}
      {...(account === undefined ? {} : { account })}
      {...(first === undefined ? {} : { first })}
      button={connect.button}
      busy={entering.isPending}
      onSigner={entering.mutate}
    >
      {codeField}
      {entering.error && !isAsked ? <Failed error={entering.error} /> : null}
    </SignerForm>
  )
}
