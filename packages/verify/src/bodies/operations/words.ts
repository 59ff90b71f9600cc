/**
 * The words of operations, in English and German. `{field}` stands for a value, and `{wallet}` for the wallet. Fields
 * that a sentence does not name follow it, each with its label, so that nothing is left out.
 */
import type { OperationKind, OperationName } from './definitions.ts'

export const operationLanguages = ['en', 'de'] as const
export type OperationLanguage = (typeof operationLanguages)[number]
type Words = Readonly<Record<OperationLanguage, string>>
const words = (en: string, de: string): Words => ({ en, de })

/** The headings of the groups of operations in a form. */
export const kindWords: Readonly<Record<OperationKind, Words>> = {
  tokens: words('Tokens', 'Token'),
  accounts: words('Accounts and allowances', 'Konten und Freigaben'),
  topics: words('Topics', 'Topics'),
  contracts: words('Contracts', 'Verträge'),
  files: words('Files', 'Dateien'),
  schedules: words('Schedules', 'Geplante Transaktionen'),
  nodes: words('Consensus nodes', 'Konsensknoten'),
}

/** The name of the operation in a form. */
export const titleWords: Readonly<Record<OperationName, Words>> = {
  'create/token': words('Create a token', 'Token anlegen'),
  'update/token': words('Change a token or its keys', 'Token oder seine Schlüssel ändern'),
  'update/fees': words("Replace a token's custom fees", 'Gebühren eines Tokens ersetzen'),
  'mint/token': words('Mint units of a token', 'Einheiten eines Tokens prägen'),
  'mint/nft': words('Mint NFTs', 'NFTs prägen'),
  'burn/token': words('Burn units of a token', 'Einheiten eines Tokens vernichten'),
  'burn/nft': words('Burn NFTs', 'NFTs vernichten'),
  'wipe/token': words('Wipe units from an account', 'Einheiten von einem Konto löschen'),
  'wipe/nft': words('Wipe NFTs from an account', 'NFTs von einem Konto löschen'),
  'freeze/token': words('Freeze an account', 'Konto einfrieren'),
  'unfreeze/token': words('Unfreeze an account', 'Konto auftauen'),
  'grant-kyc/token': words('Grant KYC', 'KYC erteilen'),
  'revoke-kyc/token': words('Revoke KYC', 'KYC entziehen'),
  'pause/token': words('Pause a token', 'Token anhalten'),
  'unpause/token': words('Resume a token', 'Token fortsetzen'),
  'delete/token': words('Delete a token', 'Token löschen'),
  'allowance/hbar': words('Allow an account to spend hbars', 'Einem Konto hbars freigeben'),
  'allowance/token': words('Allow an account to spend a token', 'Einem Konto Token freigeben'),
  'allowance/nft': words('Allow an account to move NFTs', 'Einem Konto NFTs freigeben'),
  'allowance/nfts': words(
    'Allow an account to move all NFTs of a collection',
    'Einem Konto alle NFTs einer Sammlung freigeben',
  ),
  'allowance-delete/hbar': words('End an allowance for hbars', 'Freigabe von hbars beenden'),
  'allowance-delete/token': words('End an allowance for a token', 'Freigabe eines Tokens beenden'),
  'allowance-delete/nfts': words(
    'End an allowance for all NFTs of a collection',
    'Freigabe aller NFTs einer Sammlung beenden',
  ),
  'create/account': words("Create an account with the wallet's key", 'Konto mit dem Schlüssel der Wallet anlegen'),
  'update/account': words("Change the wallet's account", 'Konto der Wallet ändern'),
  'create/topic': words('Create a topic', 'Topic anlegen'),
  'update/topic': words("Change a topic's memo", 'Memo eines Topics ändern'),
  'delete/topic': words('Delete a topic', 'Topic löschen'),
  'message/topic': words('Write a message to a topic', 'Nachricht in ein Topic schreiben'),
  'call/contract': words('Call a contract', 'Vertrag aufrufen'),
  'airdrop/token': words('Airdrop units of a token', 'Einheiten eines Tokens per Airdrop senden'),
  'airdrop/nft': words('Airdrop NFTs', 'NFTs per Airdrop senden'),
  'cancel/airdrop': words(
    'Cancel airdrops that nobody has claimed',
    'Airdrops zurücknehmen, die niemand angenommen hat',
  ),
  'reject/token': words('Return tokens to their treasury', 'Token an ihre Schatzkammer zurückgeben'),
  'create/file': words('Create a file', 'Datei anlegen'),
  'append/file': words('Append to a file', 'An eine Datei anhängen'),
  'update/file': words('Change a file', 'Datei ändern'),
  'delete/file': words('Delete a file', 'Datei löschen'),
  'sign/schedule': words('Sign a scheduled transaction', 'Geplante Transaktion unterschreiben'),
  'delete/schedule': words('Delete a scheduled transaction', 'Geplante Transaktion löschen'),
  'update/node': words('Change a consensus node', 'Konsensknoten ändern'),
  'delete/node': words('Delete a consensus node', 'Konsensknoten löschen'),
}

