/** The choice of airdrops to accept. */
import { Checkbox, Stack, Text } from '@mantine/core'
import { MAX_CLAIMS } from '@quorate/verify'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { AirdropsAnswer } from '../../mirror/answers.ts'
import { useMirror } from '../../mirror/mirror.ts'
import { Loaded } from '../../parts/layout/states.tsx'
import { Amount } from '../../parts/values.tsx'
import type { AirdropStated } from '../../requests/sentences/sentence.ts'
import { useTexts } from '../../texts/language.tsx'

export function AirdropFields(props: {
  wallet: string
  chosen: readonly AirdropStated[]
  onChange: (airdrops: AirdropStated[]) => void
  isMissing: boolean
}) {
  const { wallet, chosen, onChange, isMissing } = props
  const { ask, sentences } = useTexts()
  const nameOf = useOwnerNames()
  const query = useMirror(`/api/v1/accounts/${wallet}/airdrops/pending?limit=100`, AirdropsAnswer)
  const isChosen = (one: AirdropStated) => chosen.some((other) => nameIn(other) === nameIn(one))
  return (
    <Loaded query={query}>
      {(found) => {
        const waiting = (found?.airdrops ?? []).map(({ amount, sender_id, serial_number, token_id }) => ({
          amount,
          airdrop: {
            senderId: sender_id,
            tokenId: token_id,
            ...(serial_number ? { serialNumber: String(serial_number) } : {}),
          },
        }))
        if (waiting.length === 0) return <Text>{ask.noAirdrops}</Text>
        return (
          <Checkbox.Group
            label={ask.airdrops}
            description={ask.airdropsHint}
            error={isMissing ? ask.airdropsWrong : null}
          >
            <Stack gap="sm" mt="sm">
              {waiting.map(({ airdrop, amount }) => (
                <Checkbox
                  key={nameIn(airdrop)}
                  size="md"
                  value={nameIn(airdrop)}
                  checked={isChosen(airdrop)}
                  disabled={!isChosen(airdrop) && chosen.length >= MAX_CLAIMS}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange([
                      ...chosen.filter((other) => nameIn(other) !== nameIn(airdrop)),
                      ...(checked ? [airdrop] : []),
                    ])
                  }
                  label={
                    airdrop.serialNumber === undefined ? (
                      <Amount units={BigInt(amount ?? 0)} token={airdrop.tokenId} size="sm" />
                    ) : (
                      sentences.nft(airdrop.tokenId, airdrop.serialNumber)
                    )
                  }
                  description={ask.airdropFrom(
                    [nameOf(wallet, airdrop.senderId), airdrop.senderId].filter(Boolean).join(' '),
                  )}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      }}
    </Loaded>
  )
}

const nameIn = ({ senderId, tokenId, serialNumber }: AirdropStated): string =>
  `${senderId} ${tokenId} ${serialNumber ?? ''}`
