import { ALL_SERIALS } from '@quorate/verify/recount'
import type { Transaction } from '../../mirror/answers.ts'
import type { Movement } from '../../movements/movements.ts'
import { paymentIn } from '../../movements/parties.ts'
import { amountIn, filled, nftIn, type Part, type Reader } from '../../requests/sentences/sentence.ts'
import { useTokens } from '../../requests/sentences/use-sentence.ts'
import { kindText } from '../../texts/kinds.ts'
import { useLanguage } from '../../texts/language.tsx'
import { useNamesIn } from './wallets-in.ts'

/** The maximum number of amounts in the sentence. The list of transfers has all of them. */
const MOST_AMOUNTS = 3

/** A transaction in one sentence: its payer and receiver, or its kind and the entity. */
export function useStory(transaction: Transaction | undefined): Part[] {
  const { texts, language } = useLanguage()
  const payment = transaction && paymentIn(transaction)
  const paid = payment?.movements.slice(0, MOST_AMOUNTS) ?? []
  const tokens = useTokens([...new Set(paid.flatMap(({ token }) => token ?? []))])
  const nameOf = useNamesIn(transaction)
  if (!transaction) return [{ words: texts.explorer.transaction }]
  if (payment) return paymentSentence(payment.from, payment.movements, { texts, language, tokens, nameOf })
  const { name, entity_id: entity } = transaction
  return [{ words: kindText(name, texts.explorer) }, ...(entity ? [{ words: ' ' }, { bold: entity }] : [])]
}

function paymentSentence(
  from: string,
  movements: readonly Movement[],
  { nameOf, ...reader }: Reader & { nameOf: (account: string) => string | undefined },
): Part[] {
  const { explorer, sentences } = reader.texts
  const party = (account: string): Part => ({ account, name: nameOf(account), kind: 'person' })
  const what = movements
    .slice(0, MOST_AMOUNTS)
    .flatMap((movement, index): Part[] => [...(index > 0 ? [{ words: ' + ' }] : []), assetIn(movement, reader)])
  const more = movements.length - MOST_AMOUNTS
  const receivers = new Set(movements.flatMap(({ other }) => other ?? []))
  const further = movements.reduce((most, { others }) => Math.max(most, others), 0)
  const [receiver = ''] = receivers
  const whom: Part =
    receivers.size > 1 || further > 0
      ? { bold: sentences.receivers(Math.max(receivers.size, further + 1)) }
      : party(receiver)
  return filled(explorer.sent, { from: party(from), whom }).flatMap((part) =>
    'words' in part && part.words === '{what}'
      ? [...what, ...(more > 0 ? [{ words: ` + ${explorer.moreAmounts(more)}` }] : [])]
      : part,
  )
}

function assetIn({ token, serial, change }: Movement, reader: Reader): Part {
  if (token === undefined) return amountIn('HBAR', String(-change), reader)
  if (serial === undefined) return amountIn(token, String(-change), reader)
  return serial === ALL_SERIALS ? { bold: reader.texts.sentences.allNfts(token) } : nftIn(token, serial, reader)
}
