import { amountText, HBAR_DECIMALS } from '@quorate/verify'
import { useLanguage } from '../../texts/language.tsx'

/** A large amount of hbars: the digits after the decimal separator are lighter. */
export function Big({ units }: { units: bigint }) {
  const { language } = useLanguage()
  const text = amountText(units, HBAR_DECIMALS, language)
  const end = text.lastIndexOf(language === 'de' ? ',' : '.')
  return (
    <>
      {end === -1 ? text : text.slice(0, end)}
      {end === -1 ? null : <span className="f">{text.slice(end)}</span>}
      <span className="u">ℏ</span>
    </>
  )
}