/** A sentence about the operation's effect. */
export const sentenceWords: Readonly<Record<OperationName, Words>> = {
  'create/token': words(
    '{wallet} creates the token {name} with the symbol {symbol}',
    '{wallet} legt den Token {name} mit dem Symbol {symbol} an',
  ),
  'update/token': words('{wallet} changes the token {token}', '{wallet} ändert den Token {token}'),
  'update/fees': words(
    '{wallet} replaces all custom fees of the token {token}',
    '{wallet} ersetzt alle Gebühren des Tokens {token}',
  ),
  'mint/token': words('{wallet} mints {amount}', '{wallet} prägt {amount}'),
  'mint/nft': words('{wallet} mints NFTs of the token {token}', '{wallet} prägt NFTs des Tokens {token}'),
  'burn/token': words('{wallet} burns {amount}', '{wallet} vernichtet {amount}'),
  'burn/nft': words(
    '{wallet} burns NFTs {serialNumbers} of the token {token}',
    '{wallet} vernichtet die NFTs {serialNumbers} des Tokens {token}',
  ),
  'wipe/token': words(
    '{wallet} destroys {amount} that {account_id} holds',
    '{wallet} vernichtet {amount}, die {account_id} hält',
  ),
  'wipe/nft': words(
    '{wallet} destroys NFTs {serialNumbers} of the token {token} that {account_id} holds',
    '{wallet} vernichtet die NFTs {serialNumbers} des Tokens {token}, die {account_id} hält',
  ),
  'freeze/token': words(
    '{wallet} freezes {walletId} for the token {token}',
    '{wallet} friert {walletId} für den Token {token} ein',
  ),
  'unfreeze/token': words(
    '{wallet} unfreezes {walletId} for the token {token}',
    '{wallet} taut {walletId} für den Token {token} auf',
  ),
  'grant-kyc/token': words(
    '{wallet} grants {walletId} KYC for the token {token}',
    '{wallet} erteilt {walletId} KYC für den Token {token}',
  ),
  'revoke-kyc/token': words(
    '{wallet} revokes the KYC of {walletId} for the token {token}',
    '{wallet} entzieht {walletId} das KYC für den Token {token}',
  ),
  'pause/token': words(
    '{wallet} pauses the token {token}: nobody can move it until it is resumed',
    '{wallet} hält den Token {token} an: Niemand kann ihn bewegen, bis er fortgesetzt wird',
  ),
  'unpause/token': words('{wallet} resumes the token {token}', '{wallet} setzt den Token {token} fort'),
  'delete/token': words('{wallet} deletes the token {token} for good', '{wallet} löscht den Token {token} endgültig'),
  'allowance/hbar': words(
    '{wallet} allows {spenderAccountId} to spend up to {amount}, to whomever and without further signatures, until that is used up or the owners change it; what was allowed before no longer counts',
    '{wallet} erlaubt {spenderAccountId}, bis zu {amount} auszugeben, an wen auch immer und ohne weitere Unterschriften, bis das verbraucht ist oder die Eigentümer es ändern; was vorher erlaubt war, gilt nicht mehr',
  ),
  'allowance/token': words(
    '{wallet} allows {spenderAccountId} to spend up to {amount}, to whomever and without further signatures, until that is used up or the owners change it; what was allowed before no longer counts',
    '{wallet} erlaubt {spenderAccountId}, bis zu {amount} auszugeben, an wen auch immer und ohne weitere Unterschriften, bis das verbraucht ist oder die Eigentümer es ändern; was vorher erlaubt war, gilt nicht mehr',
  ),
  'allowance/nft': words(
    '{wallet} allows {spenderAccountId} to move its NFTs {serialNumbers} of the token {tokenId}',
    '{wallet} erlaubt {spenderAccountId}, die NFTs {serialNumbers} des Tokens {tokenId} zu bewegen',
  ),
  'allowance/nfts': words(
    '{wallet} allows {spenderAccountId} to move all its NFTs of the token {tokenId}, also future ones',
    '{wallet} erlaubt {spenderAccountId}, alle NFTs des Tokens {tokenId} zu bewegen, auch künftige',
  ),
  'allowance-delete/hbar': words(
    '{wallet} ends the allowance of {spenderAccountId} for hbars',
    '{wallet} beendet die Freigabe von hbars für {spenderAccountId}',
  ),
  'allowance-delete/token': words(
    '{wallet} ends the allowance of {spenderAccountId} for the token {tokenId}',
    '{wallet} beendet die Freigabe des Tokens {tokenId} für {spenderAccountId}',
  ),
  'allowance-delete/nfts': words(
    '{wallet} ends the allowance of {spenderAccountId} for all NFTs of the token {tokenId}',
    '{wallet} beendet die Freigabe aller NFTs des Tokens {tokenId} für {spenderAccountId}',
  ),
  'create/account': words(
    '{wallet} creates an account under its own key',
    '{wallet} legt ein Konto unter dem eigenen Schlüssel an',
  ),
  'update/account': words('{wallet} changes its account', '{wallet} ändert das eigene Konto'),
  'create/topic': words('{wallet} creates a topic', '{wallet} legt ein Topic an'),
  'update/topic': words(
    '{wallet} changes the memo of the topic {topic} to {memo}',
    '{wallet} ändert das Memo des Topics {topic} zu {memo}',
  ),
  'delete/topic': words('{wallet} deletes the topic {topic} for good', '{wallet} löscht das Topic {topic} endgültig'),
  'message/topic': words(
    '{wallet} writes {message} to the topic {topic}',
    '{wallet} schreibt {message} in das Topic {topic}',
  ),
  'call/contract': words(
    '{wallet} calls {data} of the contract {contract}',
    '{wallet} ruft {data} des Vertrags {contract} auf',
  ),
  'airdrop/token': words('{wallet} airdrops {airdrops}', '{wallet} sendet per Airdrop {airdrops}'),
  'airdrop/nft': words(
    '{wallet} airdrops NFTs {serialNumbers} of the token {token} to {receiverId}',
    '{wallet} sendet die NFTs {serialNumbers} des Tokens {token} per Airdrop an {receiverId}',
  ),
  'cancel/airdrop': words(
    '{wallet} cancels airdrops that nobody has claimed: {airdrops}',
    '{wallet} nimmt Airdrops zurück, die niemand angenommen hat: {airdrops}',
  ),
  'reject/token': words(
    '{wallet} returns to the treasury, and gets nothing for it: {tokens}',
    '{wallet} gibt an die Schatzkammer zurück, und bekommt nichts dafür: {tokens}',
  ),
  'create/file': words('{wallet} creates a file', '{wallet} legt eine Datei an'),
  'append/file': words(
    '{wallet} appends {contents} to the file {file}',
    '{wallet} hängt {contents} an die Datei {file} an',
  ),
  'update/file': words('{wallet} changes the file {file}', '{wallet} ändert die Datei {file}'),
  'delete/file': words('{wallet} deletes the file {file} for good', '{wallet} löscht die Datei {file} endgültig'),
  'sign/schedule': words(
    '{wallet} signs the scheduled transaction {schedule}',
    '{wallet} unterschreibt die geplante Transaktion {schedule}',
  ),
  'delete/schedule': words(
    '{wallet} deletes the scheduled transaction {schedule}, so that it is not executed',
    '{wallet} löscht die geplante Transaktion {schedule}, damit sie nicht ausgeführt wird',
  ),
  'update/node': words('{wallet} changes the consensus node {node}', '{wallet} ändert den Konsensknoten {node}'),
  'delete/node': words(
    '{wallet} deletes the consensus node {node} for good',
    '{wallet} löscht den Konsensknoten {node} endgültig',
  ),
}

