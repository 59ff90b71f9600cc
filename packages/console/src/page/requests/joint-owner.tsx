import { Text } from '@mantine/core'
import { Copied } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'

/** How an owner signs whose account requires several keys, none of which can sign in. */
export function JointOwner({ jobId, account }: { jobId: string; account: string }) {
  const { request: texts } = useTexts()
  return (
    <Text size="sm" component="div" mt={4} style={{ overflowWrap: 'anywhere' }} data-testid="joint-owner">
      {texts.severalKeys} <Copied text={`quorate request sign ${jobId} --owner ${account} --key-file <file>`} />
    </Text>
  )
}
