import { Alert, Anchor, Button, Card, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MultisigTypes } from '@quorate/client'
import { withChecksum } from '@quorate/verify'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type CSSProperties, useMemo } from 'react'
import { useCalled, useSymbol, useTokenName } from '../address-book/use-called.ts'
import { useOwnerNames } from '../address-book/use-owner-names.ts'
import type { Wallet } from '../api/client.ts'
import { useWalletEvents } from '../api/live.tsx'
import { BALANCE_MS, everyWalletQuery, inboxQuery, pendingQuery, walletQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { pinnedOf, setPinned, usePinned } from '../app/pinned.ts'
import { useKeyMatch, useStaleOwners, WalletKeyTree } from '../approve/wallet-key-tree.tsx'
import { AccountAnswer } from '../mirror/answers.ts'
import { useMirror } from '../mirror/mirror.ts'
import { Balance } from '../movements/balance.tsx'
import { movementsOf, useTransactions } from '../movements/ledger-reads.ts'
import { MovementTable } from '../movements/movement-table.tsx'
import { Face, Faces } from '../parts/faces/face.tsx'
import { Who } from '../parts/faces/who.tsx'
import { QrCode } from '../parts/figures/qr-code.tsx'
import { Ring } from '../parts/figures/ring.tsx'
import { ruleText } from '../parts/figures/rule.ts'
import { Dialog } from '../parts/layout/dialog.tsx'
import { Fold } from '../parts/layout/fold.tsx'
import {
  CheckIcon,
  InIcon,
  KeyIcon,
  OutIcon,
  PinIcon,
  PlusIcon,
  PrintIcon,
  ShieldIcon,
  WarningIcon,
} from '../parts/layout/icons.tsx'
import { CountBadge, More } from '../parts/layout/more.tsx'
import { Columns, Screen, Section } from '../parts/layout/screen.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { useTab } from '../parts/layout/use-tab.ts'
import { AccountLink, Amount, Copied, IdLink, Resembles, Time } from '../parts/values.tsx'
import { TokenFace } from '../pictures/token-pictures.tsx'
import { endOf } from '../requests/progress.ts'
import { RequestRow } from '../requests/request-row.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seenWhole } from '../texts/strangers.ts'
import { EditName } from './creation/edit-name.tsx'
import { History } from './history/history.tsx'
import { Airdrops } from './paying/airdrops.tsx'
import { NextPayments } from './paying/plans.tsx'
import { LimitsSection } from './roles/limits-section.tsx'
import { OwnRole } from './roles/own-roles.tsx'
import { RolesSection } from './roles/roles-section.tsx'

export function WalletScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId' })
  const { wallet: texts, wallets, access } = useTexts()
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const pending = useInfiniteQuery(pendingQuery(walletId))
  const [tab, setTab] = useTab(['overview', 'requests', 'owners', 'access', 'history'])
  useWalletEvents(walletId)
  const { data } = query
  const called = useCalled()
  return (
    <Screen
      title={data ? (called(walletId, data.name) ?? walletId) : texts.title}
      face={<Face id={walletId} kind="wallet" size={64} />}
      lead={<Metas walletId={walletId} wallet={data} />}
      actions={
        data ? <WalletActions walletId={walletId} name={called(walletId, data.name)} role={data.role} /> : undefined
      }
      crumbs={[{ to: '/wallets', label: wallets.title }]}
      isWide
    >
      <Loaded query={query}>
        {(wallet) => (
          <>
            <OtherKey wallet={wallet} />
            <Tabs value={tab} onChange={setTab} keepMounted={false}>
              <Tabs.List mb="lg">
                <Tabs.Tab value="overview" mih={44}>
                  {texts.overview}
                </Tabs.Tab>
                <Tabs.Tab value="requests" mih={44} rightSection={<CountBadge count={pending.data?.total} />}>
                  {texts.requests}
                </Tabs.Tab>
                <Tabs.Tab value="owners" mih={44}>
                  {texts.owners}
                </Tabs.Tab>
                <Tabs.Tab value="access" mih={44}>
                  {access.tab}
                </Tabs.Tab>
                <Tabs.Tab value="history" mih={44}>
                  {texts.history}
                </Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="overview">
                <Overview
                  wallet={wallet}
                  readAt={query.dataUpdatedAt}
                  pending={pending.data?.entries ?? []}
                  toRequests={() => setTab('requests')}
                />
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
              <Tabs.Panel value="access">
                <Stack gap="xl">
                  {wallet.role === 'owner' ? <RolesSection walletId={walletId} /> : null}
                  <LimitsSection wallet={wallet} />
                  {wallet.role === 'owner' ? null : <OwnRole walletId={walletId} role={wallet.role} />}
                </Stack>
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

/** A warning if the service or the ledger says that the wallet's key is no longer its owners' key. */
function OtherKey({ wallet }: { wallet: Wallet }) {
  const { wallet: texts, adopt } = useTexts()
  const match = useKeyMatch(wallet)
  if (wallet.keyMatches && match !== 'other') return null
  return (
    <Alert color="red" icon={<WarningIcon />} title={texts.keyChanged} role="alert">
      <Stack gap="xs" align="flex-start">
        {texts.keyChangedText}
        <Button component={Link} to="/wallets/adopt" search={{ account: wallet.wallet } as never} variant="default">
          {adopt.again}
        </Button>
      </Stack>
    </Alert>
  )
}

/** The id, the owners with their rule, and whether the key on the ledger is theirs. */
function Metas({ walletId, wallet }: { walletId: string; wallet: Wallet | undefined }) {
  const { wallet: texts, wallets } = useTexts()
  const match = useKeyMatch(wallet)
  const called = useCalled()
  return (
    <div className="metas">
      <AccountLink id={walletId} />
      {wallet ? (
        <>
          <span>
            <Faces
              of={wallet.settings.owners.map(({ wallet: id, name }) => ({ id, name: called(id, name) }))}
              size={22}
            />
            {wallets.rule(wallet.settings.threshold, wallet.settings.owners.length)}
          </span>
          {wallet.keyMatches && match === 'same' ? (
            <span className="ok">
              <ShieldIcon /> {texts.keyMatchesShort}
            </span>
          ) : null}
        </>
      ) : null}
      <Resembles id={walletId} />
    </div>
  )
}

function WalletActions(props: { walletId: string; name: string | undefined; role: Wallet['role'] }) {
  const { walletId, name, role } = props
  const mayAsk = role !== 'observer'
  const { wallet: texts, app } = useTexts()
  const [isOpen, dialog] = useDisclosure()
  const { data: wallets = [] } = useQuery(everyWalletQuery())
  const pinned = pinnedOf(wallets, usePinned()).map(({ wallet }) => wallet)
  const isPinned = pinned.includes(walletId)
  return (
    <>
      {mayAsk ? (
        <Button component={Link} to={`/wallets/${walletId}/ask?kind=withdraw`} leftSection={<OutIcon />}>
          {texts.send}
        </Button>
      ) : null}
      <Button variant="default" leftSection={<InIcon />} onClick={dialog.open}>
        {texts.receive}
      </Button>
      {mayAsk ? (
        <Button variant="default" component={Link} to={`/wallets/${walletId}/ask`} leftSection={<PlusIcon />}>
          {texts.ask}
        </Button>
      ) : null}
      <button
        type="button"
        className="icon-b pin"
        aria-pressed={isPinned}
        aria-label={isPinned ? app.unpin : app.pin}
        title={isPinned ? app.unpin : app.pin}
        onClick={() => setPinned(isPinned ? pinned.filter((one) => one !== walletId) : [...pinned, walletId])}
      >
        <PinIcon />
      </button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.receiveTitle}>
        <Stack align="center">
          <Who id={walletId} name={name} kind="wallet" size={40} below={<AccountLink id={walletId} checksum />} />
          <QrCode text={walletId} label={texts.qr} width="14rem" />
          <Text size="sm" c="dimmed">
            {texts.fund}
          </Text>
        </Stack>
      </Dialog>
    </>
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

const MOST_SHOWN = 5

function Overview(props: { wallet: Wallet; readAt: number; pending: readonly Pending[]; toRequests: () => void }) {
  const { wallet, readAt, pending, toRequests } = props
  const { texts: all } = useLanguage()
  const { wallet: texts } = all
  const ids = useMemo(() => [wallet.wallet], [wallet.wallet])
  const transactions = useTransactions(ids)
  const movements = movementsOf(transactions)
  return (
    <Columns
      railLabel={texts.owners}
      rail={
        <>
          <Rule wallet={wallet} />
          <About wallet={wallet} />
        </>
      }
    >
      <Balance
        account={wallet.wallet}
        balance={BigInt(wallet.assets[0]?.balance ?? 0)}
        readAt={readAt}
        transactions={transactions}
      />
      {pending.length === 0 ? null : (
        <Section
          title={texts.openRequests}
          count={pending.length}
          end={
            pending.length > MOST_SHOWN ? (
              <button type="button" className="plain" onClick={toRequests}>
                {all.app.more}
              </button>
            ) : undefined
          }
        >
          <Requests requests={pending.slice(0, MOST_SHOWN)} />
        </Section>
      )}
      <NextPayments wallet={wallet} />
      <Holdings wallet={wallet} />
      <Airdrops wallet={wallet.wallet} />
      {movements.length === 0 ? null : (
        <Section
          title={texts.activity}
          end={
            <Link to="/explorer/accounts/$id" params={{ id: wallet.wallet }}>
              {texts.allActivity}
            </Link>
          }
        >
          <MovementTable movements={movements.slice(0, 2 * MOST_SHOWN)} />
        </Section>
      )}
    </Columns>
  )
}

/** The wallet's assets. The names and symbols of tokens are other people's text. */
function Holdings({ wallet: { wallet, assets, role } }: { wallet: Wallet }) {
  const { wallet: texts } = useTexts()
  const tokenName = useTokenName()
  const symbolOf = useSymbol()
  return (
    <Section
      title={texts.assets}
      end={
        role === 'observer' ? undefined : (
          <Anchor component={Link} to={`/wallets/${wallet}/ask?kind=associate`} inherit>
            {texts.accept}
          </Anchor>
        )
      }
    >
      <div className="panel tw">
        <table className="table cards holdings">
          <thead>
            <tr>
              <th>{texts.asset}</th>
              <th className="r">{texts.balance}</th>
            </tr>
          </thead>
          <tbody>
            {assets.map(({ tokenId, name, symbol, balance, serials }) => (
              <tr key={tokenId}>
                <td>
                  {tokenId === 'HBAR' ? (
                    <span className="who">
                      <span
                        className="face token hbar"
                        style={{ '--s': '34px' } as CSSProperties}
                        aria-hidden="true"
                        data-letters="ℏ"
                      />
                      <span className="who-t">
                        <span className="who-n">HBAR</span>
                        <span className="sub">{texts.ledgerOwn}</span>
                      </span>
                    </span>
                  ) : (
                    <span className="who">
                      <TokenFace id={tokenId} text={symbolOf(tokenId, symbol)} />
                      <span className="who-t">
                        <span className="who-n">
                          <bdi>{tokenName(tokenId, name) ?? tokenId}</bdi>
                        </span>
                        {serials?.length ? (
                          <span className="sub serials">
                            {texts.serials}{' '}
                            {serials.map((serial) => (
                              <span key={serial}>
                                <IdLink to={`/explorer/tokens/${tokenId}/${serial}`}>#{serial}</IdLink>{' '}
                              </span>
                            ))}
                          </span>
                        ) : null}
                      </span>
                    </span>
                  )}
                </td>
                <td className="r">
                  <Amount units={BigInt(balance)} token={tokenId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

/** The rule with an explanation, and the owners. */
function Rule({ wallet }: { wallet: Wallet }) {
  const texts = useTexts()
  const { owners, threshold } = wallet.settings
  const stale = useStaleOwners(wallet)
  return (
    <section className="panel sig">
      <div className="sig-top">
        <Ring signed={threshold} needed={owners.length} state="rule" size={64} />
        <div className="sig-say">
          {texts.wallet.ruleHead(threshold, owners.length)}
          <small>{ruleText(threshold, owners.length, texts)}</small>
        </div>
      </div>
      <ul className="signers">
        {owners.map((owner) => (
          <li key={owner.wallet}>
            <div>
              <Who id={owner.wallet} name={owner.name} below={<AccountLink id={owner.wallet} />} />
              {stale.has(owner.wallet) ? (
                <Text size="sm" c="var(--refused)">
                  {texts.wallet.ownerStale}
                </Text>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {wallet.role === 'observer' ? null : (
        <Button variant="default" component={Link} to={`/wallets/${wallet.wallet}/ask?kind=update`}>
          {texts.wallet.changeOwners}
        </Button>
      )}
    </section>
  )
}

function About({ wallet }: { wallet: Wallet }) {
  const { wallet: texts, keys } = useTexts()
  const { chain } = useSession()
  const nameOf = useOwnerNames()
  return (
    <>
      <section className="panel pad">
        <h2>{texts.about}</h2>
        {wallet.description ? (
          <p className="note" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            <bdi>{seenWhole(wallet.description)}</bdi>
          </p>
        ) : null}
        <dl className="facts">
          <div>
            <dt>{texts.created}</dt>
            <dd>
              <Time at={wallet.createdAt} />
            </dd>
          </div>
          {wallet.named ? (
            <div data-testid="named">
              <dt>{texts.named}</dt>
              <dd>
                <Time at={wallet.named.at} />
                <Who
                  id={wallet.named.by}
                  name={nameOf(wallet.wallet, wallet.named.by)}
                  below={<AccountLink id={wallet.named.by} />}
                />
              </dd>
            </div>
          ) : null}
        </dl>
        {wallet.role === 'owner' ? <EditName wallet={wallet} /> : null}
        <Staking walletId={wallet.wallet} />
      </section>
      <section className="panel">
        <Fold icon={<KeyIcon />} title={keys.title} hint={texts.keyCount(wallet.settings.owners.length)}>
          <Text size="sm" c="dimmed">
            {keys.lead}
          </Text>
          <WalletKeyTree wallet={wallet} />
        </Fold>
        <Fold icon={<PrintIcon />} title={texts.checksum}>
          <Copied text={withChecksum(wallet.wallet, chain)} />
        </Fold>
      </section>
    </>
  )
}

/** The wallet's staking, as the mirror shows it. Nothing is shown if it does not stake. */
function Staking({ walletId }: { walletId: string }) {
  const { wallet: texts } = useTexts()
  const { data } = useMirror(`/api/v1/accounts/${walletId}?transactions=false`, AccountAnswer)
  const { staked_node_id: node, staked_account_id: account } = data ?? {}
  if (typeof node !== 'number' && typeof account !== 'string') return null
  return (
    <Text size="sm" mt="sm" data-testid="staking">
      {texts.staking}: {typeof node === 'number' ? texts.stakedTo(String(node)) : <AccountLink id={String(account)} />}
    </Text>
  )
}

function Owners({ wallet }: { wallet: Wallet }) {
  const texts = useTexts()
  const { owners, threshold } = wallet.settings
  const stale = useStaleOwners(wallet)
  const match = useKeyMatch(wallet)
  return (
    <Card maw="var(--narrow)">
      <Stack gap="sm">
        <Text fw={650}>{texts.wallet.ruleText(threshold, owners.length)}</Text>
        <Text c="dimmed">{ruleText(threshold, owners.length, texts)}</Text>
        {wallet.keyMatches && match === 'same' ? (
          <Group gap="xs" c="var(--mantine-color-green-text)" wrap="nowrap">
            <CheckIcon />
            <Text size="sm">{texts.wallet.keyMatches}</Text>
          </Group>
        ) : null}
        <ul className="signers">
          {owners.map((owner) => (
            <li key={owner.wallet}>
              <div>
                <Who id={owner.wallet} name={owner.name} below={<AccountLink id={owner.wallet} />} />
                {stale.has(owner.wallet) ? (
                  <Text size="sm" c="var(--refused)">
                    {texts.wallet.ownerStale}
                  </Text>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
        <div>
          {wallet.role === 'observer' ? null : (
            <Button variant="default" component={Link} to={`/wallets/${wallet.wallet}/ask?kind=update`}>
              {texts.wallet.changeOwners}
            </Button>
          )}
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