/** The labels of fields. */
export const fieldWords: Readonly<Record<string, Words>> = {
  account_id: words('Account', 'Konto'),
  adminKey: words('Key that may change and delete it', 'Schlüssel, der ihn ändern und löschen darf'),
  airdrops: words('Airdrops', 'Airdrops'),
  amount: words('Amount', 'Betrag'),
  balance: words('First balance', 'Anfangsguthaben'),
  contents: words('Contents', 'Inhalt'),
  contract: words('Contract', 'Vertrag'),
  customFees: words('Custom fees', 'Gebühren'),
  data: words('Data of the call', 'Daten des Aufrufs'),
  decimals: words('Decimals', 'Nachkommastellen'),
  declineReward: words('It declines rewards', 'Er verzichtet auf Belohnungen'),
  description: words('Description', 'Beschreibung'),
  expiresAt: words('Expires at', 'Läuft ab am'),
  feeScheduleKey: words('Key that may change its fees', 'Schlüssel, der seine Gebühren ändern darf'),
  file: words('File', 'Datei'),
  freezeDefault: words(
    'Accounts are frozen until they are unfrozen',
    'Konten sind eingefroren, bis sie aufgetaut werden',
  ),
  freezeKey: words('Key that may freeze accounts', 'Schlüssel, der Konten einfrieren darf'),
  gas: words('Gas at most', 'Gas höchstens'),
  gossipCertificate: words('Certificate among nodes', 'Zertifikat unter Knoten'),
  gossipEndpoints: words('Addresses for nodes', 'Adressen für Knoten'),
  grpcCertificateHash: words('Hash of its certificate for clients', 'Hash des Zertifikats für Clients'),
  initialSupply: words('Initial supply', 'Anfangsmenge'),
  isReceiverSignatureRequired: words('It must sign for what it receives', 'Es muss für Eingänge unterschreiben'),
  key: words('Key that may change it and write to it', 'Schlüssel, der es ändern und hineinschreiben darf'),
  kycKey: words('Key that may grant KYC', 'Schlüssel, der KYC erteilen darf'),
  maxAutomaticTokenAssociations: words(
    'Tokens that are associated automatically (-1: any number)',
    'Token, die von selbst verknüpft werden (-1: beliebig viele)',
  ),
  maxSupply: words('Highest supply', 'Höchste Menge'),
  memo: words('Memo', 'Memo'),
  message: words('Message', 'Nachricht'),
  metadata: words('Metadata', 'Metadaten'),
  name: words('Name', 'Name'),
  newTreasuryAccountId: words('New treasury', 'Neue Schatzkammer'),
  node: words('Consensus node', 'Konsensknoten'),
  nodeAccountId: words('Its account', 'Sein Konto'),
  pauseKey: words('Key that may pause it', 'Schlüssel, der ihn anhalten darf'),
  receiverId: words('Receiver', 'Empfänger'),
  schedule: words('Schedule', 'Geplante Transaktion'),
  serialNumbers: words('Serial numbers', 'Seriennummern'),
  serviceEndpoints: words('Addresses for clients', 'Adressen für Clients'),
  spenderAccountId: words('Account that may spend', 'Konto, das ausgeben darf'),
  stakingNode: words('Consensus node to stake to (-1: none)', 'Konsensknoten für das Staking (-1: keiner)'),
  supplyKey: words('Key that may mint and burn', 'Schlüssel, der prägen und vernichten darf'),
  supplyType: words('Supply', 'Menge'),
  symbol: words('Symbol', 'Symbol'),
  token: words('Token', 'Token'),
  tokenId: words('Token', 'Token'),
  tokens: words('Tokens', 'Token'),
  tokenType: words('Kind', 'Art'),
  topic: words('Topic', 'Topic'),
  treasuryAccountId: words('Treasury', 'Schatzkammer'),
  walletId: words('Account', 'Konto'),
  wipeKey: words('Key that may wipe it from accounts', 'Schlüssel, der ihn von Konten löschen darf'),
}

