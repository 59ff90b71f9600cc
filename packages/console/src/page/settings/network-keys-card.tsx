/** The networks that the user has trusted with secret votes in this browser, for the chosen chain. */
import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core'
import { groupedKey } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { governanceUrl } from '../api/client.ts'
import { networkKeysQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { type AcceptedKey, acceptedSince, forgetKey } from '../votes/network-keys.ts'
import { NetworkKey } from '../votes/voting/sealed-for.tsx'

export function NetworkKeysCard() {
  const { settings: texts } = useTexts()
  const { chain } = useSession()
  const place = { governanceUrl, chain }
  // Read again after a key was forgotten.
  const [, setForgotten] = useState<string>()
  const [news, setNews] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const accepted = acceptedSince(place)
  const forget = (networkKey: string): void => {
    forgetKey(place, networkKey)
    setForgotten(networkKey)
    setNews(texts.networkForgotten)
    // The used button is gone.
    title.current?.focus()
  }
  if (accepted?.length === 0 && news === '') return null
  return (
    <Card data-testid="network-keys">
      <Stack>
        <div>
          <Title order={2} ref={title} tabIndex={-1}>
            {texts.networks}
          </Title>
          <Text c="dimmed">{texts.networksLead}</Text>
        </div>
        {accepted === undefined ? (
          <Alert color="orange">
            <Stack gap="sm" align="flex-start">
              {texts.networksDamaged}
              <Button variant="default" size="sm" onClick={() => forget('')}>
                {texts.networksForgetAll}
              </Button>
            </Stack>
          </Alert>
        ) : (
          <ul className="rows">
            {accepted.map((one) => (
              <NetworkRow key={one.key} accepted={one} onForget={() => forget(one.key)} />
            ))}
          </ul>
        )}
        <Text size="sm" role="status">
          {news}
        </Text>
      </Stack>
    </Card>
  )
}

function NetworkRow({ accepted: { key, since }, onForget }: { accepted: AcceptedKey; onForget: () => void }) {
  const { settings: texts } = useTexts()
  const { chain } = useSession()
  const { data } = useQuery(networkKeysQuery())
  const isOfNode = data?.networkKeys.includes(key) === true
  return (
    <li>
      <div className="row">
        <b>{texts.networkOf(chain, new URL(governanceUrl, location.href).host)}</b>{' '}
        {isOfNode ? <span className="you">{texts.networkOfNode}</span> : null}
        <div>
          <NetworkKey networkKey={key} />
        </div>
        <div className="note">
          {since === null ? (
            texts.networkEarlier
          ) : (
            <>
              {texts.networkSince} <Time at={since} />
            </>
          )}
        </div>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={`${texts.networkForget}: ${groupedKey(key).slice(0, 17)}`}
        onClick={onForget}
      >
        {texts.networkForget}
      </Button>
    </li>
  )
}
