import { Type } from 'typebox'

/** How many tokens an account may be associated with automatically (HIP-904). */
export const Associations = Type.Integer({
  minimum: -1,
  maximum: 5000,
  description: 'how many tokens are associated automatically when they arrive; -1: any number',
})
