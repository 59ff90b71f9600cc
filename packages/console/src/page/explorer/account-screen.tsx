import { Button, Group, Tabs, Text } from '@mantine/core'
import { withChecksum } from '@quorate/verify'
import { Link, useParams } from '@tanstack/react-router'
import type { Static } from 'typebox'
import { useMyNames } from '../address-book/use-book.ts'
import { useSession } from '../api/session.tsx'
import { AccountFace } from '../parts/account-face.tsx'
import { useTab } from '../parts/use-tab.ts'
import { Account, Copied, IdLink } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { AccountAnswer, HoldingsAnswer, type NftAnswer, NftsAnswer } from './answers.ts'
import { useMirror, useMirrorList } from './mirror.ts'
import {
  Bytes,
  ExplorerScreen,
  Fact,
  Facts,
  Found,
  Hbars,
  Mark,
  MirrorKeyTree,
  Moment,
  Pages,
  Raw,
  Row,
  Rows,
  Section,
  TokenUnits,
  writtenOr,
} from './parts.tsx'
import { pathOf } from './search.ts'
import { TransactionList } from './transactions.tsx'

export function AccountScreen() {
  const { id } = useParams({ from: '/explorer/accounts/$id' })
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const query = useMirror(pathOf('accounts', id, '?transactions=false'), AccountAnswer)
  const account = query.data?.account
  const name = useMyNames().get(account ?? id)
  return (
    <ExplorerScreen
      title={`${texts.account} ${account ?? id}`}
      lead={account ? <Copied text={withChecksum(account, chain)} /> : undefined}
      face={<AccountFace id={account ?? id} name={name} size={56} />}
    >
      <Found query={query}>{(data) => <Details data={data} />}</Found>
    </ExplorerScreen>
  )
}

function Details({ data }: { data: AccountAnswer }) {
  const { explorer: texts, app } = useTexts()
  const { account: me } = useSession()
  const [tab, setTab] = useTab(['transactions', 'tokens', 'nfts'])
  const { account, balance, key, staked_account_id: toAccount, staked_node_id: toNode } = data
  return (
    <>
      <Section>
        {data.deleted ? <Mark text={texts.deleted} /> : null}
        <Facts>
          <Fact label={texts.balance}>
            {balance?.balance === null || balance?.balance === undefined ? null : <Hbars units={balance.balance} />}
          </Fact>
          <Fact label={texts.memo}>{writtenOr(data.memo)}</Fact>
          <Fact label={texts.created}>{data.created_timestamp ? <Moment at={data.created_timestamp} /> : null}</Fact>
          <Fact label={texts.evmAddress}>{data.evm_address ? <Copied text={data.evm_address} /> : null}</Fact>
          <Fact label={texts.alias}>{data.alias ? <Copied text={data.alias} /> : null}</Fact>
          <Fact label={texts.stakedTo}>
            {toAccount ? (
              <Account id={toAccount} />
            ) : toNode === null || toNode === undefined || toNode < 0 ? null : (
              texts.nodeNumber(toNode)
            )}
          </Fact>
          <Fact label={texts.associations}>
            {data.max_automatic_token_associations === null || data.max_automatic_token_associations === undefined
              ? null
              : texts.associationCount(data.max_automatic_token_associations)}
          </Fact>
          <Fact label={texts.receiverSigns}>{data.receiver_sig_required ? texts.yes : null}</Fact>
        </Facts>
        {me !== null && key?._type === 'ProtobufEncoded' ? (
          <div>
            <Button component={Link} to={`/wallets/${account}`} variant="default">
              {texts.asWallet(app.wallets)}
            </Button>
          </div>
        ) : null}
      </Section>
      {key ? (
        <Section title={texts.key}>
          <MirrorKeyTree value={key} label={texts.key} />
        </Section>
      ) : null}
      <Section>
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="transactions">{texts.transactions}</Tabs.Tab>
            <Tabs.Tab value="tokens">{texts.tokens}</Tabs.Tab>
            <Tabs.Tab value="nfts">{texts.nfts}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="transactions" pt="md">
            <TransactionList
              path={`/api/v1/transactions?account.id=${account}&order=desc&limit=25`}
              account={account}
              isLive
            />
          </Tabs.Panel>
          <Tabs.Panel value="tokens" pt="md">
            <Tokens account={account} />
          </Tabs.Panel>
          <Tabs.Panel value="nfts" pt="md">
            <NftList path={`/api/v1/accounts/${account}/nfts?limit=25`} />
          </Tabs.Panel>
        </Tabs>
      </Section>
      <Raw answer={data} />
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
