import { Card, NativeSelect, TextInput } from '@mantine/core'
import { isQuorateError, type Signer } from '@quorate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { Screen } from '../parts/screen.tsx'
import { Failed } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { OrOffline } from './or-offline.tsx'
import { SignerForm } from './signer-form.tsx'

/** Shown in the place of a screen that needs a session, which follows at the same address. */
export function ConnectScreen({ lead, title }: { lead?: string; title?: string }) {
  const { connect } = useTexts()
  const session = useSession()
  const [chain, setChain] = useState(session.chain)
  const [code, setCode] = useState('')
  const entering = useMutation({
    mutationFn: (signer: Signer) => session.enter(signer, chain, code === '' ? undefined : code),
  })
  const needsCode = isQuorateError(entering.error, 'TOTP_REQUIRED') || code !== ''
  return (
    <Screen title={title ?? connect.title} lead={lead ?? connect.lead}>
      <Card maw="34rem">
        <OrOffline>
          {session.config.chains.length > 1 ? (
            <NativeSelect
              mb="md"
              label={connect.chain}
              value={chain}
              onChange={(event) => setChain(event.currentTarget.value)}
              data={session.config.chains}
            />
          ) : null}
          <SignerForm
            key={chain}
            chain={chain}
            button={connect.button}
            busy={entering.isPending}
            onSigner={entering.mutate}
          >
            {needsCode ? (
              <TextInput
                label={connect.code}
                description={connect.codeHint}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value.trim())}
                inputMode="numeric"
                autoComplete="one-time-code"
              />
            ) : null}
            {entering.error ? <Failed error={entering.error} /> : null}
          </SignerForm>
        </OrOffline>
      </Card>
    </Screen>
  )
}
