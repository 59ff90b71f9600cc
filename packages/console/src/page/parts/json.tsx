import { Code, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useTexts } from '../texts/language.tsx'
import { seenWhole } from '../texts/strangers.ts'
import { jsonText } from './json-text.ts'
import { CopyWhole } from './values.tsx'

/**
 * A value as JSON, with the hidden characters of strangers spelled out; what is copied is the JSON itself.
 *
 * @param props.most Characters that are shown; all of them if absent, as of what people vote on or are bound by
 */
export function Json({ value, label, most }: { value: unknown; label: string; most?: number }) {
  const { app } = useTexts()
  const text = useMemo(() => jsonText(value), [value])
  const shown = useMemo(
    () => seenWhole(most !== undefined && text.length > most ? `${text.slice(0, most)}…` : text),
    [text, most],
  )
  return (
    <Stack gap="xs">
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ maxHeight: '30rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {shown}
      </Code>
      <div>
        <CopyWhole value={text} label={app.copyJson} />
      </div>
    </Stack>
  )
}
