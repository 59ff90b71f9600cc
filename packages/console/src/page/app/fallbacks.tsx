import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Screen } from '../parts/layout/screen.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'

export function NotFound() {
  const { app } = useTexts()
  return (
    <Screen title={app.notFound}>
      <div>
        <Button component={Link} to="/">
          {app.toInbox}
        </Button>
      </div>
    </Screen>
  )
}

export function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  const { app } = useTexts()
  return (
    <Screen title={app.failed}>
      <Failed error={error} again={reset} />
    </Screen>
  )
}
