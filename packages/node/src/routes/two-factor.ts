/** The endpoints of the second factor of the session's wallet. */
import type { Http } from '@quorate/platform'
import { Type } from 'typebox'
import { TwoFactorOut } from '../answers/sessions.ts'
import { refuseHolder } from '../sessions/owners.ts'
import { Code, CodeOrRecoveryCode } from '../sessions/two-factor/codes.ts'
import type { TwoFactor } from '../sessions/two-factor/two-factor.ts'

const closed = { additionalProperties: false }
const CodeBody = Type.Object({ code: Code }, closed)
const CodeOrRecoveryBody = Type.Object({ code: CodeOrRecoveryCode }, closed)

export function twoFactorRoutes(http: Http, { twoFactor }: { twoFactor: TwoFactor }): void {
  const tags = ['sessions']
  const config = { access: 'session' } as const
  const response = { 200: TwoFactorOut }
  http.post(
    '/auth/2fa',
    {
      config: { ...config, secret: true },
      schema: {
        tags,
        summary: 'Begin to set up a second factor',
        description:
          'Returns a QR code for an authenticator app. The second factor counts from `POST /auth/2fa/verify` on.',
        errors: { 403: ['LOGIN_TOO_OLD', 'WALLET_SESSION'], 409: ['TWO_FACTOR_ACTIVE'] },
        response,
      },
    },
    ({ session }) => {
      // The holder of a wallet's session would be the only one with the codes, and the other owners could no longer log
      // in.
      refuseHolder(session)
      return twoFactor.start(session)
    },
  )
  http.post(
    '/auth/2fa/verify',
    {
      config: { ...config, secret: true },
      schema: {
        tags,
        summary: 'Enable the second factor',
        description:
          'Takes a first code of the authenticator app. Returns recovery codes for logins without the app, which are shown only once.',
        body: CodeBody,
        errors: { 401: ['TOTP_INVALID'], 403: ['WALLET_SESSION'], 404: ['TWO_FACTOR_UNKNOWN'], 429: ['TOTP_LOCKED'] },
        response,
      },
    },
    ({ session, body }) => {
      // The setup may have begun while a single key signed for the account.
      refuseHolder(session)
      return twoFactor.verify(session, body.code)
    },
  )
  http.post(
    '/auth/2fa/recovery-codes',
    {
      config: { ...config, secret: true },
      schema: {
        tags,
        summary: 'Make new recovery codes',
        description: 'The earlier ones no longer work. The new ones are only in this answer.',
        body: CodeOrRecoveryBody,
        errors: { 401: ['TOTP_INVALID'], 403: ['WALLET_SESSION'], 404: ['TWO_FACTOR_UNKNOWN'], 429: ['TOTP_LOCKED'] },
        response,
      },
    },
    ({ session, body }) => {
      refuseHolder(session)
      return twoFactor.renewRecoveryCodes(session, body.code)
    },
  )
  http.delete(
    '/auth/2fa',
    {
      config,
      schema: {
        tags,
        summary: 'Disable the second factor',
        body: CodeOrRecoveryBody,
        errors: { 401: ['TOTP_INVALID'], 404: ['TWO_FACTOR_UNKNOWN'], 429: ['TOTP_LOCKED'] },
        response,
      },
    },
    ({ session, body }) => twoFactor.end(session, body.code),
  )
}
