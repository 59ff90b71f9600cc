import { check, type ResponseCode } from '#protocol/status-error.ts'

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
  check((metadata?.length ?? 0) <= MAX_METADATA_BYTES, 'METADATA_TOO_LONG')
}

function checkText(text: string, missing: ResponseCode, tooLong: ResponseCode): void {
  check(text !== '', missing)
  check(Buffer.byteLength(text) <= MAX_NAME_BYTES, tooLong)
  check(!text.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING')
}
