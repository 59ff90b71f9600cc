/** The network that a secret vote is sealed for, and what the user knows about it. */
import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { groupedKey } from '@quorate/verify/recount'
import { WarningIcon } from '../../parts/layout/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { Network } from '../use-network.ts'

export function SealedFor({ network }: { network: Network }) {
  const { network: texts, vote } = useTexts()
  const { networkKey, trust, isOfRules, isAccepted, accept } = network
  if (networkKey === undefined) return null
  return (
    <Stack gap="xs" data-testid="network" data-trust={trust}>
      <Text size="sm" c="dimmed">
        {vote.secret}
      </Text>
      <Text size="sm">{texts.title}</Text>
      <NetworkKey networkKey={networkKey} />
      {isOfRules ? <p className="note">{texts.ofRules}</p> : null}
      {trust === 'known' ? <p className="note">{texts.known}</p> : null}
      {trust === 'first' ? <p className="note">{texts.first}</p> : null}
      {trust === 'changed' ? (
        <Alert color="red" icon={<WarningIcon />} title={texts.changed} role="alert">
          <Stack gap="sm">
            {texts.changedText}
            <Checkbox
              size="md"
              label={texts.accept}
              checked={isAccepted}
              onChange={({ currentTarget }) => accept(currentTarget.checked)}
            />
          </Stack>
        </Alert>
      ) : null}
    </Stack>
  )
}

export const NetworkKey = ({ networkKey }: { networkKey: string }) => (
  <span className="id" style={{ overflowWrap: 'anywhere' }} data-testid="network-key">
    {groupedKey(networkKey)}
  </span>
)
