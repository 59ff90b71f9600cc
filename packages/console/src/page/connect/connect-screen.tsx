import { Card, NativeSelect } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { endedAccount, useSession } from '../api/session.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { useTexts } from '../texts/language.tsx'
import { EnterForm } from './enter-form.tsx'
import { Lessons, Scene } from './first-visit.tsx'
import { OrOffline } from './or-offline.tsx'

/**
 * Shown instead of a screen that needs a session. After the sign-in, that screen follows at the same URL. At the URL of
 * the home screen, it explains what Quorate is.
 */
export function ConnectScreen() {
  const { connect, app } = useTexts()
  const [ended] = useState(endedAccount)
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  if (!isHome || ended)
    return (
      <Screen title={ended ? app.expired : connect.title} lead={ended ? app.expiredText : connect.lead}>
        <Card maw="34rem">
          <SignIn ended={ended} />
        </Card>
      </Screen>
    )
  return (
    <div className="hero">
      <Screen title={connect.first.title} lead={connect.first.lead} isWide>
        <Scene />
      </Screen>
      <Card className="signin" component="section" aria-labelledby="sign-in">
        <h2 id="sign-in">{connect.withKey}</h2>
        <p className="note">{connect.lead}</p>
        <SignIn ended={ended} />
      </Card>
      <div className="whole">
        <Lessons />
      </div>
    </div>
  )
}

function SignIn({ ended }: { ended: string | null }) {
  const { connect } = useTexts()
  const session = useSession()
  const [chain, setChain] = useState(session.chain)
  return (
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
  )
}
