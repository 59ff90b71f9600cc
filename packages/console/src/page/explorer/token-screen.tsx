import { Group, Stack, Text } from '@mantine/core'
import { amountText, decimalsIn } from '@quorate/verify'
import { useParams } from '@tanstack/react-router'
import { HoldersAnswer, TokenAnswer } from '../mirror/answers.ts'
import { useMirror, useMirrorList } from '../mirror/mirror.ts'
import { Account, Copied } from '../parts/values.tsx'
import type { Texts } from '../texts/en.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { NftList } from './account-screen.tsx'
import {
  ExplorerScreen,
  Fact,
  Facts,
  Found,
  Mark,
  MirrorKeyTree,
  Moment,
  Pages,
  Raw,
  Row,
  Rows,
  Section,
  writtenOr,
} from './parts.tsx'
import { pathOf } from './search/search.ts'

const KEYS = [
  'admin_key',
  'supply_key',
  'freeze_key',
  'kyc_key',
  'wipe_key',
  'pause_key',
  'fee_schedule_key',
  'metadata_key',
] as const

export function TokenScreen() {
  const { id } = useParams({ from: '/explorer/tokens/$id' })
  const { explorer: texts } = useTexts()
  const query = useMirror(pathOf('tokens', id), TokenAnswer)
  const { data } = query
  return (
    <ExplorerScreen
      title={`${texts.token} ${id}`}
      lead={
        data ? (
          <>
            <bdi>{seen(data.name)}</bdi> · <bdi>{seen(data.symbol)}</bdi>
          </>
        ) : undefined
      }
    >
      <Found query={query}>{(token) => <Details token={token} />}</Found>
    </ExplorerScreen>
  )
}

function Details({ token }: { token: TokenAnswer }) {
  const { texts: all, language } = useLanguage()
  const { explorer: texts } = all
  const { token_id: id, type, decimals, treasury_account_id: treasury } = token
  const isCollection = type === 'NON_FUNGIBLE_UNIQUE'
  const units = (amount: string) => unitsText(amount, decimals, { texts: all, language })
  const keys = KEYS.flatMap((name) => (token[name] ? [{ name, key: token[name] }] : []))
  return (
    <>
      <Section>
        {token.deleted ? <Mark text={texts.deleted} /> : null}
        {token.pause_status === 'PAUSED' ? <Mark text={texts.paused} /> : null}
        <Facts>
          <Fact label={texts.id}>
            <Copied text={id} />
          </Fact>
          <Fact label={texts.type}>{isCollection ? texts.collection : texts.fungible}</Fact>
          <Fact label={texts.supply}>{units(token.total_supply)}</Fact>
          <Fact label={texts.maxSupply}>
            {token.max_supply && token.max_supply !== '0' && /^\d{1,20}$/.test(token.max_supply)
              ? units(token.max_supply)
              : null}
          </Fact>
          <Fact label={texts.decimals}>{isCollection ? null : decimals}</Fact>
          <Fact label={texts.treasury}>{treasury ? <Account id={treasury} /> : null}</Fact>
          <Fact label={texts.memo}>{writtenOr(token.memo)}</Fact>
          <Fact label={texts.created}>{token.created_timestamp ? <Moment at={token.created_timestamp} /> : null}</Fact>
        </Facts>
      </Section>
      <Section title={isCollection ? texts.nfts : texts.holders}>
        {isCollection ? <NftList path={`/api/v1/tokens/${id}/nfts?limit=25`} /> : <Holders token={token} />}
      </Section>
      {keys.length > 0 ? (
        <Section title={texts.keys}>
          {keys.map(({ name, key }) => (
            <Stack key={name} gap={4}>
              <Text fw={600} size="sm">
                {texts.keyNames[name]}
              </Text>
              <MirrorKeyTree value={key} label={texts.keyNames[name]} />
            </Stack>
          ))}
        </Section>
      ) : null}
      <Raw answer={token} />
    </>
  )
}

function unitsText(units: number | bigint | string, decimals: string, of: { texts: Texts; language: string }): string {
  const known = decimalsIn(decimals)
  return known === undefined ? of.texts.amounts.unknown : amountText(BigInt(units), known, of.language)
}

function Holders({ token: { token_id: id, decimals } }: { token: TokenAnswer }) {
  const { texts, language } = useLanguage()
  const list = useMirrorList(`/api/v1/tokens/${id}/balances?limit=25`, HoldersAnswer, ({ balances }) => balances)
  return (
    <Pages list={list} empty={texts.explorer.noHolders}>
      {(items) => (
        <Rows>
          {items.map((holder) => (
            <Row key={holder.account} answer={holder}>
              <Group justify="space-between">
                <Account id={holder.account} />
                <Text fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {unitsText(holder.balance, decimals, { texts, language })}
                </Text>
              </Group>
            </Row>
          ))}
        </Rows>
      )}
    </Pages>
  )
}
