/** The lines of an operation of the node API, from the statement that the bytes were compared with. */
import {
  fieldText,
  fieldWords,
  isUnlimited,
  type OperationField,
  type ReadOperation,
  readOperation,
  titleWords,
  valueWords,
} from '@quorate/verify'
import type { Texts } from '../texts/en.ts'
import type { Check } from './check.ts'
import type { Statement } from './statement.ts'

/** Empty for other requests, and until the bytes are known to match. */
export function operationLines(
  { stated, walletKey, verdict }: { [field in 'stated' | 'walletKey' | 'verdict']?: Check[field] | undefined },
  words: Texts['words'],
): Statement[] {
  if (verdict !== 'trusted' || stated?.operation !== 'operation' || stated.walletId === null) return []
  const read = readOperation(stated.payload.operation, stated.walletId)
  if ('wrong' in read) return []
  const { name, definition, values } = read
  const language = words.language === 'de' ? 'de' : 'en'
  const lines = Object.entries(definition.fields)
    .filter(([field, { type, own }]) => values[field] !== undefined && type.shows !== 'nothing' && !own)
    .flatMap(([field, of]): Statement[] => {
      const { type, unitsOf } = of
      if (type.shows === 'airdrops' && unitsOf !== undefined)
        return (values[field] as { receiverId: string; amount: number | string }[]).map(({ receiverId, amount }) => ({
          ...{ label: words.receives, id: receiverId },
          ...{ amount: BigInt(amount), token: String(values[unitsOf]) },
        }))
      return [lineOf(read, field, of)]
    })
  return [{ label: titleWords[name][language] }, ...lines]

  function lineOf(of: ReadOperation, field: string, { type, unitsOf }: OperationField): Statement {
    const { values } = of
    const label = fieldWords[field]?.[language] ?? field
    if (type.shows === 'account' || type.shows === 'entity') return { label, id: String(values[field]) }
    if (type.shows === 'units' && unitsOf !== undefined && unitsOf !== 'new')
      return {
        label,
        amount: BigInt(String(values[field])),
        ...(unitsOf === 'HBAR' ? {} : { token: String(values[unitsOf]) }),
        ...(isUnlimited(values) ? { text: valueWords.everything[language] } : {}),
      }
    const amountOf = (token: string, units: string) => `${units} × ${token}`
    return { label, text: fieldText(of, field, { language, amountOf, walletKey: walletKey ?? undefined }) }
  }
}
