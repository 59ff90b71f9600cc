/** The value of a rule, in words. */
import { type ShownRules, usualKinds } from '@quorate/verify/recount'
import { Fragment } from 'react'
import { Account, Amount } from '../../parts/values.tsx'
import { ruleShareText } from '../../texts/amounts.ts'
import { useLanguage } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { NetworkKey } from '../../votes/voting/sealed-for.tsx'
import { weighedIn } from '../../votes/voting/weight.ts'
import { allowedBy } from '../forms/dao-form.ts'
import { RULE_KINDS, type RuleName } from '../forms/rules-form.ts'

export function RuleValue({ name, rules }: { name: RuleName; rules: ShownRules }) {
  const { texts: all, language } = useLanguage()
  const { rules: texts, dao, methods } = all
  const kind = RULE_KINDS[name]
  const value = rules[name]
  if (kind === 'methods')
    return allowedBy(rules)
      .methods.map((one) => methods[one])
      .join(', ')
  if (kind === 'kinds') return (rules.optimisticKinds ?? usualKinds).map((one) => texts.kinds[one]).join(', ')
  if (kind === 'count') return String(allowedBy(rules).mostOptions)
  if (kind === 'option') return value === true ? texts.yes : texts.no
  if (kind === 'accounts' && value === undefined) return texts.allMembers
  if (value === undefined) return texts.none
  if (kind === 'key') return <NetworkKey networkKey={String(value)} />
  if (kind === 'names') return seen((rules.areas ?? []).join(', '))
  if (kind === 'share') {
    const fraction = rules[`${name as 'threshold' | 'quorum' | 'objections'}Fraction`]
    return ruleShareText(Number(value), fraction, language)
  }
  if (kind === 'hours') return dao.hours(Number(value))
  if (kind === 'amount')
    return <Amount units={BigInt(String(value))} token={weighedIn({ votingRules: rules }) ?? 'HBAR'} />
  const accounts = Array.isArray(value) ? value.map(String) : [String(value)]
  return accounts.map((account, index) => (
    <Fragment key={account}>
      {index > 0 ? ', ' : ''}
      <Account id={account} />
    </Fragment>
  ))
}
