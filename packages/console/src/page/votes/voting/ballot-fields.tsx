/** The fields of a ballot, by the proposal's voting method. */
import { ActionIcon, Button, Checkbox, Text, TextInput } from '@mantine/core'
import { hasShares, methodOf, type ProposalRecord } from '@quorate/verify/recount'
import { useEffect, useRef, useState } from 'react'
import { Choices } from '../../parts/inputs/choices.tsx'
import { CrossIcon, DownIcon, PlusIcon, UpIcon } from '../../parts/layout/icons.tsx'
import { percentSign } from '../../texts/amounts.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useOptionText } from '../use-option-text.ts'
import { type BallotDraft, leftOf, moved, percentIn, splitEvenly } from './ballots.ts'

interface Props {
  /** The proposal on the ledger. */
  record: ProposalRecord
  draft: BallotDraft
  change: (part: Partial<BallotDraft>) => void
}

export function BallotFields({ record, draft, change }: Props) {
  const { vote: texts } = useTexts()
  const textOf = useOptionText(record)
  const method = methodOf(record)
  if (method === 'ranked') return <RankField record={record} draft={draft} change={change} />
  if (method === 'approval') return <ApprovalField record={record} draft={draft} change={change} />
  if (hasShares(method)) return <SplitField record={record} draft={draft} change={change} />
  return (
    <Choices
      label={texts.choice}
      value={draft.choice}
      choices={record.votingOptions.map((option) => ({ value: option, label: textOf(option) }))}
      onChange={(choice) => change({ choice })}
    />
  )
}

/** Any number of options. */
function ApprovalField({ record, draft, change }: Props) {
  const { vote: texts } = useTexts()
  const textOf = useOptionText(record)
  const { choices } = draft
  return (
    <fieldset className="ballot-field">
      <legend>{texts.approve}</legend>
      {record.votingOptions.map((option) => (
        <Checkbox
          key={option}
          size="md"
          className="ballot-row"
          label={<bdi>{textOf(option)}</bdi>}
          checked={choices.includes(option)}
          onChange={({ currentTarget }) =>
            change({
              choices: currentTarget.checked ? [...choices, option] : choices.filter((one) => one !== option),
            })
          }
        />
      ))}
    </fieldset>
  )
}

/** A list in which buttons, which work by keyboard and by touch, put the options in order. */
function RankField({ record, draft, change }: Props) {
  const { vote: texts } = useTexts()
  const { choices } = draft
  const { votingOptions } = record
  const textOf = useOptionText(record)
  const [news, setNews] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  /** The buttons that may get the focus after a change, in order of preference: the used button may be gone. */
  const next = useRef<string[]>([])
  useEffect(() => {
    const buttons = next.current.map((name) => list.current?.querySelector<HTMLElement>(`[data-at="${name}"]`))
    next.current = []
    buttons.find((button) => button && !button.hasAttribute('disabled'))?.focus()
  })
  const at = (kind: string, option: string): string => `${kind}-${votingOptions.indexOf(option)}`
  const move = (index: number, by: -1 | 1) => {
    const option = choices[index] ?? ''
    const kinds = by < 0 ? ['up', 'down'] : ['down', 'up']
    next.current = [...kinds, 'take'].map((kind) => at(kind, option))
    setNews(texts.place(textOf(option), index + by + 1, choices.length))
    change({ choices: moved(choices, index, by) })
  }
  const add = (option: string) => {
    const others = unranked.filter((one) => one !== option)
    next.current = [...others.map((one) => at('add', one)), at('up', option), at('take', option)]
    setNews(texts.place(textOf(option), choices.length + 1, choices.length + 1))
    change({ choices: [...choices, option] })
  }
  const take = (option: string) => {
    next.current = [at('add', option)]
    setNews(texts.taken(textOf(option)))
    change({ choices: choices.filter((one) => one !== option) })
  }
  const unranked = votingOptions.filter((option) => !choices.includes(option))
  return (
    <fieldset className="ballot-field" ref={list}>
      <legend>{texts.rank}</legend>
      <p className="note">{texts.rankHint}</p>
      {choices.length === 0 ? <p className="ballot-row note">{texts.rankEmpty}</p> : null}
      <ol className="plain-list ballot-rows" data-testid="ranks">
        {choices.map((option, index) => (
          <RankedRow
            key={option}
            name={textOf(option)}
            place={index + 1}
            count={choices.length}
            at={(kind) => at(kind, option)}
            onMove={(by) => move(index, by)}
            onTake={() => take(option)}
          />
        ))}
      </ol>
      {unranked.length > 0 ? (
        <>
          <p className="note">{texts.unranked}</p>
          <ul className="plain-list ballot-rows">
            {unranked.map((option) => (
              <li key={option}>
                <Button
                  fullWidth
                  mih={44}
                  h="auto"
                  justify="flex-start"
                  variant="default"
                  leftSection={<PlusIcon />}
                  data-at={at('add', option)}
                  aria-label={texts.add(textOf(option))}
                  styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
                  onClick={() => add(option)}
                >
                  <bdi>{textOf(option)}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <span className="only-readers" aria-live="polite">
        {news}
      </span>
    </fieldset>
  )
}

/** An option with its place in the order, from 1. `at` names its buttons. */
function RankedRow(props: {
  name: string
  place: number
  count: number
  at: (kind: string) => string
  onMove: (by: -1 | 1) => void
  onTake: () => void
}) {
  const { name, place, count, at, onMove, onTake } = props
  const { vote: texts } = useTexts()
  return (
    <li className="ballot-row">
      <b className="number">{place}.</b>
      <bdi>{name}</bdi>
      <span className="ballot-buttons">
        <ActionIcon
          size={44}
          variant="default"
          data-at={at('up')}
          aria-label={texts.up(name)}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          <UpIcon />
        </ActionIcon>
        <ActionIcon
          size={44}
          variant="default"
          data-at={at('down')}
          aria-label={texts.down(name)}
          disabled={place === count}
          onClick={() => onMove(1)}
        >
          <DownIcon />
        </ActionIcon>
        <ActionIcon size={44} variant="subtle" data-at={at('take')} aria-label={texts.take(name)} onClick={onTake}>
          <CrossIcon />
        </ActionIcon>
      </span>
    </li>
  )
}

/** A percentage for each option, which together make 100. */
function SplitField({ record, draft, change }: Props) {
  const { texts: all, language } = useLanguage()
  const { vote: texts } = all
  const textOf = useOptionText(record)
  const { shares } = draft
  const left = leftOf(shares)
  return (
    <fieldset className="ballot-field">
      <legend>{texts.split}</legend>
      {record.votingOptions.map((option, index) => (
        <TextInput
          key={option}
          className="ballot-row ballot-share"
          label={<bdi>{textOf(option)}</bdi>}
          value={shares[index] ?? ''}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder="0"
          rightSection={<span aria-hidden="true">{percentSign(language).trim()}</span>}
          error={percentIn(shares[index] ?? '') === undefined ? texts.splitWrong : undefined}
          onChange={({ currentTarget: { value } }) =>
            change({ shares: shares.map((share, place) => (place === index ? value : share)) })
          }
        />
      ))}
      <div className="vb-head">
        <Text size="sm" component="span" aria-live="polite" data-testid="split-left">
          {left === 0 ? texts.splitDone : left > 0 ? texts.splitLeft(left) : texts.splitOver(-left)}
        </Text>
        <Button variant="default" onClick={() => change({ shares: splitEvenly(shares) })}>
          {texts.evenly}
        </Button>
      </div>
    </fieldset>
  )
}
