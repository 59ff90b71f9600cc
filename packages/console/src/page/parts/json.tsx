import { Code, Stack } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { jsonText } from './json-text.ts'
import { CopyWhole } from './values.tsx'

const MAX_SHOWN = 60_000

/** A value as JSON, with the hidden characters of strangers spelled out; what is copied is the JSON itself. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const { app } = useTexts()
  const text = jsonText(value)
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return (
    <Stack gap="xs">
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ maxHeight: '30rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {shown.split('\n').map(seen).join('\n')}
      </Code>
      <div>
        <CopyWhole value={text} label={app.copyJson} />
      </div>
    </Stack>
  )
}
