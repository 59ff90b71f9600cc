import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Request } from '../api/client.ts'
import { useTexts } from '../texts/language.tsx'

/** Links to the form for a new request, filled in with the values of this one. */
export function AskAgain({ request: { walletId, operation, jobId } }: { request: Request }) {
  const { request: texts } = useTexts()
  const form = walletId === null ? 'new' : `${walletId}/${operation === 'pay' ? 'pay' : 'ask'}`
  return (
    <div>
      <Button component={Link} to={`/wallets/${form}?from=${jobId}`} variant="default">
        {texts.askAgain}
      </Button>
    </div>
  )
}
