import { badRequest, MirrorError } from './errors.ts'
import type { Comparison, Operator } from './parameters.ts'

type Values = readonly Comparison<number | bigint>[]

/** The comparisons of one query parameter. */
export interface QueryBounds {
  readonly parameter: string
  readonly comparisons: Values
}

const LOWER: readonly Operator[] = ['gt', 'gte']
const UPPER: readonly Operator[] = ['lt', 'lte']

const having = (values: Values, operators: readonly Operator[]): Values =>
  values.filter(({ operator }) => operators.includes(operator))

const refuse = (message: string): never => {
  throw new MirrorError(400, message)
}

/** @throws 400 if a value is excluded (`ne`), which this list does not support */
export function refuseExclusions({ parameter, comparisons }: QueryBounds): void {
  if (having(comparisons, ['ne']).length > 0) refuse(`Not equal (ne) operator is not supported for ${parameter}`)
}

/** @throws 400 for bounds that `Bound.parse` and `BaseController.validateBoundsRange` of the Mirror Node refuse */
function checkBound(asked: QueryBounds): void {
  const { parameter, comparisons } = asked
  const count = (...operators: Operator[]): number => having(comparisons, operators).length
  refuseExclusions(asked)
  if (count('eq') > 1) refuse(`Only one equal (eq) operator is allowed for ${parameter}`)
  if (count(...LOWER) > 1) refuse(`Only one gt/gte operator is allowed for ${parameter}`)
  if (count(...UPPER) > 1) refuse(`Only one lt/lte operator is allowed for ${parameter}`)
  if (count('eq') > 0 && comparisons.length > 1) refuse(`Can't support both range and equal for ${parameter}`)
}

/**
 * Checks the bounds of a list that is ordered by two columns.
 *
 * @throws 400 for bounds that `BaseController.validateBounds` of the Mirror Node refuses
 */
export function checkBounds(first: QueryBounds, second: QueryBounds): void {
  for (const asked of [first, second]) checkBound(asked)
  const [outer, inner] = [first.comparisons, second.comparisons]
  if (inner.length > 0 && outer.length === 0)
    refuse(`${second.parameter} without a ${first.parameter} parameter filter`)
  const isFollowed = (inclusive: Operator): boolean => having(outer, ['eq', inclusive]).length > 0
  if (having(inner, LOWER).length > 0 && !isFollowed('gte')) refuse(`${first.parameter} must have gte or eq operator`)
  if (having(inner, UPPER).length > 0 && !isFollowed('lte')) refuse(`${first.parameter} must have lte or eq operator`)
}

/** @throws 400 for a spender.id that `AccountController.validateFilters` of the Mirror Node refuses */
export function checkSpenders(comparisons: Values): void {
  if (having(comparisons, LOWER).length > 1 || having(comparisons, UPPER).length > 1)
    refuse('Multiple range params not allowed for spender.id')
  if (having(comparisons, ['ne']).length > 0) refuse('Not equals (ne) comparison operator is not supported')
}

/**
 * Checks one parameter as the class `Bound` of the Mirror Node's Java part does.
 *
 * @throws 400 if the parameter has `ne`, two bounds on one side, both a value and a range, or an empty range
 */
export function checkRange({ parameter, comparisons }: QueryBounds, isEmptyAllowed = false): void {
  const count = (...operators: Operator[]): number => having(comparisons, operators).length
  if (count('ne') > 0) throw badRequest(`Unsupported range operator ne for ${parameter}`)
  for (const operators of [['eq'], LOWER, UPPER] as const)
    if (count(...operators) > 1)
      throw badRequest(
        `Only one range operator from [${operators.join(', ')}] is allowed for the given parameter for ${parameter}`,
      )
  if (count('eq') > 0 && comparisons.length > 1) throw badRequest(`Can't support both range and equal for ${parameter}`)
  const [lower, upper] = [having(comparisons, LOWER)[0], having(comparisons, UPPER)[0]]
  if (!lower || !upper || isEmptyAllowed) return
  const [least, most] = [
    BigInt(lower.value) + (lower.operator === 'gt' ? 1n : 0n),
    BigInt(upper.value) - (upper.operator === 'lt' ? 1n : 0n),
  ]
  if (least > most) throw badRequest(`Invalid range provided for ${parameter}`)
}
