/** The states of a screen without content: loading, empty, failed. */
import { Alert, Button, Card, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { isQuorateError } from '@quorate/client'
import { isEntityId, mayCount, VerifyError, wasSigned } from '@quorate/verify'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useEntries } from '../../api/session.tsx'
import { sentencesQuery } from '../../texts/errors.ts'
import type { ErrorTexts } from '../../texts/errors-en.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { Details } from './details.tsx'
import { WarningIcon } from './icons.tsx'

export function Loading({ rows = 3 }: { rows?: number }) {
  const { texts } = useLanguage()
  return (
    <Stack role="status" aria-busy="true">
      <VisuallyHidden>{texts.app.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
        <Skeleton key={row} height={72} radius="md" />
      ))}
    </Stack>
  )
}

export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Card ta="center" py="xl">
      <Stack align="center" gap="xs">
        <Title order={2}>{title}</Title>
        {text ? (
          <Text c="dimmed" maw="28rem">
            {text}
          </Text>
        ) : null}
        {children ? <Group mt="sm">{children}</Group> : null}
      </Stack>
    </Card>
  )
}

/**
 * A text that exists only in English, such as an error's message. In other languages it is collapsed if a sentence in
 * the page's language explains the error.
 */
export function EnglishDetail({ text, isExplained }: { text: string; isExplained: boolean }) {
  const { texts, language } = useLanguage()
  const shown = (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} lang="en">
      <bdi>{seen(text)}</bdi>
    </Text>
  )
  return language === 'en' || !isExplained ? shown : <Details summary={texts.app.detail}>{shown}</Details>
}

/** The ids in an English message, such as the one wrong receiver of many. The translated sentence has no ids. */
function Concerned({ text }: { text: string }) {
  const { app } = useTexts()
  // Matches whole words of digits, points and @, because a transaction's id begins with an account's.
  const words = (text.match(/[\d.@]+/g) ?? []).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
  const ids = [...new Set(words.filter(isEntityId))]
  return ids.length === 0 ? null : (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {app.concerned} {ids.join(', ')}
    </Text>
  )
}

/** Shows an error: its sentence in the page's language, and the request id for the service's log. */
export function Failed({ error, again }: { error: unknown; again?: () => unknown }) {
  const { texts, language } = useLanguage()
  const sentences = useQuery(sentencesQuery(language))
  const known = isQuorateError(error) ? error : undefined
  const entries = useEntries()
  const [shown, setShown] = useState({ error, entries })
  if (shown.error !== error) setShown({ error, entries })
  // The error is about an earlier session: the user has signed in again since.
  if (known?.status === 401 && shown.entries !== entries) return null
  // Errors that the page itself finds in bytes have the same codes as the services' errors.
  const code = known?.code ?? (error instanceof VerifyError ? error.code : undefined)
  const sentence = code === undefined ? undefined : sentences.data?.[code as keyof ErrorTexts]
  const isOpen = mayCount(error)
  // Retrying does not help if something does not exist or the account may not see it.
  const isElsewhere = known?.status === 403 || known?.status === 404
  return (
    <Alert
      color={isElsewhere ? 'gray' : 'red'}
      title={isOpen ? texts.app.signatureSent : (sentence ?? texts.app.failed)}
      icon={<WarningIcon />}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        {isOpen && sentence !== undefined ? <Text size="sm">{sentence}</Text> : null}
        {wasSigned(error) && !isOpen ? <Text size="sm">{texts.refusedSignature.sent}</Text> : null}
        {error instanceof Error ? (
          <>
            {sentence !== undefined && language !== 'en' ? <Concerned text={error.message} /> : null}
            <EnglishDetail text={error.message} isExplained={sentence !== undefined} />
          </>
        ) : (
          <Text size="sm">{texts.app.unknownError}</Text>
        )}
        {known ? (
          <Text size="xs" className="id">
            {texts.app.code} {known.code}
            {known.requestId ? ` · ${texts.app.requestId} ${known.requestId}` : ''} ·{' '}
            <Link to="/docs" search={{ q: known.code } as never}>
              {texts.docs.explained}
            </Link>
          </Text>
        ) : null}
        {again && isElsewhere ? (
          <Button variant="default" component={Link} to="/">
            {texts.app.toInbox}
          </Button>
        ) : again ? (
          <Button variant="default" onClick={() => void again()}>
            {texts.app.tryAgain}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** The part of a query that is shown. */
export type QueryState<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>

/** Shows a query's data, or its state. Keeps the data on the screen if a later read fails. */
export function Loaded<T>({
  query,
  rows,
  children,
}: {
  query: QueryState<T>
  rows?: number
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = query
  return (
    <Stack gap="md">
      {error ? <Failed error={error} again={refetch} /> : null}
      {data === undefined ? error ? null : <Loading {...(rows ? { rows } : {})} /> : children(data)}
    </Stack>
  )
}
