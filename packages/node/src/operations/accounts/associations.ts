import { Type } from 'typebox'

/** HIP-904. */
export const Associations = Type.Integer({ minimum: -1, maximum: 5000, description: '-1 is unlimited' })
