import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { stillNeeded } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMyNames } from '../address-book/use-book.ts'
import type { InboxEntry } from '../api/client.ts'
import { everyWalletQuery } from '../api/queries.ts'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { neededText } from './needed.ts'
import { RequestCountdown } from './request-countdown.tsx'
import { useSummary } from './use-summary.ts'

/**
 * A request in a list, as the service describes it. Only the request's own screen reads the bytes.
 *
 * @param entry What the request needs from the account, if anything
 * @param isOfWallet Whether the list belongs to the request's wallet
 */
export function RequestCard(props: {
  request: MultisigTypes['Request']
  entry?: InboxEntry | undefined
  isOfWallet?: boolean
}) {
  const { request, entry, isOfWallet = false } = props
  const { request: texts } = useTexts()
  const { walletId, jobId, status } = request
  return (
    <Link to="/requests/$jobId" params={{ jobId }} className="row-link">
      <Card padding="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Stack gap={4} style={{ minWidth: 0, flex: '1 1 14rem' }}>
            <Text fw={650}>{useSummary(request)}</Text>
            {isOfWallet ? null : (
              <Text size="sm" c="dimmed">
                {texts.wallet} {walletId === null ? texts.newWallet : <WalletName walletId={walletId} />}
              </Text>
            )}
            <Marks entry={entry} />
          </Stack>
          {status === 'pending' ? <RequestCountdown request={request} /> : null}
        </Group>
      </Card>
    </Link>
  )
}

function WalletName({ walletId }: { walletId: string }) {
  const { data } = useQuery(everyWalletQuery())
  return <Account id={walletId} name={data?.find(({ wallet }) => wallet === walletId)?.name} isPlain />
}

/** The signature or execution that the request needs from the account. */
function Marks({ entry }: { entry: InboxEntry | undefined }) {
  const texts = useTexts()
  const { inbox, request } = texts
  const names = useMyNames()
  if (!entry)
    return (
      <Text size="sm" c="dimmed">
        {inbox.others}
      </Text>
    )
  const { waitsFor, admission, needs, walletId } = entry
  const still = waitsFor === 'signature' ? stillNeeded(entry) : undefined
  const called = (account: string): string => names.get(account) ?? account
  const name = (account: string | null) =>
    account === null ? request.newKey : account === walletId ? request.presentKey : account
  return (
    <Group gap="xs">
      <Badge color={waitsFor === 'signature' ? 'blue' : 'green'} variant="light" size="lg" radius="sm" tt="none">
        {waitsFor === 'signature' ? inbox.sign : inbox.execute}
      </Badge>
      {admission ? (
        <Badge color="grape" variant="light" size="lg" radius="sm" tt="none">
          {inbox.admission}
        </Badge>
      ) : null}
      {needs.length > 1
        ? needs.map((need) => (
            <Text size="sm" key={need.walletId}>
              {inbox.missingOf(name(need.walletId), need.missing ?? 0)}
            </Text>
          ))
        : null}
      {still && needs.length < 2 ? <Text size="sm">{neededText(still, called, texts)}</Text> : null}
    </Group>
  )
}
