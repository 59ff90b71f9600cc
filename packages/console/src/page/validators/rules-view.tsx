/** Shows a validator's permissions, their holders and the conditions. */
import { Alert, Stack, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { tokenQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { Details } from '../parts/layout/details.tsx'
import { WarningIcon } from '../parts/layout/icons.tsx'
import { Json } from '../parts/ledger/json.tsx'
import { IdLink } from '../parts/values.tsx'
import { useLanguage } from '../texts/language.tsx'
import { seenWhole } from '../texts/strangers.ts'
import { type Kind, type Rules, rulesOf, type ShownTokens, tokensIn, type Who } from './rules.ts'

export function RulesView({ kind, rules }: { kind: Kind; rules: Rules }) {
  const { texts, language } = useLanguage()
  const { validators } = texts
  const { keys, permissions, conditions, schemas } = rulesOf(kind, rules, { texts, language, tokens: useTokens(rules) })
  return (
    <Stack gap="md" data-testid="rules">
      <Text>{keys}</Text>
      {permissions.some(({ givesAll }) => givesAll) ? (
        <Alert color="red" icon={<WarningIcon />} role="alert">
          {validators.givesAll}
        </Alert>
      ) : null}
      {permissions.length === 0 ? (
        <Text fw={600}>{rules.smartNodeSecurity === 'none' ? validators.notGuarded : validators.nothing}</Text>
      ) : (
        permissions.map(({ who, what }) => (
          <div key={`${who.type} ${who.topicId}`}>
            <Title order={3} size="h4">
              <WhoView who={who} />
            </Title>
            <ul style={{ margin: '0.25rem 0 0', paddingInlineStart: '1.2rem' }}>
              {what.map((one) => (
                <li key={one} style={{ overflowWrap: 'anywhere' }}>
                  {seenWhole(one)}
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
      {conditions.length === 0 && schemas === undefined ? null : (
        <div>
          <Title order={3} size="h4">
            {validators.conditions}
          </Title>
          <ul style={{ margin: '0.25rem 0 0', paddingInlineStart: '1.2rem' }}>
            {conditions.map((one) => (
              <li key={one} style={{ overflowWrap: 'anywhere' }}>
                {seenWhole(one)}
              </li>
            ))}
            {schemas === undefined ? null : <li>{validators.schemas}</li>}
          </ul>
        </div>
      )}
      <Details summary={validators.asJson}>
        <Json value={rules} label={validators.asJson} />
      </Details>
    </Stack>
  )
}

/** Rules usually list only a few tokens. Amounts of further tokens are shown in smallest units. */
const MOST_TOKENS = 50

function useTokens(rules: Rules): ShownTokens {
  const { chain } = useSession()
  const ids = tokensIn(rules).slice(0, MOST_TOKENS)
  const queries = useQueries({ queries: ids.map((id) => tokenQuery(id, chain)) })
  return new Map(queries.flatMap(({ data }, index) => (data ? [[ids[index] ?? '', data] as const] : [])))
}

function WhoView({ who }: { who: Who }) {
  const { validators } = useLanguage().texts
  if (who.type === 'dao')
    return (
      <>
        {validators.who.dao}{' '}
        <IdLink to={`/explorer/topics/${who.topicId}`} copy={String(who.topicId)}>
          {who.topicId}
        </IdLink>
      </>
    )
  return validators.who[who.type]
}
