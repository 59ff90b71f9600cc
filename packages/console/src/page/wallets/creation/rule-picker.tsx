import { Alert, Slider, Stack, Text } from '@mantine/core'
import { ruleOf, ruleText } from '../../parts/figures/rule.ts'
import { CheckIcon, KeyIcon, WarningIcon } from '../../parts/layout/icons.tsx'
import { useTexts } from '../../texts/language.tsx'

/** Chooses M of N. Shows the required keys and explains the consequences. */
export function RulePicker(props: {
  owners: number
  threshold: number
  label: string
  onChange: (threshold: number) => void
}) {
  const { owners, threshold, label, onChange } = props
  const texts = useTexts()
  const isSafe = ruleOf(threshold, owners) === 'some'
  return (
    <Stack gap="sm">
      <Text fw={600}>{label}</Text>
      {owners > 1 ? (
        <Slider
          min={1}
          max={owners}
          value={threshold}
          onChange={onChange}
          thumbLabel={label}
          label={null}
          thumbSize={28}
          size={10}
          marks={Array.from({ length: owners }, (_, index) => ({ value: index + 1, label: String(index + 1) }))}
          // Without this, clicks on the numbers would have no effect.
          styles={{ markLabel: { pointerEvents: 'auto', cursor: 'pointer' } }}
          mb="md"
          mx={14}
        />
      ) : null}
      <Text fw={700} size="xl" component="div" aria-live="polite">
        {texts.create.ruleLabel(threshold, owners)}{' '}
        <span aria-hidden="true">
          {Array.from({ length: owners }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all keys are the same
            <span key={index} style={{ opacity: index < threshold ? 1 : 0.25, marginInlineEnd: 2 }}>
              <KeyIcon />
            </span>
          ))}
        </span>
      </Text>
      <Alert color={isSafe ? 'green' : 'orange'} icon={isSafe ? <CheckIcon /> : <WarningIcon />} role="status">
        {ruleText(threshold, owners, texts)}
      </Alert>
    </Stack>
  )
}
