/** The input for a change of a DAO's rules and members: the rules that change, each with its current value. */
import { ActionIcon, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@quorate/verify'
import {
  type OptimisticKind,
  optimisticKinds,
  type ShownRules,
  type VotingMethod,
  votingMethods,
} from '@quorate/verify/recount'
import type { ReactNode } from 'react'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { AmountInput, NumberField } from '../../parts/inputs/amount-input.tsx'
import { numberIn } from '../../parts/inputs/typed-amount.ts'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { CrossIcon } from '../../parts/layout/icons.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { weighedIn } from '../../votes/voting/weight.ts'
import { ChangeWords } from '../rules/change-words.tsx'
import { RuleValue } from '../rules/rule-value.tsx'
import { useRulesBook } from '../rules/use-rules-book.ts'
import {
  type ChangeFault,
  type ChangeForm,
  changeOf,
  emptyRule,
  isNeeded,
  RULE_KINDS,
  type RuleInput,
  type RuleName,
  ruleNames,
} from './rules-form.ts'
import { ShareField } from './share-field.tsx'

interface Props {
  now: ShownRules
  form: ChangeForm
  faults: readonly ChangeFault[]
  change: (part: Partial<ChangeForm>) => void
}

export function ChangeFields({ now, form, faults, change }: Props) {
  const { rules: texts } = useTexts()
  return (
    <Stack gap="lg" data-testid="change-fields">
      <RuleFields now={now} rules={form.rules} faults={faults} change={(rules) => change({ rules })} />
      <Textarea
        label={texts.join}
        description={texts.membersHint}
        value={form.add}
        autosize
        minRows={1}
        onChange={(event) => change({ add: event.currentTarget.value })}
        error={faults.includes('add') ? texts.accountsWrong : undefined}
      />
      <Textarea
        label={texts.leave}
        value={form.remove}
        autosize
        minRows={1}
        onChange={(event) => change({ remove: event.currentTarget.value })}
        error={faults.includes('remove') ? texts.accountsWrong : undefined}
      />
      {faults.includes('nothing') ? (
        <Text c="red" size="sm" role="alert">
          {texts.nothing}
        </Text>
      ) : null}
      <Preview now={now} form={form} />
    </Stack>
  )
}

/** The change in the form, as soon as all of it is valid. */
export function Preview({ now, form }: Pick<Props, 'now' | 'form'>) {
  const made = changeOf(form, useRulesBook(now))
  return 'change' in made ? <ChangeWords change={made.change} now={now} /> : null
}

/** The rules that change. Others are added by their names. */
export function RuleFields(props: {
  now: ShownRules
  rules: readonly RuleInput[]
  faults: readonly ChangeFault[]
  change: (rules: RuleInput[]) => void
}) {
  const { now, rules, faults, change } = props
  const { rules: texts } = useTexts()
  const asset = weighedIn({ votingRules: now })
  const left = ruleNames.filter(
    (name) => !rules.some((one) => one.name === name) && !(RULE_KINDS[name] === 'amount' && asset === null),
  )
  return (
    <Stack gap="md">
      {rules.map((input) => (
        <Group key={input.name} align="flex-start" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            <RuleField
              input={input}
              now={now}
              error={faults.includes(input.name) ? wrongText(input.name, texts) : undefined}
              change={(part) => change(rules.map((one) => (one.name === input.name ? { ...one, ...part } : one)))}
            />
          </div>
          <ActionIcon
            aria-label={texts.without(texts.names[input.name])}
            onClick={() => change(rules.filter(({ name }) => name !== input.name))}
          >
            <CrossIcon />
          </ActionIcon>
        </Group>
      ))}
      <NativeSelect
        label={texts.another}
        value=""
        data={[{ value: '', label: texts.choose }, ...left.map((name) => ({ value: name, label: texts.names[name] }))]}
        onChange={({ currentTarget }) => change([...rules, emptyRule(currentTarget.value as RuleName, now)])}
        maw="24rem"
      />
    </Stack>
  )
}

/** The expected form of a rule's input; undefined if it cannot be wrong. */
function wrongText(
  name: RuleName,
  { wrong }: { wrong: Readonly<Partial<Record<string, string>>> },
): string | undefined {
  return wrong[RULE_KINDS[name]]
}

const LEAST_OPTIONS = 2
const COUNTS = Array.from({ length: limits.maxManyOptions.value - LEAST_OPTIONS + 1 }, (_, index) =>
  String(index + LEAST_OPTIONS),
)

function RuleField(props: {
  input: RuleInput
  now: ShownRules
  error: string | undefined
  change: (part: Partial<RuleInput>) => void
}) {
  const { input, now, error, change } = props
  const { name, typed, text } = input
  const { language, texts: all } = useLanguage()
  const { rules: texts, amounts, methods } = all
  const asset = weighedIn({ votingRules: now })
  const decimals = useDecimals(asset)
  const kind = RULE_KINDS[name]
  const label = kind === 'hours' ? texts.inHours(texts.names[name]) : texts.names[name]
  const hint: ReactNode = (
    <>
      {kind === 'share' ? `${texts.shareHint} · ` : null}
      {texts.now}: <RuleValue name={name} rules={now} />
      {isNeeded(name) || kind === 'option' || kind === 'methods' || kind === 'kinds' ? null : ` · ${texts.emptyEnds}`}
    </>
  )
  const field = { label, description: hint, error }
  const type = { value: typed, onChange: (next: typeof typed) => change({ typed: next }), maw: '18rem' }
  switch (kind) {
    case 'share':
      return <ShareField {...field} {...type} />
    case 'hours':
      return <NumberField {...field} {...type} unit={amounts.hours(numberIn(typed, language))} />
    case 'amount':
      return <AmountInput {...field} {...type} decimals={decimals} unit={asset === 'HBAR' ? 'ℏ' : ''} />
    case 'option':
      return (
        <Checkbox
          size="md"
          label={label}
          description={hint}
          checked={input.isOn}
          onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
        />
      )
    case 'methods':
      return (
        <Checkbox.Group
          size="md"
          {...field}
          value={input.methods}
          onChange={(chosen) => change({ methods: chosen as VotingMethod[] })}
        >
          <Stack gap="xs" mt={6}>
            {votingMethods.map((one) => (
              <Checkbox key={one} value={one} size="md" label={methods[one]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'kinds':
      return (
        <Checkbox.Group
          size="md"
          {...field}
          value={input.kinds}
          onChange={(chosen) => change({ kinds: chosen as OptimisticKind[] })}
        >
          <Stack gap="xs" mt={6}>
            {optimisticKinds.map((one) => (
              <Checkbox key={one} value={one} size="md" label={texts.kinds[one]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'count':
      return (
        <NativeSelect
          {...field}
          value={text}
          data={[{ value: '', label: texts.usual }, ...COUNTS]}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          maw="18rem"
        />
      )
    case 'account':
      return <AccountInput {...field} value={text} onChange={(next) => change({ text: next })} />
    default:
      return (
        <Textarea
          {...field}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          autosize
          minRows={1}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )
  }
}
