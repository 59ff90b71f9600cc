/** Explains Quorate on a first visit: one sentence, a scene, and three lessons drawn with the page's own parts. */
import { Anchor } from '@mantine/core'
import { amountText } from '@quorate/verify'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { SearchForm } from '../explorer/search/search-form.tsx'
import { Face, Faces } from '../parts/faces/face.tsx'
import { Ring } from '../parts/figures/ring.tsx'
import { VoteBar } from '../parts/figures/vote-bar.tsx'
import { CheckIcon, ShieldIcon } from '../parts/layout/icons.tsx'
import { exactPercentText } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'

/** The people in the pictures, and their positions around the ring, in percent. */
const PEOPLE = [
  { id: '0.0.1026', name: 'Ella Brandt', x: 75.3, y: 15.2, hasSigned: true },
  { id: '0.0.1027', name: 'Farid Nasser', x: 90.9, y: 63.3, hasSigned: true },
  { id: '0.0.1022', name: 'Ada Lindqvist', x: 50, y: 93, hasSigned: false },
  { id: '0.0.1023', name: 'Ben Okafor', x: 9.1, y: 63.3, hasSigned: false },
  { id: '0.0.1024', name: 'Claire Moreau', x: 24.7, y: 15.2, hasSigned: false },
] as const

/** Three of the owners have to sign, and two have. */
export function Scene() {
  const { texts, language } = useLanguage()
  const { first } = texts.connect
  const [before = '', between = '', after = ''] = first.send.split(/\{what\}|\{whom\}/)
  return (
    <div className="stage">
      <div className="scene" aria-hidden="true">
        <Ring signed={2} needed={3} size={176} />
        {PEOPLE.map(({ id, name, x, y, hasSigned }) => (
          <span key={id} className="at" style={{ left: `${x}%`, top: `${y}%` } as CSSProperties}>
            <Face id={id} name={name} size={46} />
            {hasSigned ? (
              <i className="tick">
                <CheckIcon />
              </i>
            ) : null}
          </span>
        ))}
      </div>
      <div className="stage-c">
        <p className="truth">
          {before}
          <b>{amountText(12_500n, 0, language)} ℏ</b>
          {between}
          <b>Nordlicht Audit</b>
          {after}
        </p>
        <p className="checked">
          <ShieldIcon />
          <b>{first.checked}</b>
        </p>
        <p className="note">{first.scene}</p>
      </div>
    </div>
  )
}

export function Lessons() {
  const { texts, language } = useLanguage()
  const { first } = texts.connect
  const [before = ''] = first.send.split('{what}')
  return (
    <section>
      <h2 className="only-readers">{first.how}</h2>
      <ol className="teach">
        <li>
          <div className="spot" aria-hidden="true">
            <Faces of={[...PEOPLE.slice(2)]} size={40} />
            <span className="chip">2/3</span>
          </div>
          <h3>{first.create}</h3>
          <p>{first.createText}</p>
        </li>
        <li>
          <div className="spot" aria-hidden="true">
            <Ring signed={1} needed={2} size={44} />
            <span>
              {before}
              <b>480 EURH</b>
            </span>
          </div>
          <h3>{first.sign}</h3>
          <p>{first.signText}</p>
        </li>
        <li>
          <div className="spot bar-only" aria-hidden="true">
            <VoteBar
              label={exactPercentText(81, language)}
              shares={[
                { kind: 'yes', percent: 81 },
                { kind: 'no', percent: 19 },
              ]}
              mark={{ percent: 60, text: exactPercentText(60, language) }}
              isDone
            />
          </div>
          <h3>{first.vote}</h3>
          <p>{first.voteText}</p>
        </li>
      </ol>
      <div className="panel look">
        <div>
          <h2>{first.look}</h2>
          <p className="note">{first.lookText}</p>
        </div>
        <SearchForm />
        <Anchor component={Link} to="/daos">
          {first.lookDaos}
        </Anchor>
      </div>
    </section>
  )
}
