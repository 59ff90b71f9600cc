import { Card, Group, Stack, Text } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { Account, Countdown } from '../parts/values.tsx'
import { useLanguage } from '../texts/language.tsx'
import { summaryText } from './summary.ts'

/** A request in a list. What it does is told as the service states it; the request's own screen reads the bytes. */
export function RequestCard({ request, children }: { request: MultisigTypes['Request']; children?: ReactNode }) {
  const { texts, language } = useLanguage()
  const names = useMyNames()
  const { operation, payload, walletId, jobId, executeAt, expiresAt, status } = request
  return (
    <Link to="/requests/$jobId" params={{ jobId }} className="row-link">
      <Card padding="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Stack gap={4} style={{ minWidth: 0, flex: '1 1 14rem' }}>
            <Text fw={650}>{summaryText({ operation, payload }, { texts, language, names })}</Text>
            <Text size="sm" c="dimmed">
              {texts.request.wallet} {walletId === null ? texts.request.newWallet : <Account id={walletId} />}
            </Text>
            <Group gap="xs">{children}</Group>
          </Stack>
          {status === 'pending' ? (
            <Countdown
              to={executeAt ?? expiresAt}
              text={executeAt ? texts.request.executesIn : texts.request.endsIn}
              over={texts.request.ended}
            />
          ) : null}
        </Group>
      </Card>
    </Link>
  )
}
