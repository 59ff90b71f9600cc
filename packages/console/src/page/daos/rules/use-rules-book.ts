import type { ShownRules } from '@quorate/verify/recount'
import { useMyNames } from '../../address-book/use-book.ts'
import { useSession } from '../../api/session.tsx'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { useLanguage } from '../../texts/language.tsx'
import { weighedIn } from '../../votes/voting/weight.ts'
import type { Book } from '../forms/rules-form.ts'

/** What the reading of a change of these rules depends on. */
export function useRulesBook(now: ShownRules): Book {
  const { chain } = useSession()
  const { language } = useLanguage()
  const names = useMyNames()
  const asset = weighedIn({ votingRules: now })
  const decimals = useDecimals(asset)
  return { chain, language, names, ofWeight: asset === null ? undefined : { asset, decimals } }
}
