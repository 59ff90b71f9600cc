/** What somebody typed into a field for an amount, with what was read in it. */
export interface TypedAmount {
  text: string
  /** In smallest units; undefined for an empty field, and for text that is no amount or may mean two. */
  units: bigint | undefined
}

export const noAmount: TypedAmount = { text: '', units: undefined }

export const isEmpty = ({ text }: TypedAmount): boolean => text.trim() === ''

/** Percentages and hours have up to six decimals. */
export const NUMBER_DECIMALS = 6

/** The number in smallest units of 10⁻⁶; undefined where none was read. */
export const numberOf = ({ units }: TypedAmount): number | undefined =>
  units === undefined ? undefined : Number(units) / 10 ** NUMBER_DECIMALS
