/** The text of an amount input, and the amount that was read from it. */
export interface TypedAmount {
  text: string
  /** In smallest units; undefined if the text is empty, invalid or ambiguous. */
  units: bigint | undefined
}

export const noAmount: TypedAmount = { text: '', units: undefined }

export const isEmpty = ({ text }: TypedAmount): boolean => text.trim() === ''

/** Percentages and hours have up to six decimals. */
export const NUMBER_DECIMALS = 6

/** Converts units of 10⁻⁶ to a number; undefined if there is none. */
export const numberOf = ({ units }: TypedAmount): number | undefined =>
  units === undefined ? undefined : Number(units) / 10 ** NUMBER_DECIMALS
