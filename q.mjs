import { PrivateKey } from '@hiero-ledger/sdk'
const keys = {
  '0.0.1022': 'a608e2130a0a3cb34f86e757303c862bee353d9ab77ba4387ec084f881d420d4',
  '0.0.1023': 'bbd0894de0b4ecfa862e963825c5448d2d17f807a16869526bff29185747acdb',
}
const [what, id, given] = process.argv.slice(2)
const key = PrivateKey.fromStringED25519(keys[id])
if (what === 'sign') console.log('0x' + Buffer.from(key.sign(Buffer.from(given, 'base64'))).toString('hex'))
else {
  const node = 'http://127.0.0.1:13900'
  const { payload, signedData } = await (await fetch(`${node}/auth/web3/request`)).json()
  const text = JSON.stringify(payload)
  const signature = { ...key.sign(Buffer.from(`\x19Hedera Signed Message:\n${text.length}${text}`)) }
  const body = { payload, operator: { accountId: id }, signedData: { ...signedData, signature, accountId: id } }
  const headers = { 'content-type': 'application/json' }
  console.log((await (await fetch(`${node}/auth/web3/login`, { method: 'POST', headers, body: JSON.stringify(body) })).json()).accessToken)
}
