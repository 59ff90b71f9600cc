import { Button, Card, Checkbox, Group, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { limits } from '@quorate/verify'
import { type VotingMethod, votingMethods } from '@quorate/verify/recount'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { api } from '../api/client.ts'
import { networkKeysQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { NumberField } from '../parts/inputs/amount-input.tsx'
import { type Draft, useDraftState } from '../parts/inputs/draft.ts'
import { Drafted } from '../parts/inputs/drafted.tsx'
import { sendOnce } from '../parts/inputs/send-once.ts'
import { TokenInput } from '../parts/inputs/token-input.tsx'
import { numberIn } from '../parts/inputs/typed-amount.ts'
import { Screen } from '../parts/layout/screen.tsx'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { NetworkKey } from '../votes/voting/sealed-for.tsx'
import { type AfterVoteFault, type AfterVoteForm, afterVoteOf, usualAfterVote } from './forms/after-vote.ts'
import { AfterVoteFields } from './forms/after-vote-fields.tsx'
import {
  type DaoBody,
  type DaoFault,
  type DaoForm,
  daoBodyOf,
  foundingRules,
  type Members,
  membersIn,
  usualVoting,
  type VotingForm,
} from './forms/dao-form.ts'
import { ShareField } from './forms/share-field.tsx'
import { RuleRows } from './rules/rule-rows.tsx'

export function NewDaoScreen() {
  const { newDao: texts } = useTexts()
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <Drafted form="dao">{(draft) => <NewDaoForm draft={draft} />}</Drafted>
    </Screen>
  )
}

function NewDaoForm({ draft }: { draft: Draft }) {
  const { texts: all, language } = useLanguage()
  const { newDao: texts } = all
  const me = useMe()
  const navigate = useNavigate()
  const [form, setForm] = useDraftState<DaoForm>(draft, 'form', {
    name: '',
    description: '',
    members: '',
    weights: 'equal',
    tokenId: '',
    delay: { text: '24' },
  })
  const [voting, setVoting] = useDraftState<VotingForm>(draft, 'voting', usualVoting)
  const { chain } = useSession()
  const network = useQuery({ ...networkKeysQuery(), enabled: voting.isSecret })
  const networkKey = network.data?.networkKeys[0]
  const [afterVote, setAfterVote] = useDraftState<AfterVoteForm>(draft, 'afterVote', usualAfterVote)
  const names = useMyNames()
  const members = membersIn(form.members, chain, names)
  const made = madeFrom({ ...form, ...voting, networkKey }, afterVote, members, { me, language, chain, names })
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const change = (part: Partial<DaoForm>) => {
    setFaults(NO_FAULTS)
    setForm((before) => ({ ...before, ...part }))
  }
  const founding = useMutation({
    mutationFn: (body: DaoBody) =>
      sendOnce(draft)(body, (idempotencyKey) => api.governance.post('/daos', { body, idempotencyKey })),
    onSuccess({ daoId }) {
      draft.clear()
      return navigate({ to: '/daos/$daoId', params: { daoId } })
    },
  })
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (made.faults) setFaults(made.faults)
          else founding.mutate(made.body)
        }}
      >
        <Stack gap="lg">
          <AboutFields form={form} faults={faults.dao} unknown={members.unknown} change={change} />
          <VotingFields
            form={voting}
            faults={faults.dao}
            change={(part) => {
              setFaults(NO_FAULTS)
              setVoting((before) => ({ ...before, ...part }))
            }}
          />
          {voting.isSecret ? <NetworkOfDao /> : null}
          <WeightFields form={form} faults={faults.dao} change={change} />
          <AfterVoteFields
            form={afterVote}
            faults={faults.afterVote}
            change={(part) => {
              setFaults(NO_FAULTS)
              setAfterVote((before) => ({ ...before, ...part }))
            }}
          />
          {made.body ? <FoundingRules body={made.body} /> : null}
          {founding.error ? <Failed error={founding.error} /> : null}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={founding.isPending || founding.isSuccess}
              disabled={voting.isSecret && networkKey === undefined}
            >
              {texts.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

interface Faults {
  dao: readonly DaoFault[]
  afterVote: readonly AfterVoteFault[]
}
const NO_FAULTS: Faults = { dao: [], afterVote: [] }

/** The body of the request, or the faults of all parts of the form. */
function madeFrom(
  form: DaoForm & VotingForm,
  afterVote: AfterVoteForm,
  members: Members,
  by: { me: string; language: string; chain: string; names: ReadonlyMap<string, string> },
): { body: DaoBody; faults?: undefined } | { body?: undefined; faults: Faults } {
  const after = afterVoteOf(afterVote, by)
  const made = daoBodyOf(form, members, { ...by, further: 'rules' in after ? after.rules : {} })
  const faults = { dao: made.faults ?? [], afterVote: 'faults' in after ? after.faults : [] }
  return made.body && faults.afterVote.length === 0 ? { body: made.body } : { faults }
}

/** All rules that the DAO starts with, as soon as the form is complete. */
function FoundingRules({ body }: { body: DaoBody }) {
  const { newDao: texts } = useTexts()
  return (
    <section aria-labelledby="founding-rules" data-testid="founding-rules">
      <h2 id="founding-rules">{texts.review}</h2>
      <dl className="statements">
        <RuleRows votingRules={foundingRules(body)} />
      </dl>
    </section>
  )
}

/** The fields for the name, the purpose and the members. `unknown` are the members that cannot be read. */
function AboutFields(props: {
  form: DaoForm
  faults: readonly DaoFault[]
  unknown: readonly string[]
  change: (part: Partial<DaoForm>) => void
}) {
  const { form, faults, unknown, change } = props
  const { newDao: texts, pay } = useTexts()
  return (
    <>
      <TextInput
        label={texts.name}
        value={form.name}
        maxLength={200}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faults.includes('name') ? texts.nameMissing : undefined}
      />
      <Textarea
        label={texts.description}
        value={form.description}
        maxLength={5000}
        autosize
        minRows={2}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Textarea
        label={texts.members}
        description={texts.membersHint}
        placeholder="0.0.1023"
        value={form.members}
        autosize
        minRows={2}
        onChange={(event) => change({ members: event.currentTarget.value })}
        error={
          faults.includes('members')
            ? unknown.slice(0, MOST_NAMED).map(pay.noAccount).join('. ')
            : faults.includes('tooManyMembers')
              ? texts.tooManyMembers
              : undefined
        }
      />
    </>
  )
}

