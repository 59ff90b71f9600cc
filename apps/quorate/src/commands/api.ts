import type { Service } from '@quorate/client'
import { parseJson } from '@quorate/verify'
import { connect, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { readJson } from '../terminal/input.ts'
import { isTerminal } from '../terminal/output.ts'
import { say } from '../terminal/paint.ts'
import { plainJson, plainLines } from '../terminal/plain.ts'

type Options = Given<CommandTable['api']['commands']['api']>
type ServiceName = 'node' | 'multisig' | 'governance'

const REQUEST = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/\S*)$/i

export async function api(given: Options): Promise<void> {
  const [, method = 'GET', path] = REQUEST.exec(given.request) ?? []
  if (path === undefined)
    throw new Failure(
      'usage',
      `${JSON.stringify(given.request)} is not a request: expected for example 'GET /multisig/inbox'`,
    )
  if (given.data !== undefined && method.toUpperCase() === 'GET')
    throw new Failure('usage', 'GET takes no body: leave --data out, or name another method before the path')
  const body = given.data === undefined ? undefined : await bodyIn(given.data)
  const name: ServiceName = given.service ?? serviceOf(path)
  const ask = async (service: Pick<Service<never>, 'response'>) =>
    show(await answerOf(service, { method, path, body }), given)
  const { account } = connect(given)
  if (account === undefined && given.account === undefined) return ask(connect(given).client[name] as never)
  return withSession(given, ({ client }) => ask(client[name] as never))
}

const serviceOf = (path: string): ServiceName =>
  path.startsWith('/multisig') ? 'multisig' : /^\/(daos|proposals|votes)\b/.test(path) ? 'governance' : 'node'

async function bodyIn(data: string): Promise<unknown> {
  if (data === '-' || data.startsWith('@')) return readJson(data.replace('@', ''))
  try {
    return parseJson(data)
  } catch (error) {
    throw new Failure('usage', `--data is not JSON (${(error as Error).message}): send JSON, or a file as @file`)
  }
}

interface Call {
  method: string
  path: string
  body: unknown
}

/** The typed methods take only paths in the API description; here the user chose the path. */
function answerOf(service: Pick<Service<never>, 'response'>, { method, path, body }: Call): Promise<Response> {
  const response = service.response as (method: string, path: string, options: object) => Promise<Response>
  return response(method.toLowerCase(), path, body === undefined ? {} : { body })
}

async function show(response: Response, { include, json }: Options): Promise<void> {
  if (include) {
    say(`${response.status} ${plainLines(response.statusText)}`)
    for (const [name, value] of response.headers) say(plainLines(`${name}: ${value}`))
    say()
  }
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isTerminal() && !json) {
    for await (const chunk of response.body ?? []) process.stdout.write(chunk)
    if (isJson) say()
    return
  }
  const text = await response.text()
  if (!isJson) return say(plainLines(text))
  const value = parseJson(text)
  say(json ? plainJson(value) : plainLines(JSON.stringify(value, null, 2)))
}
