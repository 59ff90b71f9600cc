/** A change of owners or rule: the wallet's owners before and after it, side by side. */

import { Who } from '../../parts/faces/who.tsx'
import { Ring } from '../../parts/figures/ring.tsx'
import { ruleText } from '../../parts/figures/rule.ts'
import { AccountLink } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { Owner, OwnerChange } from './owner-change.ts'

export function OwnerDiff({ change }: { change: OwnerChange }) {
  const { diff } = useTexts()
  const { now, later, before, after } = change
  const all = [...now, ...later.filter(({ wallet }) => now.every((one) => one.wallet !== wallet))]
  return (
    <div className="panel diff">
      <Side label={diff.now} all={all} owners={now} others={later} threshold={before} />
      <Side label={diff.later} all={all} owners={later} others={now} threshold={after} isLater />
    </div>
  )
}

function Side(props: {
  label: string
  /** The owners of both sides, so that the rows are aligned. */
  all: readonly Owner[]
  owners: readonly Owner[]
  others: readonly Owner[]
  threshold: number
  isLater?: boolean
}) {
  const { label, all, owners, others, threshold, isLater = false } = props
  const texts = useTexts()
  const has = (list: readonly Owner[], account: string) => list.some(({ wallet }) => wallet === account)
  return (
    <section>
      <h2 className="lab">{label}</h2>
      <ul>
        {all.map(({ wallet, name }) =>
          has(owners, wallet) ? (
            <li key={wallet} data-new={isLater && !has(others, wallet)}>
              <Who id={wallet} name={name} below={<AccountLink id={wallet} />} />
              {isLater && !has(others, wallet) ? <span className="tag">{texts.diff.joins}</span> : null}
            </li>
          ) : (
            <li key={wallet} className="nobody">
              {texts.diff.nobody}
            </li>
          ),
        )}
      </ul>
      <div className="rule">
        <Ring signed={threshold} needed={owners.length} state="rule" size={46} />
        <div>
          <b>{texts.wallet.ruleHead(threshold, owners.length)}</b>
          <small>{ruleText(threshold, owners.length, texts)}</small>
        </div>
      </div>
    </section>
  )
}
