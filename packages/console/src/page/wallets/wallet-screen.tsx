import { Alert, Button, Card, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type HistoryEntry, type Wallet } from '../api/client.ts'
import { useWalletEvents } from '../api/live.tsx'
import { BALANCE_MS, historyQuery, inboxQuery, pendingQuery, walletQuery } from '../api/queries.ts'
import { ledgerNow } from '../api/time.ts'
import { useStaleOwners, WalletKeyTree } from '../approve/wallet-key-tree.tsx'
import { StatusBadge } from '../parts/chip.tsx'
import { CheckIcon, PlusIcon, WarningIcon } from '../parts/icons.tsx'
import { CountBadge, More } from '../parts/more.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Screen } from '../parts/screen.tsx'
import { Empty, Failed, Loaded } from '../parts/states.tsx'
import { Account, Amount, clockText, IdLink, Time } from '../parts/values.tsx'
import { endOf, standingOf } from '../requests/progress.ts'
import { RequestRow } from '../requests/request-row.tsx'
import { operationOf } from '../requests/sentence.ts'
import { useSummary } from '../requests/use-sentence.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seenWhole } from '../texts/strangers.ts'
import { historyCsv } from './history-csv.ts'
import { ruleText } from './rule.ts'

export function WalletScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId' })
  const { wallet: texts, wallets } = useTexts()
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const pending = useInfiniteQuery(pendingQuery(walletId))
  const [tab, setTab] = useState<string | null>('overview')
  useWalletEvents(walletId)
  const { data } = query
  const called = useCalled()
  return (
    <Screen
      title={data ? (called(walletId, data.name) ?? walletId) : texts.title}
      lead={
        <Group gap="xs">
          <Account id={walletId} />
          {data ? <span>{wallets.rule(data.settings.threshold, data.settings.owners.length)}</span> : null}
        </Group>
      }
      actions={
        data ? (
          <Button component={Link} to={`/wallets/${walletId}/ask`} leftSection={<PlusIcon />}>
            {texts.ask}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query}>
        {(wallet) => (
          <>
            {wallet.keyMatches ? null : (
              <Alert color="red" icon={<WarningIcon />} title={texts.keyChanged} role="alert">
                {texts.keyChangedText}
              </Alert>
            )}
            <Tabs value={tab} onChange={setTab} keepMounted={false}>
              <Tabs.List mb="md">
                <Tabs.Tab value="overview" mih={44}>
                  {texts.overview}
                </Tabs.Tab>
                <Tabs.Tab value="requests" mih={44} rightSection={<CountBadge count={pending.data?.total} />}>
                  {texts.requests}
                </Tabs.Tab>
                <Tabs.Tab value="owners" mih={44}>
                  {texts.owners}
                </Tabs.Tab>
                <Tabs.Tab value="history" mih={44}>
                  {texts.history}
                </Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="overview">
                <Overview wallet={wallet} readAt={query.dataUpdatedAt} />
              </Tabs.Panel>
              <Tabs.Panel value="requests">
                <Loaded query={pending}>
                  {({ entries }) =>
                    entries.length === 0 ? (
                      <Empty title={texts.noRequests} text={texts.noRequestsText} />
                    ) : (
                      <Requests requests={entries} />
                    )
                  }
                </Loaded>
                <More list={pending} />
              </Tabs.Panel>
              <Tabs.Panel value="owners">
                <Owners wallet={wallet} />
              </Tabs.Panel>
              <Tabs.Panel value="history">
                <History walletId={walletId} />
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

type Pending = MultisigTypes['Request']

/** The requests that end soonest come first. Marks those that wait for the account. */
function Requests({ requests }: { requests: Pending[] }) {
  const { data: waiting } = useQuery(inboxQuery())
  return (
    <ul className="panel entries">
      {requests
        .toSorted((a, b) => Date.parse(endOf(a)) - Date.parse(endOf(b)))
        .map((request) => (
          <RequestRow
            key={request.jobId}
            request={request}
            entry={waiting?.find(({ jobId }) => jobId === request.jobId)}
            isOfWallet
          />
        ))}
    </ul>
  )
}

function Overview({ wallet, readAt }: { wallet: Wallet; readAt: number }) {
  const { texts: all, language } = useLanguage()
  const { wallet: texts } = all
  const [hbar, ...tokens] = wallet.assets
  const called = useCalled()
  return (
    <Stack>
      <Card>
        <Text size="sm" c="dimmed">
          {texts.balance}
        </Text>
        <Amount units={BigInt(hbar?.balance ?? 0)} size="xl" />
        <Text size="sm" c="dimmed">
          {texts.asOf(clockText(readAt - Date.now() + ledgerNow(), language))}
        </Text>
        <Text size="sm" c="dimmed" mt="xs">
          {texts.fund}: <Account id={wallet.wallet} />
        </Text>
        {wallet.description ? (
          <Text mt="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{seenWhole(wallet.description)}</bdi>
          </Text>
        ) : null}
        <Text size="sm" c="dimmed" mt="sm">
          {texts.created} <Time at={wallet.createdAt} />
        </Text>
      </Card>
      {tokens.length === 0 ? null : (
        <Card>
          <Stack gap="sm">
            <Title order={2}>{texts.assets}</Title>
            {tokens.map(({ tokenId, name, balance, serials }) => (
              <div key={tokenId}>
                <Text fw={600}>
                  <bdi>{called(tokenId, name)}</bdi>
                </Text>
                <Amount units={BigInt(balance)} token={tokenId} />
                {serials?.length ? (
                  <Text size="sm" c="dimmed">
                    {texts.serials}{' '}
                    {serials.map((serial) => (
                      <span key={serial}>
                        <IdLink to={`/explorer/tokens/${tokenId}/${serial}`}>#{serial}</IdLink>{' '}
                      </span>
                    ))}
                  </Text>
                ) : null}
              </div>
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  )
}

function Owners({ wallet }: { wallet: Wallet }) {
  const texts = useTexts()
  const { owners, threshold } = wallet.settings
  const stale = useStaleOwners(wallet)
  return (
    <Card>
      <Stack gap="sm">
        <Text fw={650}>{texts.wallet.ruleText(threshold, owners.length)}</Text>
        <Text c="dimmed">{ruleText(threshold, owners.length, texts)}</Text>
        {wallet.keyMatches && stale.size === 0 ? (
          <Group gap="xs" c="var(--mantine-color-green-text)" wrap="nowrap">
            <CheckIcon />
            <Text size="sm">{texts.wallet.keyMatches}</Text>
          </Group>
        ) : null}
        <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {owners.map((owner) => (
            <li key={owner.wallet} style={{ minHeight: 32 }}>
              <Account id={owner.wallet} name={owner.name} />
              {stale.has(owner.wallet) ? (
                <Text size="sm" c="var(--mantine-color-error)">
                  {texts.wallet.ownerStale}
                </Text>
              ) : null}
            </li>
          ))}
        </Stack>
        <div>
          <Button variant="default" component={Link} to={`/wallets/${wallet.wallet}/ask?kind=update`}>
            {texts.wallet.changeOwners}
          </Button>
        </div>
        <Title order={2} mt="sm">
          {texts.keys.title}
        </Title>
        <Text c="dimmed">{texts.keys.lead}</Text>
        <WalletKeyTree wallet={wallet} />
      </Stack>
    </Card>
  )
}

function History({ walletId }: { walletId: string }) {
  const texts = useTexts()
  const query = useInfiniteQuery(historyQuery(walletId))
  return (
    <>
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={texts.wallet.noHistory} text={texts.wallet.noHistoryText} />
          ) : (
            <Stack gap="sm">
              <Download walletId={walletId} />
              {entries.map((entry) => (
                <HistoryCard key={entry.jobId} entry={entry} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <More list={query} />
    </>
  )
}

function HistoryCard({ entry }: { entry: HistoryEntry }) {
  const { jobId, type, payload, timestamp } = entry
  return (
    <Link to="/requests/$jobId" params={{ jobId }} className="row-link">
      <Card padding="md">
        <Group justify="space-between">
          <div style={{ minWidth: 0 }}>
            <Text fw={600}>{useSummary({ operation: operationOf(type, payload), payload })}</Text>
            <Text size="sm" c="dimmed">
              <Time at={timestamp} />
            </Text>
          </div>
          <StatusBadge status={standingOf(entry, ledgerNow())} />
        </Group>
      </Card>
    </Link>
  )
}

const MOST_ENTRIES = 10_000

/** Downloads the whole history, not only the loaded entries. */
function Download({ walletId }: { walletId: string }) {
  const { wallet: texts } = useTexts()
  const loading = useMutation({
    async mutationFn() {
      const entries: HistoryEntry[] = []
      const list = api.multisig.list('/multisig/wallet/{walletId}/history', { path: { walletId } })
      for await (const entry of list) if (entries.push(entry) === MOST_ENTRIES) break
      saveFile(`${walletId}.csv`, historyCsv(entries), 'text/csv')
      return entries.length === MOST_ENTRIES
    },
  })
  return (
    <div>
      <Button variant="default" onClick={() => loading.mutate()} loading={loading.isPending}>
        {texts.download}
      </Button>
      {loading.data ? <Text size="sm">{texts.downloadCut(MOST_ENTRIES)}</Text> : null}
      {loading.error ? <Failed error={loading.error} /> : null}
    </div>
  )
}
