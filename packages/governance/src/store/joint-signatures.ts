import { json } from '@quorate/platform'
import type { Read, Trx } from './tables.ts'

export interface JointSignature {
  /** The proposal, or the DAO. */
  subject: string
  /** The account whose key the signatures must satisfy. */
  account: string
  text: string
  /** The other fields of the request: the reason for a veto, or the rules and their number. */
  body: Record<string, unknown>
  publicKey: string
  /** In hex. */
  signature: string
  givenAt: Date
}

/** A later signature by the same key replaces the earlier one. */
export async function putJointSignature(trx: Trx, one: JointSignature): Promise<void> {
  const row = {
    account: one.account,
    text_signed: one.text,
    body: json(one.body),
    signature: one.signature,
    given_at: one.givenAt,
  }
  await trx
    .insertInto('governance.joint_signature')
    .values({ subject: one.subject, public_key: one.publicKey, ...row })
    .onConflict((conflict) => conflict.columns(['subject', 'public_key']).doUpdateSet(row))
    .execute()
}

/** In the order of arrival. */
export async function jointSignaturesOf(read: Read, subject: string): Promise<JointSignature[]> {
  const rows = await read
    .selectFrom('governance.joint_signature')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('given_at')
    .orderBy('public_key')
    .execute()
  return rows.map((row) => ({
    subject: row.subject,
    account: row.account,
    text: row.text_signed,
    body: row.body,
    publicKey: row.public_key,
    signature: row.signature,
    givenAt: row.given_at,
  }))
}

export async function deleteJointSignatures(trx: Trx, subject: string): Promise<void> {
  await trx.deleteFrom('governance.joint_signature').where('subject', '=', subject).execute()
}

export async function deleteOldJointSignatures(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('governance.joint_signature').where('given_at', '<', before).execute()
}
