/** Shard, realm and number: an account, a token, a topic. */
export const ACCOUNT_ID = /^\d{1,10}\.\d{1,10}\.\d{1,19}$/
