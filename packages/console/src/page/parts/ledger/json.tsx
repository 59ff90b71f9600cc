import { Code, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { seenWhole } from '../../texts/strangers.ts'
import { CopyWhole } from '../values.tsx'
import { jsonText } from './json-text.ts'

/**
 * Shows a value as JSON. Replaces hidden characters by visible codes; the copy button copies the original.
 *
 * @param props.most The maximum number of characters to show. If absent, shows everything, for example what people vote
 * on.
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
