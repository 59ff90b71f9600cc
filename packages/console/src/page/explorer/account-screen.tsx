import { Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { withChecksum } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Static } from 'typebox'
import { useOwnerNames } from '../address-book/use-owner-names.ts'
import { everyWalletQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { AccountAnswer, ContractsAnswer, HoldingsAnswer, type NftAnswer, NftsAnswer } from '../mirror/answers.ts'
import { useMirror, useMirrorList } from '../mirror/mirror.ts'
import { Balance } from '../movements/balance.tsx'
import { useTransactions } from '../movements/ledger-reads.ts'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { useTab } from '../parts/layout/use-tab.ts'
import { isoOf } from '../parts/moments.ts'
import { Account, AccountLink, Copied, IdLink, Resembles, Time } from '../parts/values.tsx'
import { NftFace } from '../pictures/token-pictures.tsx'
import { useTexts } from '../texts/language.tsx'
import { Contract } from './contracts/contract.tsx'
import {
  Bytes,
  ExplorerScreen,
  Found,
  Mark,
  MirrorKeyTree,
  Pages,
  RailFact,
  RailFacts,
  RailJson,
  Row,
  Rows,
  Section,
  TokenUnits,
  writtenOr,
} from './parts.tsx'
import { pathOf } from './search/search.ts'
import { TransactionList } from './transactions/transaction-table.tsx'

export function AccountScreen() {
  const { id } = useParams({ from: '/explorer/accounts/$id' })
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const query = useMirror(pathOf('accounts', id, '?transactions=false'), AccountAnswer)
  const { data } = query
  const account = data?.account ?? id
  const name = useOwnerNames()(null, account)
  return (
    <ExplorerScreen
      title={name ?? `${texts.account} ${account}`}
      lead={
        data ? (
          <span className="metas">
            <span>
              {texts.account} <Copied text={withChecksum(data.account, chain)} />
            </span>
            {data.deleted ? <Mark text={texts.deleted} /> : null}
            <Resembles id={data.account} />
          </span>
        ) : undefined
      }
      face={<AccountFace id={account} name={name} size={64} />}
      actions={data ? <OpenWallet data={data} /> : undefined}
      rail={data ? <Rail data={data} /> : undefined}
      railLabel={texts.account}
    >
      <Found query={query}>{(found) => <Details data={found} readAt={query.dataUpdatedAt} />}</Found>
    </ExplorerScreen>
  )
}

function OpenWallet({ data: { account, key } }: { data: AccountAnswer }) {
  const { explorer: texts, app } = useTexts()
  const { account: me } = useSession()
  const { data: wallets } = useQuery({ ...everyWalletQuery(), enabled: me !== null })
  if (me === null || key?._type !== 'ProtobufEncoded') return null
  const isMine = wallets?.some(({ wallet }) => wallet === account) ?? false
  return (
    <Button component={Link} to={`/wallets/${account}`} variant="default">
      {isMine ? texts.openWallet : texts.asWallet(app.wallets)}
    </Button>
  )
}

function Details({ data, readAt }: { data: AccountAnswer; readAt: number }) {
  const { explorer: texts } = useTexts()
  const [tab, setTab] = useTab(['transactions', 'tokens', 'nfts', 'key', 'contract'])
  const { account, balance, key } = data
  // Reads a list, because a browser would log the 404 for accounts that are no contracts as an error.
  const { data: contracts } = useMirror(`/api/v1/contracts?contract.id=${account}&limit=1`, ContractsAnswer)
  const isContract = contracts?.contracts[0]?.contract_id === account
  const transactions = useTransactions(useMemo(() => [account], [account]))
  return (
    <>
      {balance?.balance === null || balance?.balance === undefined ? null : (
        <Balance account={account} balance={BigInt(balance.balance)} readAt={readAt} transactions={transactions} />
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="transactions">{texts.transactions}</Tabs.Tab>
          <Tabs.Tab value="tokens">{texts.tokens}</Tabs.Tab>
          <Tabs.Tab value="nfts">{texts.nfts}</Tabs.Tab>
          {key ? <Tabs.Tab value="key">{texts.key}</Tabs.Tab> : null}
          {isContract ? <Tabs.Tab value="contract">{texts.contract}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="transactions">
          <TransactionList
            path={`/api/v1/transactions?account.id=${account}&order=desc&limit=25`}
            account={account}
            isLive
          />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <Section>
            <Tokens account={account} />
          </Section>
        </Tabs.Panel>
        <Tabs.Panel value="nfts">
          <Section>
            <NftList path={`/api/v1/accounts/${account}/nfts?limit=25`} />
          </Section>
        </Tabs.Panel>
        {key ? (
          <Tabs.Panel value="key">
            <Section>
              <MirrorKeyTree value={key} label={texts.key} />
            </Section>
          </Tabs.Panel>
        ) : null}
        {isContract ? (
          <Tabs.Panel value="contract">
            <Stack>
              <Contract id={account} />
            </Stack>
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </>
  )
}

function Rail({ data }: { data: AccountAnswer }) {
  const { explorer: texts } = useTexts()
  const { staked_account_id: toAccount, staked_node_id: toNode } = data
  return (
    <>
      <section className="panel pad">
        <h2>{texts.account}</h2>
        <RailFacts>
          <RailFact label={texts.memo}>{writtenOr(data.memo)}</RailFact>
          <RailFact label={texts.created}>
            {data.created_timestamp ? <Time at={isoOf(data.created_timestamp)} /> : null}
          </RailFact>
          <RailFact label={texts.stakedTo}>
            {toAccount ? (
              <AccountLink id={toAccount} />
            ) : toNode === null || toNode === undefined || toNode < 0 ? null : (
              texts.nodeNumber(toNode)
            )}
          </RailFact>
          <RailFact label={texts.associations}>
            {data.max_automatic_token_associations === null || data.max_automatic_token_associations === undefined
              ? null
              : texts.associationCount(data.max_automatic_token_associations)}
          </RailFact>
          <RailFact label={texts.receiverSigns}>{data.receiver_sig_required ? texts.yes : null}</RailFact>
          <RailFact label={texts.evmAddress}>{data.evm_address ? <Copied text={data.evm_address} /> : null}</RailFact>
          <RailFact label={texts.alias}>{data.alias ? <Copied text={data.alias} /> : null}</RailFact>
        </RailFacts>
      </section>
      <RailJson answer={data} />
    </>
  )
}

function Tokens({ account }: { account: string }) {
  const { explorer: texts } = useTexts()
  const list = useMirrorList(`/api/v1/accounts/${account}/tokens?limit=25`, HoldingsAnswer, ({ tokens }) => tokens)
  return (
    <Pages list={list} empty={texts.noTokens}>
      {(items) => (
        <Rows>
          {items.map((holding) => (
            <Row key={holding.token_id} answer={holding}>
              <TokenUnits token={holding.token_id} units={BigInt(holding.balance)} />
            </Row>
          ))}
        </Rows>
      )}
    </Pages>
  )
}

export function NftList({ path }: { path: string }) {
  const { explorer: texts } = useTexts()
  const list = useMirrorList(path, NftsAnswer, ({ nfts }) => nfts)
  return (
    <Pages list={list} empty={texts.noNfts}>
      {(items) => (
        <Rows>
          {items.map((nft) => (
            <NftRow key={`${nft.token_id} ${nft.serial_number}`} nft={nft} />
          ))}
        </Rows>
      )}
    </Pages>
  )
}

function NftRow({ nft }: { nft: Static<typeof NftAnswer> }) {
  const { token_id: token, serial_number: serial, metadata, account_id: owner } = nft
  return (
    <Row answer={nft}>
      <Group gap="xs">
        <NftFace token={token} metadata={metadata} />
        <IdLink to={`/explorer/tokens/${token}/${serial}`}>
          {token} #{String(serial)}
        </IdLink>
        {owner ? <Account id={owner} /> : null}
      </Group>
      {metadata ? (
        <Text size="sm" component="div">
          <Bytes base64={metadata} />
        </Text>
      ) : null}
    </Row>
  )
}
