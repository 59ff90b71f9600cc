import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Request } from '../api/client.ts'
import { useTexts } from '../texts/language.tsx'

const FORMS = { pay: 'pay', operation: 'other' } as const
const formOf = ({ walletId, operation }: Request): string =>
  walletId === null ? 'new' : `${walletId}/${FORMS[operation as keyof typeof FORMS] ?? 'ask'}`

/** Links to the form for a request that takes the place of this one. */
export function ReplaceButton({ request }: { request: Request }) {
  const { replacing: texts } = useTexts()
  const { jobId, walletId, proposal } = request
  if (walletId === null || proposal) return null
  return (
    <Button component={Link} to={`/wallets/${formOf(request)}?from=${jobId}&replaces=${jobId}`} variant="default">
      {texts.button}
    </Button>
  )
}

/** Links to the form for a new request, filled in with the values of this one. */
export function AskAgain({ request }: { request: Request }) {
  const { request: texts } = useTexts()
  return (
    <div>
      <Button component={Link} to={`/wallets/${formOf(request)}?from=${request.jobId}`} variant="default">
        {texts.askAgain}
      </Button>
    </div>
  )
}
