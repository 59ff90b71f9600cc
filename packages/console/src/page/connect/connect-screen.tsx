import { Card, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { endedAccount, useSession } from '../api/session.tsx'
import { Screen } from '../parts/screen.tsx'
import { useTexts } from '../texts/language.tsx'
import { EnterForm } from './enter-form.tsx'
import { OrOffline } from './or-offline.tsx'

/** Shown instead of a screen that needs a session. After the sign-in, that screen follows at the same URL. */
export function ConnectScreen() {
  const { connect, app } = useTexts()
  const session = useSession()
  const [chain, setChain] = useState(session.chain)
  const [ended] = useState(endedAccount)
  return (
    <Screen title={ended ? app.expired : connect.title} lead={ended ? app.expiredText : connect.lead}>
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
          <EnterForm chain={chain} {...(ended ? { first: ended } : {})} />
        </OrOffline>
      </Card>
    </Screen>
  )
}
