/** Turns the validator form into rules. */
import { isEntityId } from '@quorate/verify'
import type { AccountRules, Kind, Rules, TokenRules, TopicRules } from './rules.ts'

export interface Form {
  kind: Kind
  security: Rules['smartNodeSecurity']
  who: 'owner' | 'anyone' | 'dao'
  /** The topic of the DAO. */
  topicId: string
  /** Whether the user typed the topic. If not, it belongs to one of the user's DAOs. */
  isOtherDao: boolean
  /** The permitted actions by name, and `field:<name>` for each field that may be changed. */
  permitted: readonly string[]
}

export type FormFault = 'topicId' | 'permitted'

const FIELDS = {
  account: ['memo', 'maxAutomaticTokenAssociations', 'isReceiverSignatureRequired', 'stakingNode'],
  topic: ['memo'],
  token: ['name', 'symbol', 'memo', 'newTreasuryAccountId'],
} as const
/** The actions on a token, by their names in the API. */
const TOKEN_ACTIONS = [
  'mint/token',
  'mint/nft',
  'burn/token',
  'burn/nft',
  'wipe/token',
  'wipe/nft',
  'freeze/token',
  'unfreeze/token',
  'grant-kyc/token',
  'revoke-kyc/token',
  'pause/token',
  'unpause/token',
  'delete/token',
] as const
const ACTIONS = {
  account: [
    'transfer/hbar',
    'transfer/token',
    'transfer/nft',
    'transfer/atomic-swap',
    'allowance/approve',
    'allowance/delete',
    'message/topic',
    'update/topic',
    'delete/topic',
    'create/topic',
    'create/token',
    'update/token',
    'update/fees',
    ...TOKEN_ACTIONS,
    'create/account',
    'delete/account',
    'sign/wallet',
  ],
  topic: ['create', 'update', 'delete'],
  token: TOKEN_ACTIONS,
} as const

const FIELD = 'field:'

/** All permissions that exist for a kind of entity. */
export const choicesOf = (kind: Kind): { actions: readonly string[]; fields: readonly string[] } => ({
  actions: ACTIONS[kind],
  fields: FIELDS[kind].map((name) => FIELD + name),
})

export const fieldIn = (choice: string): string | undefined =>
  choice.startsWith(FIELD) ? choice.slice(FIELD.length) : undefined

export function rulesIn({ kind, security, who, topicId, permitted }: Form): { rules: Rules } | { fault: FormFault } {
  if (security === 'none') return { rules: { smartNodeSecurity: security } }
  if (who === 'dao' && !isEntityId(topicId)) return { fault: 'topicId' }
  const { actions: known, fields: knownFields } = choicesOf(kind)
  const actions = known.filter((name) => permitted.includes(name))
  const fields = knownFields.filter((name) => permitted.includes(name)).map((name) => name.slice(FIELD.length))
  if (actions.length + fields.length === 0) return { fault: 'permitted' }
  const controller = who === 'dao' ? `dao:${topicId}` : who
  const base = { smartNodeSecurity: security }
  if (kind === 'account') return { rules: { ...base, ...listed(actions, fields, controller) } as AccountRules }
  if (kind === 'token') {
    const of = who === 'dao' ? { type: who, topicId } : { type: who }
    return { rules: { ...base, ...listed(actions, fields, of) } as TokenRules }
  }
  // Changing a topic's field also needs the `update` action.
  const named = fields.length > 0 && !actions.includes('update') ? [...actions, 'update'] : actions
  return {
    rules: {
      ...base,
      ...(named.length > 0 ? { actionsConditions: Object.fromEntries(named.map((name) => [name, [controller]])) } : {}),
      ...(fields.includes('memo') ? { updateConditions: { memo: controller } } : {}),
    } as TopicRules,
  }
}

const listed = (actions: readonly string[], fields: readonly string[], controller: unknown) => ({
  ...(actions.length > 0 ? { actionsConditions: { values: actions, controller } } : {}),
  ...(fields.length > 0 ? { updateConditions: { values: fields, controller } } : {}),
})
