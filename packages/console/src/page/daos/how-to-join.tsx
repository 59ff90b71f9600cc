import type { Dao } from '../api/client.ts'
import { useMe } from '../api/session.tsx'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'

/** Says who admits members, and the id of the user's account, which they need for that. */
export function HowToJoin({ dao: { ownerAddress, votingRules } }: { dao: Dao }) {
  const { dao: texts } = useTexts()
  const me = useMe()
  return (
    <div data-testid="how-to-join">
      <p className="note">
        {votingRules.membersByProposal ? (
          texts.joinByProposal
        ) : (
          <>
            {texts.joinByOwner} <Account id={ownerAddress} />
          </>
        )}
      </p>
      <p className="note">
        {texts.joinAccount} <Account id={me} />
      </p>
    </div>
  )
}
