/** The delegates of a DAO, with what they say about themselves; and the user's own statement. */
import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Dao, type Delegate } from '../../api/client.ts'
import { delegateQuery, delegatesQuery, delegationQuery } from '../../api/queries.ts'
import { useMe } from '../../api/session.tsx'
import { Who } from '../../parts/faces/who.tsx'
import { useDraft, useDraftState } from '../../parts/inputs/draft.ts'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { More } from '../../parts/layout/more.tsx'
import { Empty, Failed, Loaded } from '../../parts/layout/states.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { AccountLink } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { mayBeMember } from '../../votes/voting/membership.ts'
import { weighedIn, weightText } from '../../votes/voting/weight.ts'
import { Delegating } from './delegation-card.tsx'

/** The maximum number of parts of a statement that are shown as Markdown. */
const MAX_PARTS = 1_000
const MAX_LENGTH = 5_000
/** The level of headings in a statement. */
const LEVEL = 4

export function DelegatesPanel({ dao }: { dao: Dao }) {
  const { delegates: texts } = useTexts()
  const me = useMe()
  const query = useInfiniteQuery(delegatesQuery(dao.daoId))
  const isMember = me !== '' && mayBeMember(dao, me)
  return (
    <Stack>
      <p className="note">{texts.lead}</p>
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={texts.none} text={texts.noneText} />
          ) : (
            <>
              <ul className="plain-list stack-s">
                {entries.map((one) => (
                  <li key={one.account}>
                    <DelegateCard dao={dao} delegate={one} isMember={isMember} />
                  </li>
                ))}
              </ul>
              <More list={query} />
            </>
          )
        }
      </Loaded>
      {isMember ? <MyStatement dao={dao} me={me} /> : null}
    </Stack>
  )
}

function DelegateCard({ dao, delegate, isMember }: { dao: Dao; delegate: Delegate; isMember: boolean }) {
  const { account, statement, delegators, areas, receives, weight, voted, votable } = delegate
  const { texts: all, language } = useLanguage()
  const { delegates: texts } = all
  const me = useMe()
  const asset = weighedIn(dao)
  const decimals = useDecimals(asset)
  const mine = useQuery({ ...delegationQuery(dao.daoId, me), enabled: isMember && account !== me })
  const [isAsked, setAsked] = useState(false)
  const mayName = mine.data !== undefined && mine.data.delegate !== account
  return (
    <Card maw="var(--narrow)" data-testid={`delegate-${account}`}>
      <Stack gap="sm">
        <Who id={account} below={<AccountLink id={account} />} />
        {statement === null ? (
          <Text c="dimmed">{texts.noStatement}</Text>
        ) : (
          <div className="quote">
            <Markdown text={statement} hasBreaks maxParts={MAX_PARTS} level={LEVEL} />
          </div>
        )}
        <p className="note">
          {texts.delegators(delegators)}{' '}
          {areas.length === 0
            ? null
            : all.delegation.votesIn(areas.map((one) => `${seen(one.area)} (${one.delegators})`).join(', '))}{' '}
          {receives > delegators ? texts.receives(receives) : null}{' '}
          {weight === null || asset === null
            ? null
            : texts.weight(weightText(weight, decimals, { texts: all, language }))}{' '}
          {votable === 0 ? texts.notYet : texts.voted(voted, votable)}
        </p>
        <Group>
          {mayName ? (
            <Button variant="default" onClick={() => setAsked(true)}>
              {texts.choose}
            </Button>
          ) : null}
          {mine.data?.delegate === account ? <Text size="sm">{texts.yours}</Text> : null}
          {dao.ownerAddress === me && account !== me && statement !== null ? (
            <Withdraw dao={dao} account={account} label={texts.remove} />
          ) : null}
        </Group>
      </Stack>
      {mine.data ? (
        <Dialog
          opened={isAsked}
          onClose={() => setAsked(false)}
          title={all.delegation.dialogTitle}
          titleSize="lg"
          size="lg"
        >
          {isAsked ? (
            <Delegating
              dao={dao}
              isEnd={false}
              lastNumber={mine.data.lastNumber}
              initial={account}
              onClose={() => setAsked(false)}
            />
          ) : null}
        </Dialog>
      ) : null}
    </Card>
  )
}

function Withdraw({ dao: { daoId }, account, label }: { dao: Dao; account: string; label: string }) {
  const queries = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: () => api.governance.delete('/daos/{daoId}/delegates/{account}', { path: { daoId, account } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', daoId] }),
  })
  return (
    <>
      <Button variant="default" onClick={() => withdrawing.mutate()} loading={withdrawing.isPending}>
        {label}
      </Button>
      {withdrawing.error ? <Failed error={withdrawing.error} /> : null}
    </>
  )
}

function MyStatement({ dao, me }: { dao: Dao; me: string }) {
  const { delegates: texts } = useTexts()
  const query = useQuery(delegateQuery(dao.daoId, me))
  return (
    <Card maw="var(--narrow)" data-testid="my-statement">
      <Stack gap="sm">
        <Title order={2}>{texts.mine}</Title>
        <Loaded query={query} rows={1}>
          {(mine) => <StatementForm key={mine?.statedAt} dao={dao} me={me} statement={mine?.statement ?? null} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

function StatementForm({ dao, me, statement }: { dao: Dao; me: string; statement: string | null }) {
  const { delegates: texts, propose } = useTexts()
  const { daoId } = dao
  const queries = useQueryClient()
  const draft = useDraft(`delegate ${daoId}`)
  const [text, setText] = useDraftState(draft, 'text', statement ?? '')
  const publishing = useMutation({
    mutationFn: () =>
      api.governance.put('/daos/{daoId}/delegates/{account}', {
        path: { daoId, account: me },
        body: { statement: text },
      }),
    onSuccess: () => draft.clear(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', daoId] }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') publishing.mutate()
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={texts.statement}
          description={propose.descriptionHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={MAX_LENGTH}
          autosize
          minRows={3}
        />
        <Group>
          <Button type="submit" variant="default" loading={publishing.isPending}>
            {statement === null ? texts.publish : texts.change}
          </Button>
          {statement === null ? null : <Withdraw dao={dao} account={me} label={texts.withdraw} />}
        </Group>
        {publishing.error ? <Failed error={publishing.error} /> : null}
      </Stack>
    </form>
  )
}
