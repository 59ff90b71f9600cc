import type { Request } from '../api/client.ts'
import { Countdown } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { endOf } from './progress.ts'

/** The time left to sign a request, or until it is executed. */
export function RequestCountdown({ request }: { request: Pick<Request, 'executeAt' | 'expiresAt'> }) {
  const { request: texts } = useTexts()
  return <Countdown to={endOf(request)} text={request.executeAt ? texts.executesIn : texts.endsIn} over={texts.ended} />
}
