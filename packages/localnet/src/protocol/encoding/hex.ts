/** `0x` and the bytes in hex; `0x` without bytes. */
export const hex = (bytes: Uint8Array | null | undefined): string => `0x${Buffer.from(bytes ?? []).toString('hex')}`
