import { Text } from '@mantine/core'
import { Copied } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'

/** Explains how an owner signs if its account requires several keys. None of these keys can sign in. */
export function JointOwner({ jobId, account }: { jobId: string; account: string }) {
  const { request: texts } = useTexts()
  return (
    <Text size="sm" component="div" mt={4} style={{ overflowWrap: 'anywhere' }} data-testid="joint-owner">
      {texts.severalKeys} <Copied text={`quorate request sign ${jobId} --owner ${account} --key-file <file>`} />
    </Text>
  )
}
