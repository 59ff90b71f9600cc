import type { Request } from '../api/client.ts'
import { Countdown } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'

/** The time left to sign a request, or until it is executed. */
export function RequestCountdown({
  request: { executeAt, schedule, expiresAt },
}: {
  request: Pick<Request, 'executeAt' | 'schedule' | 'expiresAt'>
}) {
  const { request: texts } = useTexts()
  return (
    <Countdown
      to={executeAt ?? schedule?.expiresAt ?? expiresAt}
      text={executeAt ? texts.executesIn : texts.endsIn}
      over={texts.ended}
    />
  )
}
