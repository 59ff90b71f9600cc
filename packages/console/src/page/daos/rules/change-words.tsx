/** A change of rules and members in words: each rule before and after it, and the members who join and leave. */
import { VerifyError } from '@quorate/verify'
import {
  changedNames,
  changedRules,
  type RecordedRules,
  type RulesChange,
  recordedFrom,
  type ShownRules,
} from '@quorate/verify/recount'
import { Account } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ruleNames } from '../forms/rules-form.ts'
import { RuleValue } from './rule-value.tsx'

/** @param props.now The rules before the change */
export function ChangeWords({ change, now }: { change: RulesChange; now: ShownRules }) {
  const { rules: texts } = useTexts()
  const then = rulesThen(now, change)
  const names = then ? changedNames(recordedFrom(now), then) : []
  // A fraction is shown with its percentage.
  const shown = ruleNames.filter((name) => names.some((one) => one === name || one === `${name}Fraction`))
  const { add = [], remove = [] } = change.members ?? {}
  return (
    <div data-testid="change">
      {then === undefined ? <p className="note">{texts.notPossible}</p> : null}
      {then && shown.length > 0 ? (
        <table className="table cards sums changes">
          <thead>
            <tr>
              <th>{texts.rule}</th>
              <th>{texts.now}</th>
              <th>{texts.later}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((name) => (
              <tr key={name}>
                <th scope="row">{texts.names[name]}</th>
                <td data-label={texts.now}>
                  <RuleValue name={name} rules={now} />
                </td>
                <td data-label={texts.later}>
                  <b>
                    <RuleValue name={name} rules={then} />
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {[...add, ...remove].length === 0 ? null : (
        <dl className="statements">
          <Moved label={texts.join} accounts={add} />
          <Moved label={texts.leave} accounts={remove} />
        </dl>
      )}
    </div>
  )
}

function Moved({ label, accounts }: { label: string; accounts: readonly string[] }) {
  if (accounts.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {accounts.map((account) => (
          <div key={account}>
            <Account id={account} checksum />
          </div>
        ))}
      </dd>
    </>
  )
}

/** The rules after the change; undefined if it does not fit the current ones. */
export function rulesThen(now: ShownRules, { rules = {} }: RulesChange): RecordedRules | undefined {
  try {
    return changedRules(recordedFrom(now), rules)
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}
