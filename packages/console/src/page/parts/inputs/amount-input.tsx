/**
 * An input for an amount. It follows the page's language, repeats the amount in full, and asks if the text is
 * ambiguous.
 */
import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { type AmountFault, amountInField, amountText, fullAmountText } from '@quorate/verify'
import type { CSSProperties } from 'react'
import { percentSign } from '../../texts/amounts.ts'
import { useLanguage } from '../../texts/language.tsx'
import { WarningIcon } from '../layout/icons.tsx'
import { measureOf, NUMBER_DECIMALS, numberMeasure, readTyped, type TypedAmount } from './typed-amount.ts'

/** An input for hours or percentages, read as {@link numberMeasure} says. */
export const NumberField = (props: Omit<Props, 'decimals' | 'isMoney' | 'max'>) => (
  <AmountInput {...props} decimals={NUMBER_DECIMALS} isMoney={false} />
)

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'maw'> {
  style?: CSSProperties
  value: TypedAmount
  onChange: (typed: TypedAmount) => void
  /** Undefined until they are known. The input is disabled until then. */
  decimals: number | undefined
  /** Shown while the decimals are not known. Default: that the ledger could not be read. */
  whenUnknown?: string | undefined
  /** Shown after the amount, such as `ℏ`. */
  unit: string
  /** The value of the *Max* button, in smallest units. */
  max?: bigint | undefined
  /** Shown below an amount that may be sent nevertheless. */
  warning?: string | undefined
  /** Repeats an amount of money with at least two decimals. Default: true. */
  isMoney?: boolean
  /** Reads texts that are not amounts, such as fractions; undefined for other texts. */
  otherwise?: (text: string) => { echo: string } | { fault: string } | undefined
}

export function AmountInput({
  value,
  onChange,
  decimals,
  whenUnknown,
  unit,
  max,
  isMoney = true,
  warning,
  error,
  style,
  otherwise,
  ...field
}: Props) {
  const { texts, language } = useLanguage()
  const { amounts } = texts
  const shownDecimals = decimals ?? 0
  const unitText = unit === '%' && !isMoney ? percentSign(language) : unit === '' ? '' : ` ${unit}`
  const other = otherwise?.(value.text)
  const measure = isMoney ? measureOf(unit === 'ℏ' ? 'HBAR' : null, decimals, language) : numberMeasure(language, unit)
  const read = other === undefined ? readTyped(value, measure) : undefined
  const inWords = (units: bigint): string =>
    `${(isMoney ? fullAmountText : amountText)(units, shownDecimals, language)}${unitText}`
  const typeUnits = (units: bigint): void => onChange({ text: amountInField(units, shownDecimals, language) })
  const fault = read && 'fault' in read ? read : undefined
  return (
    <div style={style}>
      <TextInput
        {...field}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.text}
        inputMode={otherwise ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={decimals === undefined}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        error={other && 'fault' in other ? other.fault : fault ? faultText(fault.fault) : error}
        {...(max === undefined || max <= 0n
          ? {}
          : {
              rightSectionWidth: 72,
              rightSection: (
                <Button size="compact-sm" variant="subtle" onClick={() => typeUnits(max)}>
                  {amounts.max}
                </Button>
              ),
            })}
      />
      <div aria-live="polite">
        {decimals === undefined ? (
          <Text size="sm" c="dimmed" mt={4}>
            {whenUnknown ?? amounts.decimalsUnknown}
          </Text>
        ) : null}
        <Echo
          text={
            other && 'echo' in other ? other.echo : read && 'units' in read ? `= ${inWords(read.units)}` : undefined
          }
        />
        {warning && !fault ? (
          <p className="warn">
            <WarningIcon /> {warning}
          </p>
        ) : null}
        {fault && fault.meant.length > 0 ? (
          <Group gap="xs" mt={4} data-testid="amount-question">
            <Text size="sm">{amounts.doYouMean}</Text>
            {fault.meant.map((units) => (
              <Button key={String(units)} size="compact-sm" variant="default" onClick={() => typeUnits(units)}>
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
    if (of === 'tooPrecise') return amounts.tooPrecise(shownDecimals)
    if (of === 'tooLarge') return measure.most === undefined ? tooLarge : amounts.atMost(inWords(measure.most))
    return notANumber
  }
}

/** Repeats the amount in words. */
const Echo = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Text size="sm" mt={4} className="number" data-testid="amount-echo">
      {text}
    </Text>
  )
