/** Settings from the environment: one schema per setting, read once, checked before anything starts. */
import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Clone, Default } from 'typebox/value'
import { ConfigError } from '../base/errors.ts'
import { expectation } from '../values/schema-in-words.ts'
import { fromText } from '../values/text-values.ts'

/**
 * Schemas by environment name. The description says what the setting is, and `.env.example` is made from it. The value
 * of a schema with `secret: true` is never shown.
 */
export type SettingsShape = Record<string, TSchema>

/** `schema` with a description of the setting, in one or more sentences. */
export const setting = <Schema extends TSchema>(description: string, schema: Schema): Schema =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), description: { value: description, enumerable: true } },
  ) as Schema

/** The type that {@link readSettings} returns for a shape: optional settings may be undefined. */
export type SettingsOf<S extends SettingsShape> = {
  readonly [Name in keyof S]: S[Name] extends { '~optional': true } ? Static<S[Name]> | undefined : Static<S[Name]>
}

export interface SettingsSource {
  env: NodeJS.ProcessEnv
  /** The service, whose `<SERVICE>_<NAME>` takes precedence over `<NAME>`. */
  service?: string
}

/**
 * The settings of `shape`: `<SERVICE>_<NAME>`, then `<NAME>`, then the schema's default. An empty value counts as
 * unset.
 *
 * @throws {@link ConfigError} at the first invalid value
 */
export function readSettings<S extends SettingsShape>(shape: S, { env, service }: SettingsSource): SettingsOf<S> {
  const settings: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const found = candidates(name, service).find((candidate) => env[candidate])
    settings[name] = found ? readText(found, env[found] ?? '', schema) : readDefault(name, schema)
  }
  return Object.freeze(settings) as SettingsOf<S>
}

const candidates = (name: string, service?: string): string[] =>
  service ? [`${prefixOf(service)}_${name}`, name] : [name]
const prefixOf = (service: string): string => service.toUpperCase().replaceAll('-', '_')

function readText(name: string, text: string, schema: TSchema): unknown {
  const value = fromText(schema, text.trim())
  if (Compile(schema).Check(value)) return deepFreeze(value)
  const shown = 'secret' in schema ? 'set, but not usable' : JSON.stringify(text)
  throw new ConfigError(`${name} is ${shown}: expected ${inEnvironment(schema)}`)
}

const inEnvironment = (schema: TSchema): string => expectation(schema).replace(/^a list/, 'a comma-separated list')

function readDefault(name: string, schema: TSchema): unknown {
  if ('default' in schema) return deepFreeze(Clone(Default(schema, undefined)))
  if (Type.IsOptional(schema)) return undefined
  throw new ConfigError(`${name} is not set: expected ${expectation(schema)}`)
}

const deepFreeze = (value: unknown): unknown => (Array.isArray(value) ? Object.freeze(value) : value)

/**
 * Refuses `HTTP_PORT` and `WS_PORT` without a service's prefix when several services start: they
 * would all want the same port.
 *
 * @throws {@link ConfigError}
 */
export function refuseSharedPorts(services: readonly string[], env: NodeJS.ProcessEnv): void {
  const [first] = services
  if (first === undefined || services.length < 2) return
  const name = ['HTTP_PORT', 'WS_PORT'].find((port) => env[port])
  if (!name) return
  throw new ConfigError(
    `${name} is ${JSON.stringify(env[name])}: ${services.length} services start and cannot share a port; set ${prefixOf(first)}_${name} and so on`,
  )
}
