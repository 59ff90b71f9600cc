/**
 * An input for an amount. It follows the page's language, repeats the amount in full, and asks if the text is
 * ambiguous.
 */
import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { type AmountFault, amountInField, amountText, fullAmountText, readAmount } from '@quorate/verify'
import type { CSSProperties } from 'react'
import { percentSign } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'
import { WarningIcon } from './icons.tsx'
import { isEmpty, NUMBER_DECIMALS, type TypedAmount } from './typed-amount.ts'

/** An input for hours or percentages, with up to {@link NUMBER_DECIMALS} decimals. */
export const NumberField = (props: Omit<Props, 'decimals' | 'isMoney' | 'most' | 'max'>) => (
  <AmountInput {...props} decimals={NUMBER_DECIMALS} isMoney={false} />
)

/** Amounts are copied with their sign. The symbol of a token is other people's text, which may be digits. */
const withoutUnit = (text: string, unit: string): string =>
  unit === 'ℏ' ? text.trimEnd().replace(/(?:ℏ|hbars?)$/i, '') : text

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'maw'> {
  style?: CSSProperties
  value: TypedAmount
  onChange: (typed: TypedAmount) => void
  /** Undefined until they are known. The input is disabled until then. */
  decimals: number | undefined
  /** Shown after the amount, such as `ℏ`. */
  unit: string
  /** The maximum, in smallest units. */
  most?: bigint
  /** The value of the *Max* button, in smallest units. */
  max?: bigint | undefined
  /** Shown below an amount that may be sent nevertheless. */
  warning?: string | undefined
  /** Repeats an amount of money with at least two decimals. Default: true. */
  isMoney?: boolean
}

export function AmountInput({
  value,
  onChange,
  decimals,
  unit,
  most,
  max,
  isMoney = true,
  warning,
  error,
  style,
  ...field
}: Props) {
  const { texts, language } = useLanguage()
  const { amounts } = texts
  const rules = { decimals: decimals ?? 0, language, ...(most === undefined ? {} : { most }) }
  const unitText = unit === '%' ? percentSign(language) : unit === '' ? '' : ` ${unit}`
  const read = decimals === undefined || isEmpty(value) ? undefined : readAmount(withoutUnit(value.text, unit), rules)
  const inWords = (units: bigint): string =>
    `${(isMoney ? fullAmountText : amountText)(units, rules.decimals, language)}${unitText}`
  const type = (text: string): void => {
    const typed = readAmount(withoutUnit(text, unit), rules)
    onChange({ text, units: 'units' in typed ? typed.units : undefined })
  }
  const fault = read && 'fault' in read ? read : undefined
  return (
    <div style={style}>
      <TextInput
        {...field}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.text}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={decimals === undefined}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        error={fault ? faultText(fault.fault) : error}
        {...(max === undefined || max <= 0n
          ? {}
          : {
              rightSectionWidth: 72,
              rightSection: (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => onChange({ text: amountInField(max, rules.decimals, language), units: max })}
                >
                  {amounts.max}
                </Button>
              ),
            })}
      />
      <div aria-live="polite">
        {decimals === undefined ? (
          <Text size="sm" c="dimmed" mt={4}>
            {amounts.decimalsUnknown}
          </Text>
        ) : null}
        {read && 'units' in read ? (
          <Text size="sm" mt={4} className="number" data-testid="amount-echo">
            = {inWords(read.units)}
          </Text>
        ) : null}
        {warning && !fault ? (
          <p className="warn">
            <WarningIcon /> {warning}
          </p>
        ) : null}
        {fault && fault.meant.length > 0 ? (
          <Group gap="xs" mt={4} data-testid="amount-question">
            <Text size="sm">{amounts.doYouMean}</Text>
            {fault.meant.map((units) => (
              <Button
                key={String(units)}
                size="compact-sm"
                variant="default"
                onClick={() => onChange({ text: amountInField(units, rules.decimals, language), units })}
              >
                {inWords(units)}
              </Button>
            ))}
          </Group>
        ) : null}
      </div>
    </div>
  )

  function faultText(of: AmountFault): string {
    const { ambiguous, tooLarge, notANumber } = isMoney ? amounts : amounts.numbers
    if (of === 'ambiguous') return ambiguous(value.text.trim())
    if (of === 'tooPrecise') return amounts.tooPrecise(rules.decimals)
    if (of === 'tooLarge') return most === undefined ? tooLarge : amounts.atMost(inWords(most))
    return notANumber
  }
}
