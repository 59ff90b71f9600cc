import { ActionIcon, Alert, Button, Card, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { isEntityId } from '@quorate/verify'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Dao, type Proposal } from '../api/client.ts'
import { useDaoEvents } from '../api/live.tsx'
import { daoQuery, draftsQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { Face } from '../parts/faces/face.tsx'
import { Who } from '../parts/faces/who.tsx'
import { AccountInput } from '../parts/inputs/account-input.tsx'
import { useDraft, useDraftState } from '../parts/inputs/draft.ts'
import { Dialog } from '../parts/layout/dialog.tsx'
import { ClockIcon, CrossIcon, PlusIcon } from '../parts/layout/icons.tsx'
import { More } from '../parts/layout/more.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Failed, Loaded } from '../parts/layout/states.tsx'
import { useTab } from '../parts/layout/use-tab.ts'
import { Account, AccountLink, Copied, Countdown, IdLink, Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen, seenWhole } from '../texts/strangers.ts'
import { ProposalBadge } from '../votes/proposal-screen.tsx'
import { mayBeMember } from '../votes/voting/membership.ts'
import { DelegatesPanel } from './delegation/delegates-panel.tsx'
import { DelegationCard } from './delegation/delegation-card.tsx'
import { HowToJoin } from './how-to-join.tsx'
import { NoticesCard } from './notices-card.tsx'
import { RuleRows } from './rules/rule-rows.tsx'
import { RulesHistory } from './rules/rules-history.tsx'
import { TreasuryPanel } from './treasury-panel.tsx'

export function DaoScreen() {
  const { daoId } = useParams({ from: '/daos/$daoId' })
  const { dao: texts, daos } = useTexts()
  const query = useQuery(daoQuery(daoId))
  const me = useMe()
  useDaoEvents(daoId)
  const { data } = query
  const mayPropose = me !== '' && data?.status === 'ACTIVE' && mayBeMember(data, me)
  const propose = (
    <Button component={Link} to={`/daos/${daoId}/propose`} leftSection={<PlusIcon />}>
      {texts.propose}
    </Button>
  )
  return (
    <Screen
      title={data ? seen(data.name) : texts.title}
      lead={
        data?.topicId ? (
          <>
            {texts.topic}{' '}
            <IdLink to={`/explorer/topics/${data.topicId}`} copy={data.topicId}>
              {data.topicId}
            </IdLink>
          </>
        ) : undefined
      }
      face={<Face id={daoId} kind="dao" size={64} />}
      actions={mayPropose ? propose : undefined}
      crumbs={[{ to: '/daos', label: daos.title }]}
      isWide
    >
      <Loaded query={query}>
        {(dao) => (
          <>
            {dao.status === 'PENDING' ? (
              <Alert color="blue" icon={<ClockIcon />} role="status">
                {texts.pending}
              </Alert>
            ) : null}
            {dao.status === 'INACTIVE' ? <Alert color="orange">{texts.inactive}</Alert> : null}
            {me === '' || dao.status === 'INACTIVE' || mayBeMember(dao, me) ? null : (
              <Alert color="blue" title={texts.outside} data-testid="outside">
                <HowToJoin dao={dao} />
              </Alert>
            )}
            {dao.description ? (
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                <bdi>{seenWhole(dao.description)}</bdi>
              </Text>
            ) : null}
            <DaoTabs dao={dao} propose={mayPropose ? propose : null} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** @param props.propose The actions to offer if there are no proposals or drafts */
function DaoTabs({ dao, propose }: { dao: Dao; propose: ReactNode }) {
  const { dao: texts } = useTexts()
  const me = useMe()
  const [tab, setTab] = useTab(['proposals', 'drafts', 'members', 'delegates', 'treasury', 'rules'])
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="proposals" mih={44}>
          {texts.proposals}
        </Tabs.Tab>
        <Tabs.Tab value="drafts" mih={44}>
          {texts.drafts}
        </Tabs.Tab>
        <Tabs.Tab value="members" mih={44}>
          {texts.members} ({dao.memberCount})
        </Tabs.Tab>
        {dao.votingRules.delegation ? (
          <Tabs.Tab value="delegates" mih={44}>
            {texts.delegates}
          </Tabs.Tab>
        ) : null}
        <Tabs.Tab value="treasury" mih={44}>
          {texts.treasury}
        </Tabs.Tab>
        <Tabs.Tab value="rules" mih={44}>
          {texts.rules}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="proposals">
        {dao.proposals.length === 0 ? (
          <Empty title={texts.noProposals} text={texts.noProposalsText}>
            {propose}
          </Empty>
        ) : (
          <Proposals list={dao.proposals} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="drafts">
        <Drafts daoId={dao.daoId}>{propose}</Drafts>
      </Tabs.Panel>
      <Tabs.Panel value="members">
        <Stack>
          <Members dao={dao} />
          <DelegationCard dao={dao} />
          {me === '' ? null : <NoticesCard daoId={dao.daoId} />}
        </Stack>
      </Tabs.Panel>
      {dao.votingRules.delegation ? (
        <Tabs.Panel value="delegates">
          <DelegatesPanel dao={dao} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="treasury">
        <TreasuryPanel dao={dao} />
      </Tabs.Panel>
      <Tabs.Panel value="rules">
        <Stack>
          <Rules dao={dao} />
          <RulesHistory dao={dao} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}

function Proposals({ list }: { list: Proposal[] }) {
  const { proposal: texts } = useTexts()
  const called = useCalled()
  return (
    <ul className="panel entries">
      {list.map((proposal) => (
        <li key={proposal.proposalId}>
          <AccountFace id={proposal.creatorAddress} name={called(proposal.creatorAddress, undefined)} size={40} />
          <div>
            <Link to="/proposals/$proposalId" params={{ proposalId: proposal.proposalId }} className="row-t">
              <b>
                <bdi>{seen(proposal.title)}</bdi>
              </b>
            </Link>
            <div className="row-s">
              {proposal.status === 'ACTIVE' ? (
                <Countdown to={proposal.endTime} text={texts.endsIn} over={texts.ended} />
              ) : (
                <Time at={proposal.status === 'PENDING' ? proposal.startTime : proposal.endTime} />
              )}
            </div>
          </div>
          <div className="row-a">
            <ProposalBadge proposal={proposal} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** @param props.children The actions to offer if there are no drafts */
function Drafts({ daoId, children }: { daoId: string; children: ReactNode }) {
  const { dao: texts, draft: words } = useTexts()
  const called = useCalled()
  const query = useInfiniteQuery(draftsQuery(daoId))
  return (
    <Loaded query={query}>
      {({ entries }) =>
        entries.length === 0 ? (
          <Empty title={texts.noDrafts} text={texts.noDraftsText}>
            {children}
          </Empty>
        ) : (
          <>
            <ul className="panel entries">
              {entries.map(({ draftId, authorAddress, updatedAt, proposal }) => (
                <li key={draftId}>
                  <AccountFace id={authorAddress} name={called(authorAddress, undefined)} size={40} />
                  <div>
                    <Link to="/drafts/$draftId" params={{ draftId }} className="row-t">
                      <b>
                        <bdi>{seen(proposal.title)}</bdi>
                      </b>
                    </Link>
                    <div className="row-s">
                      {words.changed} <Time at={updatedAt} />
                    </div>
                  </div>
                </li>
              ))}
            </ul>
            <More list={query} />
          </>
        )
      }
    </Loaded>
  )
}

function Members({ dao }: { dao: Dao }) {
  const { app, dao: texts, connect } = useTexts()
  const me = useMe()
  const queries = useQueryClient()
  const [account, setAccount] = useDraftState(useDraft('member'), 'account', '')
  const [isTried, setTried] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const path = { daoId: dao.daoId }
  const changing = useMutation({
    mutationFn: ({ memberAddress, isNew }: { memberAddress: string; isNew: boolean }) =>
      isNew
        ? api.governance.post('/daos/{daoId}/members', { path, body: { memberAddress } })
        : api.governance.delete('/daos/{daoId}/members/{memberAddress}', { path: { ...path, memberAddress } }),
    onSuccess() {
      setAccount('')
      setTried(false)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', dao.daoId] }),
  })
  const isOwner = dao.ownerAddress === me
  return (
    <Card maw="var(--narrow)">
      <Stack gap="sm">
        <Title order={2}>{texts.members}</Title>
        <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {dao.members.map((member) => (
            <li key={member} style={{ minHeight: 44, display: 'flex', alignItems: 'center', gap: 8 }}>
              <Who id={member} below={<AccountLink id={member} />} />
              {member === dao.ownerAddress ? (
                <Text span size="sm" c="dimmed">
                  {texts.owner}
                </Text>
              ) : isOwner ? (
                <ActionIcon ms="auto" aria-label={texts.remove(member)} onClick={() => setLeaving(member)}>
                  <CrossIcon />
                </ActionIcon>
              ) : null}
            </li>
          ))}
        </Stack>
        {dao.membersTruncated ? <Text c="dimmed">{texts.membersTruncated}</Text> : null}
        {isOwner ? (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              setTried(true)
              if (isEntityId(account)) changing.mutate({ memberAddress: account, isNew: true })
            }}
          >
            <Group align="flex-end">
              <AccountInput
                label={texts.newMember}
                value={account}
                onChange={setAccount}
                error={isTried && !isEntityId(account) ? connect.accountWrong : undefined}
                style={{ flex: '1 1 12rem' }}
              />
              <Button type="submit" variant="default" loading={changing.isPending}>
                {texts.admit}
              </Button>
            </Group>
          </form>
        ) : null}
        {changing.error ? <Failed error={changing.error} /> : null}
        <Text size="sm" c="dimmed">
          {texts.membersHint}
        </Text>
      </Stack>
      <Dialog opened={leaving !== undefined} onClose={() => setLeaving(undefined)} title={texts.removeTitle}>
        {leaving === undefined ? null : (
          <Stack>
            <Who id={leaving} below={<AccountLink id={leaving} />} />
            <Text>{texts.removeText}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setLeaving(undefined)}>
                {app.cancel}
              </Button>
              <Button
                color="red"
                onClick={() => {
                  changing.mutate({ memberAddress: leaving, isNew: false })
                  setLeaving(undefined)
                }}
              >
                {texts.removeButton}
              </Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </Card>
  )
}

function Rules({ dao: { daoId, votingRules, topicId, ownerAddress, createdAt } }: { dao: Dao }) {
  const { dao: texts } = useTexts()
  return (
    <Card maw="var(--narrow)">
      <dl className="statements">
        <RuleRows votingRules={votingRules} />
        <dt>{texts.owner}</dt>
        <dd>
          <Account id={ownerAddress} />
        </dd>
        <dt>{texts.topic}</dt>
        <dd>
          {topicId === null ? (
            '–'
          ) : (
            <IdLink to={`/explorer/topics/${topicId}`} copy={topicId}>
              {topicId}
            </IdLink>
          )}
        </dd>
        <dt>{texts.id}</dt>
        <dd>
          <Copied text={daoId} />
        </dd>
        <dt>{texts.founded}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </dl>
    </Card>
  )
}
