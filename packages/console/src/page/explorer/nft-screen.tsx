import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Static } from 'typebox'
import { NftAnswer, NftMovesAnswer } from '../mirror/answers.ts'
import { useMirror, useMirrorList } from '../mirror/mirror.ts'
import { Account, IdLink } from '../parts/values.tsx'
import { NftFace } from '../pictures/token-pictures.tsx'
import { kindText } from '../texts/kinds.ts'
import { useTexts } from '../texts/language.tsx'
import { Bytes, ExplorerScreen, Fact, Facts, Found, Mark, Moment, Pages, Raw, Row, Rows, Section } from './parts.tsx'
import { isPathPart, pathOf } from './search/search.ts'

export function NftScreen() {
  const { id, serial } = useParams({ from: '/explorer/tokens/$id/$serial' })
  const { explorer: texts } = useTexts()
  const path = isPathPart(serial) ? pathOf('tokens', id, `/nfts/${serial}`) : null
  const query = useMirror(path, NftAnswer)
  return (
    <ExplorerScreen
      title={`${id} #${serial}`}
      lead={texts.nft}
      face={<NftFace token={id} metadata={query.data?.metadata} size={64} />}
    >
      <Found query={query}>
        {(nft) => (
          <>
            <Section>
              {nft.deleted ? <Mark text={texts.deleted} /> : null}
              <Facts>
                <Fact label={texts.owner}>{nft.account_id ? <Account id={nft.account_id} checksum /> : null}</Fact>
                <Fact label={texts.token}>
                  <IdLink to={`/explorer/tokens/${nft.token_id}`} copy={nft.token_id}>
                    {nft.token_id}
                  </IdLink>
                </Fact>
                <Fact label={texts.spender}>{nft.spender ? <Account id={nft.spender} /> : null}</Fact>
                <Fact label={texts.metadata}>{nft.metadata ? <Bytes base64={nft.metadata} /> : null}</Fact>
                <Fact label={texts.created}>
                  {nft.created_timestamp ? <Moment at={nft.created_timestamp} /> : null}
                </Fact>
              </Facts>
            </Section>
            <Moves path={`/api/v1/tokens/${nft.token_id}/nfts/${nft.serial_number}/transactions?limit=25`} />
            <Raw answer={nft} />
          </>
        )}
      </Found>
    </ExplorerScreen>
  )
}

function Moves({ path }: { path: string }) {
  const { explorer: texts } = useTexts()
  const list = useMirrorList(path, NftMovesAnswer, ({ transactions }) => transactions)
  return (
    <Section title={texts.history}>
      <Pages list={list} empty={texts.noTransactions}>
        {(items) => (
          <Rows>
            {items.map((move) => (
              <MoveRow key={move.consensus_timestamp} move={move} />
            ))}
          </Rows>
        )}
      </Pages>
    </Section>
  )
}

function MoveRow({ move }: { move: Static<typeof NftMovesAnswer>['transactions'][number] }) {
  const { explorer: texts } = useTexts()
  const { consensus_timestamp: at, transaction_id: id, type, sender_account_id: from, receiver_account_id: to } = move
  return (
    <Row answer={move}>
      <Text size="sm" component="div">
        <b>{kindText(type, texts)}</b>: {from ? <Account id={from} /> : '–'} → {to ? <Account id={to} /> : '–'}
      </Text>
      <IdLink to={`/explorer/transactions/${at}`} copy={id}>
        {id}
      </IdLink>
    </Row>
  )
}
