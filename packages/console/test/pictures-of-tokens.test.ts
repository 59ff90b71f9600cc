/** Pictures of tokens and NFTs: only small raster pictures from content storage, through the console's own origin. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, PrivateKey, TokenCreateTransaction, TokenMintTransaction, TokenType } from '@hiero-ledger/sdk'
import { PNG } from 'pngjs'
import { rasterIn } from '../src/page/pictures/raster.ts'
import { pathInAddress, pathInNode } from '../src/page/pictures/read-picture.ts'
import { assertAccessible, open, openTab, signIn, skipped, type Tab, withoutStatuses } from './browser.ts'
import { ADA, KEYS } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const CID = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'

/** A picture of one colour. */
function pngOf(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at)
  return PNG.sync.write(png)
}

describe('A raster picture', () => {
  const head = (text: string, bytes: number[] = []) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(bytes)])
  test('is known by its first bytes, with its size', () => {
    assert.deepEqual(rasterIn(pngOf(3, 2, [1, 2, 3])), { type: 'image/png', width: 3, height: 2 })
    assert.deepEqual(rasterIn(head('GIF89a', [5, 0, 4, 0, 0, 0])), { type: 'image/gif', width: 5, height: 4 })
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 6, 0, 7, 3, 0, 0, 0]
    assert.deepEqual(rasterIn(Buffer.from(jpeg)), { type: 'image/jpeg', width: 7, height: 6 })
    const webp = (kind: string, bytes: number[]) => head(`RIFF....WEBP${kind}....`, [...bytes, ...Array(20).fill(0)])
    const size = { type: 'image/webp', width: 9, height: 8 }
    assert.deepEqual(rasterIn(webp('VP8X', [0, 0, 0, 0, 8, 0, 0, 7, 0, 0])), size)
    assert.deepEqual(rasterIn(webp('VP8L', [0x2f, 8, 0xc0, 1, 0])), size)
    assert.deepEqual(rasterIn(webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 9, 0, 8, 0])), size)
  })

  test('is refused if it is something else, broken, or would take much memory', () => {
    const large = pngOf(1, 1, [0, 0, 0])
    large.writeUInt32BE(60_000, 16)
    large.writeUInt32BE(60_000, 20)
    for (const bytes of [
      large,
      head('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      head('GIF89a', [0, 0, 4, 0]),
      head(''),
    ])
      assert.equal(rasterIn(bytes), undefined)
    const whole = pngOf(4, 4, [1, 2, 3])
    for (let end = 0; end < 24; end++) assert.equal(rasterIn(whole.subarray(0, end)), undefined)
    // Segments of no length, and markers without an end.
    for (const byte of [0, 0xff])
      assert.equal(rasterIn(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(65_000, byte)])), undefined)
  })
})

test("A picture's path is that of an ipfs address or of this node, and never leads elsewhere", () => {
  assert.equal(pathInAddress(`ipfs://${CID}`), CID)
  assert.equal(pathInAddress(`ipfs://${CID}/a b/%2e.png`), `${CID}/a%20b/..png`)
  assert.equal(pathInAddress(`ipfs://ipfs/${CID}`), CID)
  for (const text of [
    `https://x.example/${CID}`,
    'ipfs://oak',
    `ipfs://${CID}/../x`,
    `ipfs://${CID}/%2e%2e/x`,
    '',
    'data:image/png,x',
  ])
    assert.equal(pathInAddress(text), null, text)
  assert.equal(pathInNode(`http://127.0.0.1:3005/api/node/ipfs/file/${CID}/a%20b.png`), `${CID}/a%20b.png`)
  for (const text of [`https://x.example/${CID}.png`, `https://x.example/ipfs/file/../${CID}`, `//x/ipfs/file/${CID}`])
    assert.equal(pathInNode(text), null, text)
})

