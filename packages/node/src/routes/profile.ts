import type { Http } from '@quorate/platform'
import { ProfileOut } from '../answers/sessions.ts'
import type { Service } from '../service.ts'
import { userOf } from '../store/users.ts'

/** Adds the endpoint that returns the account of a session. */
export function profileRoutes(http: Http, { tokens: { database }, twoFactor, emails, roles }: Service): void {
  http.get(
    '/auth/profile',
    {
      config: { access: 'session' },
      schema: { tags: ['sessions'], summary: 'Get my profile', response: { 200: ProfileOut } },
    },
    async ({ session }) => {
      const { chain, walletId, expiresAt } = session
      const user = await userOf(database.read, chain, walletId)
      const { email, pending } = await emails.view(session)
      const loggedInAt = new Date(expiresAt)
      return {
        email,
        pendingEmail: pending,
        username: walletId,
        created_at: epochSeconds(user?.created_at ?? loggedInAt),
        updated_at: epochSeconds(user?.updated_at ?? loggedInAt),
        confirmed: true,
        type: 'wallet',
        role: roles.ofSession(session),
        tags: [],
        banned: false,
        twoFactorAuth: await twoFactor.view({ chain, walletId }),
      }
    },
  )
}

const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
