import type { GovernanceTypes } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { changeRulesAtOnce, changeRulesInPart, checkRulesOnTopic, openMirror } from '@quorate/verify/recount'
import { publicClient, withSession } from '../connection/connect.ts'
import { ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { ownedKey, printJoint } from '../signing/joint.ts'
import { untilThere } from '../signing/until-there.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'
import { changesText, patchIn, valueText, wholeRulesText } from '../terminal/rules.ts'

type Commands = CommandTable['dao']['commands']
type Rules = GovernanceTypes['Rules']

export const rules = (given: Given<Commands['rules']>): Promise<void> =>
  given.rule.length > 0 ? changeRules(given) : listRules(given)

/** Lists all versions of a DAO's rules, each with its differences from the version before. */
async function listRules(given: Given<Commands['rules']>): Promise<void> {
  const { daoId, limit, json } = given
  const all: Rules[] = []
  for await (const one of publicClient(given).governance.list('/daos/{daoId}/rules', { path: { daoId }, query: {} }))
    all.push(one)
  const before = (number: number) => all.find((one) => one.number === number - 1)
  await printList(all, {
    json,
    limit,
    empty: 'No rules',
    columns: [
      { title: 'number', of: ({ number }) => number },
      { title: 'since', of: ({ changedAt }) => changedAt },
      { title: 'by', of: causeText },
      { title: 'rules', of: (one) => differencesText(one, before(one.number)) },
    ],
  })
}

const causeText = ({ proposalId, emergency }: Rules): string =>
  proposalId !== null ? `proposal ${proposalId}` : emergency === null ? 'its founder' : `${emergency}, without a vote`

function differencesText({ votingRules, members }: Rules, before: Rules | undefined): string {
  const earlier: Record<string, unknown> = { ...before?.votingRules }
  const later: Record<string, unknown> = { ...votingRules }
  const names = [...new Set([...Object.keys(later), ...Object.keys(earlier)])]
  const changed = names.filter((name) => valueText(earlier[name]) !== valueText(later[name]))
  return [
    ...changed.map((name) => `${name} ${valueText(later[name])}`),
    ...(members?.add ?? []).map((account) => `+${account}`),
    ...(members?.remove ?? []).map((account) => `-${account}`),
  ].join('; ')
}

/** Changes the rules without a vote. Reads the current rules from the topic, not from the service, before it signs. */
async function changeRules(given: Given<Commands['rules']>): Promise<void> {
  const { daoId, rule, mirrorUrl, yes, json } = given
  const patch = patchIn(rule)
  await withSession(given, async ({ client, account, chain, signer }) => {
    const path = { daoId }
    const { name, topicId, votingRules, rulesNumber } = await client.governance.get('/daos/{daoId}', { path })
    if (topicId === null) throw new Failure('notSigned', 'The DAO has no topic yet: try again in a moment', 'NO_TOPIC')
    const ledger = await ledgerOf({ chain, mirrorUrl })
    const topics = openMirror(mirrorUrlOf({ chain, mirrorUrl }))
    try {
      const shown = { number: rulesNumber, votingRules }
      // The service writes its records to the topic within some seconds.
      const inForce = await untilThere(
        () =>
          checkRulesOnTopic(topics, { topicId, chain, daoId }, shown).catch((error: unknown) => {
            if (error instanceof VerifyError && error.code === 'RULES_DIFFER') return error
            throw error
          }),
        { isThere: (found) => !(found instanceof VerifyError), waiting: "Waiting for the rules on the DAO's topic" },
      )
      if (inForce instanceof VerifyError) throw inForce
      const key = (await ledger.key(account)) ?? undefined
      const { emergency = account } = inForce.votingRules
      const walletKey = emergency === account ? undefined : await ownedKey(emergency, key, { chain, mirrorUrl })
      // If neither the account nor a wallet that it owns may change the rules, this fails before anything is signed.
      const by = walletKey ? emergency : account
      if (!(json && yes)) {
        const signing = walletKey ? `${by}, signed by its owner ${account}` : by
        note(
          `Version ${inForce.number + 1} of the rules of ${plain(name)} (${plain(daoId)}), without a vote, by ${signing}:`,
        )
        for (const change of changesText(inForce.votingRules, { rules: patch })) note(`  ${plain(change)}`)
        // The service names the topic, and could name a false one. So the user sees all rules that are signed.
        note('You sign all of these rules:')
        for (const one of wholeRulesText(inForce.votingRules, patch)) note(`  ${plain(one)}`)
      }
      if (!(await confirm('Sign these rules?', { yes }))) throw new Failure('notSigned', 'Nothing was signed')
      const changing = { chain, daoId, topicId, account: by, inForce, patch, signer }
      if (walletKey) {
        const state = await changeRulesInPart({
          ...{ ...changing, key: walletKey },
          send: (body) => client.governance.post('/daos/{daoId}/rules/signatures', { path, body: body as never }),
        })
        printJoint(state, json)
        return
      }
      const changed = await changeRulesAtOnce({
        ...{ ...changing, key },
        send: (body) => client.governance.post('/daos/{daoId}/rules', { path, body: body as never }),
      })
      printOne(changed, {
        json,
        fields: [
          ['rules', changed.number],
          ['by', causeText(changed)],
          ['since', changed.changedAt],
        ],
      })
    } catch (error) {
      throw error instanceof VerifyError ? new Failure('notSigned', error.message, error.code) : error
    }
  })
}