describe('Pictures of tokens and NFTs', { skip: skipped }, () => {
  let stage: Stage
  let client: Client
  let tab: Tab
  before(async () => {
    stage = await openStage()
    client = new Client({ network: { [stage.platform.at.ledger]: '0.0.3' } }).setOperator(
      ADA,
      PrivateKey.fromStringED25519(KEYS[ADA]),
    )
    tab = await openTab(stage.browser, stage.platform.at.console)
    await signIn(tab, ADA)
  })
  after(async () => {
    client?.close()
    await stage?.close()
  })

  /** Stores content with the session of the page; returns its identifier. */
  const store = (content: string | Buffer): Promise<string> =>
    tab.page.evaluate(`(async () => {
      const form = new FormData()
      const bytes = Uint8Array.fromBase64(${JSON.stringify(Buffer.from(content).toString('base64'))})
      form.append('file', new Blob([bytes]), 'a')
      const response = await fetch('/api/node/ipfs/upload', { method: 'POST', body: form })
      return (await response.json()).cid
    })()`)
  const withImage = async (image: string) => store(JSON.stringify({ name: 'Oak', creator: 'Ada', image }))

  async function mint(metadata: readonly string[]): Promise<string> {
    const key = PrivateKey.fromStringED25519(KEYS[ADA])
    const created = await new TokenCreateTransaction()
      .setTokenName('Trees')
      .setTokenSymbol('TREE')
      .setTokenType(TokenType.NonFungibleUnique)
      .setTreasuryAccountId(ADA)
      .setSupplyKey(key.publicKey)
      .execute(client)
    const { tokenId } = await created.getReceipt(client)
    const minting = new TokenMintTransaction()
      .setTokenId(tokenId ?? '')
      .setMetadata(metadata.map((text) => Buffer.from(text)))
    await (await minting.execute(client)).getReceipt(client)
    return String(tokenId)
  }

  test('are shown in the list of NFTs if they are small and raster, and nothing is loaded from elsewhere', async () => {
    const { page } = tab
    const small = await store(pngOf(40, 40, [0, 200, 0]))
    const large = await store(Buffer.concat([pngOf(40, 40, [0, 0, 200]), Buffer.alloc(70_000)]))
    const svg = await store('<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>')
    const broken = await store(pngOf(40, 40, [200, 0, 0]).subarray(0, 60))
    const images = [
      `ipfs://${small}`,
      `ipfs://${large}`,
      `ipfs://${svg}`,
      `ipfs://${broken}`,
      'https://stranger.invalid/a.png',
    ]
    const metadata = await Promise.all(images.map(async (image) => `ipfs://${await withImage(image)}`))
    const token = await mint([...metadata, 'https://stranger.invalid/metadata.json', 'oak'])
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('stranger')) elsewhere.push(request.url())
    })
    await open(tab, `/explorer/tokens/${token}`)
    const pictures = page.locator('canvas[data-picture="image/png"]')
    // The broken one may be there before the right one.
    const right = page.locator('li, tr').filter({ has: page.locator(`a[href$="/${token}/1"]`) })
    await right.locator(pictures).waitFor()
    await page.waitForLoadState('networkidle')
    // The broken one has a right beginning, and falls back once it cannot be decoded.
    await pictures.nth(1).waitFor({ state: 'detached' })
    assert.equal(await pictures.count(), 1)
    const [, green] = await pictures.first().evaluate((one) => [
      ...(
        one as unknown as {
          getContext: (kind: '2d') => { getImageData: (...at: number[]) => { data: Uint8ClampedArray } }
        }
      )
        .getContext('2d')
        .getImageData(5, 5, 1, 1).data,
    ])
    assert.equal(green, 200)
    assert.deepEqual(elsewhere, [])
    await assertAccessible(tab)
    await open(tab, `/explorer/tokens/${token}/1`)
    await page.locator('.head canvas[data-picture]').waitFor()
  })

  test("causes no errors in the browser's console", () => {
    assert.deepEqual(withoutStatuses(tab.complaints, 422), [])
  })
})
