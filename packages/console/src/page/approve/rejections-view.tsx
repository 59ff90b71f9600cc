import { Alert, Stack, Text } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { CrossIcon } from '../parts/icons.tsx'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import type { Names } from './check-view.tsx'

export type Rejections = MultisigTypes['RequestStatus']['rejections']

/** Shows who has rejected the request, and why, before the user signs it. */
export function RejectionsView({ rejections, names }: { rejections: Rejections; names: Names }) {
  const { request: texts } = useTexts()
  if (rejections.length === 0) return null
  return (
    <Alert color="orange" icon={<CrossIcon />} title={texts.rejectedBefore} role="alert">
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
