import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { BALANCE_MS } from '../../api/queries.ts'
import { AirdropsAnswer } from '../../mirror/answers.ts'
import { useMirror } from '../../mirror/mirror.ts'
import { MovementAmount } from '../../movements/movement-table.tsx'
import { Who } from '../../parts/faces/who.tsx'
import { Fold } from '../../parts/layout/fold.tsx'
import { InIcon } from '../../parts/layout/icons.tsx'
import { AccountLink } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'

/** The newest airdrops to the wallet that nobody has claimed: the wallet could not hold their tokens. */
export function Airdrops({ wallet }: { wallet: string }) {
  const { wallet: texts } = useTexts()
  const nameOf = useOwnerNames()
  const path = `/api/v1/accounts/${wallet}/airdrops/pending?limit=${MOST_SHOWN}`
  const { data } = useMirror(path, AirdropsAnswer, { everyMs: BALANCE_MS })
  if (!data || data.airdrops.length === 0) return null
  const count = data.airdrops.length < MOST_SHOWN ? String(data.airdrops.length) : `${MOST_SHOWN}+`
  return (
    <Fold icon={<InIcon />} title={texts.airdrops} hint={count}>
      <p className="note">{texts.airdropsText}</p>
      <Group>
        <Button component={Link} to={`/wallets/${wallet}/ask?kind=claim`} variant="default">
          {texts.acceptAirdrops}
        </Button>
      </Group>
      <table className="table cards" data-testid="airdrops">
        <thead className="only-readers">
          <tr>
            <th>{texts.airdropFrom}</th>
            <th>{texts.asset}</th>
          </tr>
        </thead>
        <tbody>
          {data.airdrops.map(({ amount, sender_id, serial_number, token_id }) => (
            <tr key={`${sender_id} ${token_id} ${serial_number}`}>
              <td>
                <Who id={sender_id} name={nameOf(wallet, sender_id)} below={<AccountLink id={sender_id} />} />
              </td>
              <td className="r">
                <MovementAmount
                  movement={{
                    change: BigInt(amount ?? 0),
                    token: token_id,
                    ...(serial_number ? { serial: String(serial_number) } : {}),
                  }}
                  isSigned={false}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  )
}

const MOST_SHOWN = 25
