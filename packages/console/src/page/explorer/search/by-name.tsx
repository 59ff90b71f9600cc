/** The results for a name in the search: names that the user knows, and tokens on the ledger. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { identifierIn } from '../../content/identifiers.ts'
import { NamedTokensAnswer } from '../../mirror/answers.ts'
import { useMirror } from '../../mirror/mirror.ts'
import { fitting, type Target } from '../../palette/targets.ts'
import { useTargets } from '../../palette/use-targets.ts'
import { Empty, Loaded } from '../../parts/layout/states.tsx'
import { IdLink } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { Row, Rows, Section } from '../parts.tsx'

/** Mirrors refuse shorter and longer names. */
const [MIN_NAME_BYTES, MAX_NAME_BYTES] = [3, 100]

export function ByName({ text }: { text: string }) {
  const { explorer: texts } = useTexts()
  const { targets } = useTargets(NO_SCREENS)
  const known = fitting(targets, text)
  const cid = identifierIn(text)
  const bytes = new TextEncoder().encode(text).length
  const canBeName = bytes >= MIN_NAME_BYTES && bytes <= MAX_NAME_BYTES
  const tokens = useMirror(
    canBeName ? `/api/v1/tokens?name=${encodeURIComponent(text)}&limit=25` : null,
    NamedTokensAnswer,
  )
  return (
    <Loaded query={tokens}>
      {(found) => {
        const named = found?.tokens ?? []
        return (
          <>
            {known.length > 0 ? <Known targets={known} /> : null}
            {cid !== undefined && cid.length > 40 ? (
              <Section title={texts.openContent}>
                <Anchor component={Link} to={`/content/${cid}`} className="id">
                  {cid}
                </Anchor>
              </Section>
            ) : null}
            {named.length > 0 ? (
              <Section title={texts.tokensByName}>
                <Text size="sm" c="dimmed">
                  {texts.tokensByNameHint}
                </Text>
                <Rows data-testid="tokens">
                  {named.map((token) => (
                    <Row key={token.token_id} answer={token}>
                      <Link to="/explorer/tokens/$id" params={{ id: token.token_id }}>
                        <bdi>{seen(token.name)}</bdi> (<bdi>{seen(token.symbol)}</bdi>)
                      </Link>{' '}
                      <IdLink to={`/explorer/tokens/${token.token_id}`}>{token.token_id}</IdLink>
                    </Row>
                  ))}
                </Rows>
              </Section>
            ) : null}
            {known.length + named.length === 0 && cid === undefined ? (
              <Empty title={texts.notUnderstood} {...(canBeName ? {} : { text: texts.shortName })} />
            ) : null}
          </>
        )
      }}
    </Loaded>
  )
}
const NO_SCREENS: readonly never[] = []

/** Accounts and wallets lead to their screens in the explorer. */
function Known({ targets }: { targets: readonly Target[] }) {
  const { explorer: texts } = useTexts()
  return (
    <Section title={texts.knownNames}>
      <Rows>
        {targets.map(({ id, name, to }) => (
          <li key={to} className="row">
            <Link to={id === undefined ? to : `/explorer/accounts/${id}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            {id === undefined ? null : <span className="id">{id}</span>}
          </li>
        ))}
      </Rows>
    </Section>
  )
}
