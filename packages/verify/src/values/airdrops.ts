/** The maximum number of airdrops that one transaction claims (`tokens.maxAllowedPendingAirdropsToClaim`). */
export const MAX_CLAIMS = 10
