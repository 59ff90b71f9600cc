/** A few radio buttons, each large enough for a thumb. */
import { Group, Radio, Text } from '@mantine/core'

interface Choice {
  value: string
  label: string
}

export function Choices(props: {
  label: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}) {
  const { label, value, choices, onChange } = props
  // The Tab key stops only once in a radio group. Arrow keys move inside it.
  const stop = choices.some((choice) => choice.value === value) ? value : choices[0]?.value
  return (
    <Radio.Group value={value} onChange={onChange} aria-label={label}>
      <div className="choices">
        {choices.map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            px="md"
            py="xs"
            mih={44}
            radius="md"
            aria-label={choice.label}
            tabIndex={choice.value === stop ? 0 : -1}
          >
            <Group gap="sm" wrap="nowrap">
              <Radio.Indicator />
              <Text style={{ overflowWrap: 'anywhere' }}>
                <bdi>{choice.label}</bdi>
              </Text>
            </Group>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
