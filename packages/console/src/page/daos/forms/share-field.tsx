import { NumberField } from '../../parts/inputs/amount-input.tsx'
import { roundedPercentText } from '../../texts/amounts.ts'
import { useLanguage } from '../../texts/language.tsx'
import { fractionIn, isNoNumber, percentOf } from './shares.ts'

/** Takes a percentage, or a fraction such as 2/3. */
export function ShareField(props: Omit<Parameters<typeof NumberField>[0], 'unit'>) {
  const { texts, language } = useLanguage()
  return (
    <NumberField
      {...props}
      unit="%"
      otherwise={(text) => {
        const fraction = fractionIn(text)
        if (fraction !== undefined) {
          const percent = percentOf(fraction)
          const isExact = percent === Math.round(percent * 100) / 100
          return { echo: `${fraction} ${isExact ? '=' : '≈'} ${roundedPercentText(percent, language)}` }
        }
        return isNoNumber(text) ? { fault: texts.newDao.shareWrong } : undefined
      }}
    />
  )
}
