import { Alert, Stack, Text } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { useEffect, useRef } from 'react'
import { CrossIcon } from '../parts/layout/icons.tsx'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import type { Names } from './check-view.tsx'

export type Rejections = MultisigTypes['RequestStatus']['rejections']

/** Shows who has rejected the request, and why, before the user signs it. A new rejection is scrolled into view. */
export function RejectionsView({ rejections, names }: { rejections: Rejections; names: Names }) {
  const { request: texts } = useTexts()
  const shown = useRef<HTMLDivElement>(null)
  const count = rejections.length
  useEffect(() => {
    if (count > 0) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  if (count === 0) return null
  return (
    <Alert ref={shown} color="orange" icon={<CrossIcon />} title={texts.rejectedBefore} role="alert">
      <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {rejections.map(({ walletId, reason }) => (
          <li key={walletId}>
            <Account id={walletId} name={names.get(walletId)} />
            <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
              {reason ? <bdi>{seen(reason)}</bdi> : texts.noReason}
            </Text>
          </li>
        ))}
      </Stack>
    </Alert>
  )
}
