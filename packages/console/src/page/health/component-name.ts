import { seen } from '../texts/strangers.ts'

/** Translates the name of a component. If there are several chains, the name of the chain follows. */
export function componentName(names: Readonly<Record<string, string>>, name: string): string {
  const [kind = name, ...chain] = name.split(' ')
  const known = Object.hasOwn(names, kind) ? names[kind] : undefined
  return known === undefined ? seen(name) : [known, ...chain].join(' ')
}