/** The words of single values. */
export const valueWords = {
  walletsKey: words("the wallet's key", 'der Schlüssel der Wallet'),
  foreignKey: words(
    "{key} (not the wallet's key, so others may hold it)",
    '{key} (nicht der Schlüssel der Wallet, andere können ihn haben)',
  ),
  everything: words(
    'in effect everything that it has or will ever receive',
    'praktisch alles, was sie hat und je bekommt',
  ),
  noCall: words('no function', 'keine Funktion'),
  unreadCall: words(
    'a function that cannot be read here ({data})',
    'eine Funktion, die sich hier nicht lesen lässt ({data})',
  ),
  sentTo: words(' to ', ' an '),
  ofToken: words('all of the token {token}', 'alles vom Token {token}'),
  nftOfToken: words('NFT {serial} of the token {token}', 'NFT {serial} des Tokens {token}'),
  bytes: words('{count} bytes {hex}', '{count} Bytes {hex}'),
  yes: words('yes', 'ja'),
  no: words('no', 'nein'),
  FUNGIBLE_COMMON: words('fungible', 'fungibel'),
  NON_FUNGIBLE_UNIQUE: words('NFTs', 'NFTs'),
  INFINITE: words('without an upper limit', 'ohne Obergrenze'),
  FINITE: words('limited', 'begrenzt'),
  noFees: words('none', 'keine'),
  fixedFee: words('{amount} to {collector}', '{amount} an {collector}'),
  fractionalFee: words(
    '{numerator}/{denominator} of what is moved to {collector} (at least {minimum}, at most {maximum})',
    '{numerator}/{denominator} des Bewegten an {collector} (mindestens {minimum}, höchstens {maximum})',
  ),
  unlimited: words('without limit', 'unbegrenzt'),
  net: words('paid by the sender in addition', 'zusätzlich vom Absender bezahlt'),
  royaltyFee: words(
    '{numerator}/{denominator} of what is paid for an NFT to {collector}',
    '{numerator}/{denominator} des Preises eines NFT an {collector}',
  ),
  fallback: words('or {amount} if nothing is paid', 'oder {amount}, wenn nichts bezahlt wird'),
  exempt: words('collectors pay no fees', 'Empfänger von Gebühren zahlen keine'),
} as const
