/** The fields for what happens after a vote, folded until somebody needs them. */
import { Checkbox, Stack, Textarea } from '@mantine/core'
import { type OptimisticKind, optimisticKinds } from '@quorate/verify/recount'
import { useState } from 'react'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { NumberField } from '../../parts/inputs/amount-input.tsx'
import { numberIn } from '../../parts/inputs/typed-amount.ts'
import { Details } from '../../parts/layout/details.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { type AfterVoteFault, type AfterVoteForm, usualAfterVote } from './after-vote.ts'
import { ShareField } from './share-field.tsx'

interface Props {
  form: AfterVoteForm
  faults: readonly AfterVoteFault[]
  change: (part: Partial<AfterVoteForm>) => void
}

export function AfterVoteFields({ form, faults, change }: Props) {
  const { texts, language } = useLanguage()
  const { newDao, rules, amounts } = texts
  const [wasFilled] = useState(form !== usualAfterVote)
  return (
    <Details summary={newDao.afterVote} isOpenFirst={wasFilled} mustOpen={faults.length > 0}>
      <Stack gap="lg" mt="sm" data-testid="after-vote">
        <NumberField
          label={rules.inHours(rules.names.executionDelay)}
          description={newDao.executionDelayHint}
          value={form.delay}
          unit={amounts.hours(numberIn(form.delay, language))}
          onChange={(delay) => change({ delay })}
          error={
            faults.includes('vetoDelay')
              ? newDao.vetoNeedsDelay
              : faults.includes('executionDelay')
                ? newDao.hoursWrong
                : undefined
          }
          maw="18rem"
        />
        <AccountInput
          label={rules.names.veto}
          description={newDao.vetoHint}
          value={form.veto}
          onChange={(veto) => change({ veto })}
          error={faults.includes('veto') ? rules.wrong.account : undefined}
        />
        <Checkbox
          size="md"
          label={newDao.optimistic}
          description={newDao.optimisticHint}
          checked={form.isOptimistic}
          onChange={({ currentTarget }) => change({ isOptimistic: currentTarget.checked })}
        />
        {form.isOptimistic ? <OptimisticFields form={form} faults={faults} change={change} /> : null}
      </Stack>
    </Details>
  )
}

function OptimisticFields({ form, faults, change }: Props) {
  const { texts, language } = useLanguage()
  const { newDao, rules, amounts } = texts
  return (
    <>
      <ShareField
        label={rules.names.objections}
        description={newDao.objectionsHint}
        value={form.objections}
        onChange={(objections) => change({ objections })}
        error={faults.includes('objections') ? rules.wrong.share : undefined}
        maw="18rem"
      />
      <NumberField
        label={rules.inHours(rules.names.objectionPeriod)}
        description={newDao.objectionPeriodHint}
        value={form.objectionPeriod}
        unit={amounts.hours(numberIn(form.objectionPeriod, language))}
        onChange={(objectionPeriod) => change({ objectionPeriod })}
        error={faults.includes('objectionPeriod') ? newDao.hoursWrong : undefined}
        maw="18rem"
      />
      <Textarea
        label={rules.names.optimisticProposers}
        description={newDao.optimisticProposersHint}
        value={form.proposers}
        autosize
        minRows={1}
        onChange={(event) => change({ proposers: event.currentTarget.value })}
        error={faults.includes('optimisticProposers') ? rules.accountsWrong : undefined}
      />
      <Checkbox.Group
        size="md"
        label={rules.names.optimisticKinds}
        description={newDao.optimisticKindsHint}
        value={form.kinds}
        onChange={(chosen) => change({ kinds: chosen as OptimisticKind[] })}
        error={faults.includes('optimisticKinds') ? rules.wrong.methods : undefined}
      >
        <Stack gap="xs" mt={6}>
          {optimisticKinds.map((one) => (
            <Checkbox
              key={one}
              value={one}
              size="md"
              label={rules.kinds[one]}
              error={faults.includes('optimisticKinds')}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}