/** The network that the rules of the DAO will name. */
function NetworkOfDao() {
  const { newDao: texts } = useTexts()
  return (
    <Loaded query={useQuery(networkKeysQuery())} rows={1}>
      {({ networkKeys: [networkKey] }) =>
        networkKey === undefined ? null : (
          <div data-testid="network-of-dao">
            <p className="note">{texts.network}</p>
            <NetworkKey networkKey={networkKey} />
          </div>
        )
      }
    </Loaded>
  )
}

/** An error names at most this many accounts. */
const MOST_NAMED = 3

const SHARES = ['half', 'twoThirds', 'threeQuarters', 'own'] as const
const LEAST_OPTIONS = 2
const OPTION_COUNTS = Array.from({ length: limits.maxManyOptions.value - LEAST_OPTIONS + 1 }, (_, index) =>
  String(index + LEAST_OPTIONS),
)

/** The fields for the threshold, and for how proposals may be voted on. */
function VotingFields(props: {
  form: VotingForm
  faults: readonly DaoFault[]
  change: (part: Partial<VotingForm>) => void
}) {
  const { form, faults, change } = props
  const { newDao: texts, methods, delegation } = useTexts()
  return (
    <>
      <Radio.Group
        size="md"
        label={texts.threshold}
        description={texts.thresholdHint}
        value={form.share}
        onChange={(share) => change({ share: share as VotingForm['share'] })}
      >
        <Stack gap="xs" mt={6}>
          {SHARES.map((one) => (
            <Radio key={one} value={one} size="md" label={texts.shares[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.share === 'own' ? (
        <ShareField
          label={texts.ownShare}
          description={texts.ownShareHint}
          value={form.threshold}
          onChange={(threshold) => change({ threshold })}
          error={faults.includes('threshold') ? texts.thresholdWrong : undefined}
          maw="18rem"
        />
      ) : null}
      <Checkbox.Group
        size="md"
        label={texts.methods}
        description={texts.methodsHint}
        value={form.methods}
        onChange={(chosen) => change({ methods: chosen as VotingMethod[] })}
        error={faults.includes('methods') ? texts.methodsWrong : undefined}
      >
        <Stack gap="xs" mt={6}>
          {votingMethods.map((one) => (
            <Checkbox
              key={one}
              value={one}
              size="md"
              label={methods[one]}
              description={methods[`${one}Hint`]}
              error={faults.includes('methods')}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={texts.maxOptions}
        value={String(form.maxOptions)}
        data={OPTION_COUNTS}
        onChange={({ currentTarget }) => change({ maxOptions: Number(currentTarget.value) })}
        maw="18rem"
      />
      <Checkbox
        size="md"
        label={texts.changeable}
        description={texts.changeableHint}
        checked={form.isChangeable}
        onChange={({ currentTarget }) => change({ isChangeable: currentTarget.checked })}
      />
      <Checkbox
        size="md"
        label={texts.secret}
        description={texts.secretHint}
        checked={form.isSecret}
        onChange={({ currentTarget }) => change({ isSecret: currentTarget.checked })}
      />
      <Checkbox
        size="md"
        label={delegation.allow}
        description={delegation.allowHint}
        checked={form.hasDelegation}
        onChange={({ currentTarget }) => change({ hasDelegation: currentTarget.checked })}
      />
    </>
  )
}

/** The fields for the weight of votes, and for how long holdings must have been held. */
function WeightFields(props: { form: DaoForm; faults: readonly DaoFault[]; change: (part: Partial<DaoForm>) => void }) {
  const { form, faults, change } = props
  const { texts: all, language } = useLanguage()
  const { newDao: texts, amounts, ask } = all
  return (
    <>
      <Radio.Group
        size="md"
        label={texts.weights}
        value={form.weights}
        onChange={(weights) => change({ weights: weights as DaoForm['weights'] })}
      >
        <Stack gap="xs" mt={6}>
          {(['equal', 'token', 'hbar'] as const).map((one) => (
            <Radio key={one} value={one} size="md" label={texts[one]} description={texts[`${one}Hint`]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.weights === 'token' ? (
        <TokenInput
          label={texts.tokenId}
          value={form.tokenId}
          onChange={(tokenId) => change({ tokenId })}
          error={faults.includes('tokenId') ? ask.tokenWrong : undefined}
        />
      ) : null}
      {form.weights === 'equal' ? null : (
        <NumberField
          label={texts.delay}
          description={texts.delayHint}
          value={form.delay}
          unit={amounts.hours(numberIn(form.delay, language))}
          onChange={(delay) => change({ delay })}
          error={faults.includes('delay') ? texts.hoursWrong : undefined}
          maw="12rem"
        />
      )}
    </>
  )
}
