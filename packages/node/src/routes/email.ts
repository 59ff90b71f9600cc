/** The endpoints of the e-mail address of the session's account. */
import { type Http, messageLanguages } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { EmailOut } from '../answers/sessions.ts'
import { Address } from '../email/address.ts'
import { EmailCode } from '../email/codes.ts'
import type { EmailView } from '../email/emails.ts'
import type { Service } from '../service.ts'
import { checkFreshLogin } from '../sessions/fresh-login.ts'
import { refuseHolder } from '../sessions/owners.ts'

export function emailRoutes(http: Http, { emails, clock }: Service): void {
  const tags = ['sessions']
  const config = { access: 'session' } as const
  const response = { 200: EmailOut }
  http.post(
    '/auth/profile/email',
    {
      config,
      schema: {
        tags,
        summary: 'Set the e-mail address of the account',
        description: 'Sends a code to the address, which confirms it.',
        body: Type.Object(
          {
            email: Address,
            language: Type.Optional(
              Type.Enum([...messageLanguages], { description: 'the language of messages to it; by default English' }),
            ),
          },
          { additionalProperties: false },
        ),
        errors: {
          400: ['EMAIL_INVALID', 'HIDDEN_CHARACTER'],
          403: ['LOGIN_TOO_OLD', 'WALLET_SESSION'],
          429: ['TOO_MANY_EMAILS'],
          501: ['EMAIL_UNAVAILABLE'],
        },
        response,
      },
    },
    async ({ session, body }) => {
      refuseHolder(session)
      checkFreshLogin(session, clock, 'an e-mail address can be set')
      return emailOut(await emails.set(session, body.email, body.language ?? 'en'))
    },
  )
  http.post(
    '/auth/profile/email/confirm',
    {
      config,
      schema: {
        tags,
        summary: 'Confirm the e-mail address with the code that was sent to it',
        body: Type.Object({ code: EmailCode }, { additionalProperties: false }),
        errors: { 403: ['WALLET_SESSION'], 404: ['EMAIL_NOT_PENDING'], 422: ['EMAIL_CODE_WRONG'] },
        response,
      },
    },
    async ({ session, body }) => {
      refuseHolder(session)
      return emailOut(await emails.confirm(session, body.code))
    },
  )
  http.delete(
    '/auth/profile/email',
    {
      config,
      schema: { tags, summary: 'Remove the e-mail address', errors: { 403: ['LOGIN_TOO_OLD'] }, response },
    },
    async ({ session }) => {
      checkFreshLogin(session, clock, 'an e-mail address can be removed')
      return emailOut(await emails.remove(session))
    },
  )
}

const emailOut = ({ expiresAt, ...view }: EmailView): Static<typeof EmailOut> => ({
  ...view,
  expiresAt: expiresAt?.toISOString() ?? null,
})
