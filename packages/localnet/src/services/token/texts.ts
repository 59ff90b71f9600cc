import { type ResponseCode, require } from '../../refusal.ts'

/** tokens.maxTokenNameUtf8Bytes, tokens.maxSymbolUtf8Bytes */
const MAX_NAME_BYTES = 100
/** tokens.maxMetadataBytes, tokens.nfts.maxMetadataBytes */
export const MAX_METADATA_BYTES = 100

export function checkName(name: string): void {
  checkText(name, 'MISSING_TOKEN_NAME', 'TOKEN_NAME_TOO_LONG')
}

export function checkSymbol(symbol: string): void {
  checkText(symbol, 'MISSING_TOKEN_SYMBOL', 'TOKEN_SYMBOL_TOO_LONG')
}

export function checkMetadata(metadata: Uint8Array | null | undefined): void {
  require((metadata?.length ?? 0) <= MAX_METADATA_BYTES, 'METADATA_TOO_LONG')
}

function checkText(text: string, missing: ResponseCode, tooLong: ResponseCode): void {
  require(text !== '', missing)
  require(Buffer.byteLength(text) <= MAX_NAME_BYTES, tooLong)
  require(!text.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING')
}
