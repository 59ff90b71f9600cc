import { TokenId } from '@quorate/platform'
import { Type } from 'typebox'

export const TokenPath = Type.Object({ token: TokenId })
