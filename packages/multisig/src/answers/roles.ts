import { AccountId, namedSchema } from '@quorate/platform'
import { askedRoles, walletRoles } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import type { OwnRole, RolesOfWallet, SignedChange } from '../store/roles.ts'
import { SignatureCount, signatureCount, Time } from './values.ts'

const status = Type.Enum(['offered', 'confirmed'], {
  description: 'offered: owners have given it, and it counts once its account confirms it',
})

export const RoleChangeOut = namedSchema(
  'RoleChange',
  Type.Object({
    changeId: Type.String(),
    walletId: AccountId,
    account: Type.Unsafe<string>({ ...AccountId, description: 'whose role changes' }),
    role: Type.Enum([...askedRoles], { description: 'none takes the role away' }),
    askedBy: AccountId,
    text: Type.String({
      description: 'what owners sign, as it is or with the prefix of HIP-820: its first line, and canonical JSON',
    }),
    status: Type.Enum(['open', 'done']),
    createdAt: Time,
    expiresAt: Type.Unsafe<string>({ ...Time, description: 'until when owners can sign it' }),
    signatures: Type.Array(
      Type.Object({ senderId: AccountId, publicKey: Type.String({ description: 'raw, hex' }), timestamp: Time }),
    ),
    missing: Type.Unsafe<number | null>({
      ...SignatureCount,
      description: "the least number of signatures that the wallet's key still needs",
    }),
  }),
)

export const RolesOut = namedSchema(
  'WalletRoles',
  Type.Object({
    roles: Type.Array(
      Type.Object({
        account: AccountId,
        role: Type.Enum([...walletRoles]),
        status,
        givenAt: Time,
        expiresAt: Type.Optional(Type.Unsafe<string>({ ...Time, description: 'until when an offer can be confirmed' })),
        signers: Type.Array(AccountId, { description: 'the owners who signed for it' }),
      }),
    ),
    changes: Type.Array(RoleChangeOut, { description: 'changes that still lack signatures, oldest first' }),
  }),
)

export const OwnRoleOut = namedSchema(
  'OwnRole',
  Type.Object({
    walletId: AccountId,
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'the name of the wallet, which its owners choose; null until the role is confirmed',
    }),
    role: Type.Enum([...walletRoles]),
    status,
    askedBy: Type.Unsafe<string>({ ...AccountId, description: 'the owner who asked for it' }),
    givenAt: Time,
    expiresAt: Type.Optional(Type.Unsafe<string>({ ...Time, description: 'until when an offer can be confirmed' })),
  }),
)

export const roleChangeOut = (change: SignedChange): Static<typeof RoleChangeOut> => ({
  changeId: change.id,
  walletId: change.wallet,
  account: change.account,
  role: change.role,
  askedBy: change.asked_by,
  text: change.text,
  status: change.done_at ? 'done' : 'open',
  createdAt: change.created_at.toISOString(),
  expiresAt: change.expires_at.toISOString(),
  signatures: change.signatures.map(({ account, public_key, created_at }) => ({
    senderId: account,
    publicKey: public_key,
    timestamp: created_at.toISOString(),
  })),
  missing: signatureCount(change.missing),
})

const standingOf = ({
  confirmed_at,
  expires_at,
  given_at,
}: Pick<OwnRole, 'confirmed_at' | 'expires_at' | 'given_at'>) => ({
  status: confirmed_at ? ('confirmed' as const) : ('offered' as const),
  givenAt: given_at.toISOString(),
  ...(confirmed_at ? {} : { expiresAt: expires_at.toISOString() }),
})

export const rolesOut = ({ roles, changes }: RolesOfWallet): Static<typeof RolesOut> => ({
  roles: roles.map(({ account, role, signers, ...of }) => ({ account, role, ...standingOf(of), signers })),
  changes: changes.map(roleChangeOut),
})

export const ownRoleOut = ({ wallet, name, role, asked_by, ...of }: OwnRole): Static<typeof OwnRoleOut> => ({
  walletId: wallet,
  name,
  role,
  ...standingOf(of),
  askedBy: asked_by,
})
