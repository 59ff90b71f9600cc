/** Everything that bounds what one request, wallet or address may use of content storage. */
import type { Limits } from '@quorate/platform'

const KB = 1024
const MB = 1024 * KB

export const limits = {
  // Identifiers and addresses
  maxAddressLength: {
    value: 4096,
    unit: 'characters',
    bounds: 'an address of content, path included',
    answer: '400 INVALID_CID',
  },
  maxCidLength: {
    value: 512,
    unit: 'characters',
    bounds: 'a content identifier as text, in any base',
    answer: '400 INVALID_CID',
  },
  maxQuadraticCidLength: {
    value: 192,
    unit: 'characters',
    bounds: 'a content identifier in base10, base36 or base58, whose decoding takes time quadratic in its length',
    answer: '400 INVALID_CID',
  },
  maxPathSegments: {
    value: 64,
    unit: 'names',
    bounds: 'the path below a content identifier',
    answer: '400 INVALID_CID',
  },

  // Metadata
  maxMetadataBytes: { value: MB, unit: 'bytes', bounds: "a token's metadata", answer: '413 METADATA_TOO_LARGE' },
  maxMetadataValues: {
    value: 10_000,
    unit: 'values',
    bounds: "values in a token's metadata",
    answer: '422 NOT_METADATA',
  },
  maxMetadataValuesByText: {
    value: 4000,
    unit: 'values',
    bounds: "values in a token's metadata that has 16 digits in a row, whose numbers are kept as they are written",
    answer: '422 NOT_METADATA',
  },
  maxMetadataDepth: {
    value: 64,
    unit: 'levels',
    bounds: "how deep a token's metadata is nested",
    answer: '422 NOT_METADATA',
  },

  // Blocks and graphs
  maxBlockBytes: { value: 4 * MB, unit: 'bytes', bounds: 'one block', answer: '502 CONTENT_NOT_VERIFIED' },
  maxLinksPerBlock: {
    value: 32_768,
    unit: 'links',
    bounds: 'the links of one dag-pb block',
    answer: '422 MALFORMED_CONTENT',
  },
  maxLinkIdentifierBytes: {
    value: 256,
    unit: 'bytes',
    bounds: 'the identifier of a link in a dag-pb block',
    answer: '422 MALFORMED_CONTENT',
  },
  maxFileDepth: {
    value: 64,
    unit: 'blocks',
    bounds: 'how deep a file is nested; a block with a single part counts eightfold',
    answer: '422 MALFORMED_CONTENT',
  },
  maxGraphDepth: {
    value: 256,
    unit: 'blocks',
    bounds: 'how deep a pinned graph is nested',
    answer: '422 MALFORMED_CONTENT',
  },
  maxLinksInHand: {
    value: 65_536,
    unit: 'links',
    bounds: 'links that one walk of a graph has still to follow',
    answer: '422 MALFORMED_CONTENT',
  },
  maxPartsInHand: {
    value: 8192,
    unit: 'parts',
    bounds: 'parts that one read of a file has still to give',
    answer: '422 MALFORMED_CONTENT',
  },
  maxFieldsBesideSizes: {
    value: 16,
    unit: 'fields',
    bounds: 'the UnixFS fields of one block, beside the size of each part',
    answer: '422 MALFORMED_CONTENT',
  },
  freeBytesPerRead: {
    value: 64 * MB,
    unit: 'bytes',
    bounds: 'the blocks of one read or path, beyond twice the bytes that are read of the file',
    answer: '422 MALFORMED_CONTENT',
  },
  freeBlocksPerRead: {
    value: 1024,
    unit: 'blocks',
    bounds: 'blocks of one read, whatever it gives',
    answer: '422 MALFORMED_CONTENT',
  },
  minBytesPerBlock: {
    value: 512,
    unit: 'bytes',
    bounds: 'what a read gives for each block beyond the free ones, on average',
    answer: '422 MALFORMED_CONTENT',
  },
  freeLinksPerRead: {
    value: 131_072,
    unit: 'links',
    bounds: 'links of one read, whatever it gives',
    answer: '422 MALFORMED_CONTENT',
  },
  minBytesPerLink: {
    value: 32,
    unit: 'bytes',
    bounds: 'what a read gives for each link beyond the free ones, on average',
    answer: '422 MALFORMED_CONTENT',
  },
  freeBlocksPerGraph: {
    value: 65_536,
    unit: 'blocks',
    bounds: 'blocks of one pin or archive, whatever their size',
    answer: '422 MALFORMED_CONTENT',
  },
  minBytesPerGraphBlock: {
    value: 4 * KB,
    unit: 'bytes',
    bounds: 'the size of each block of a graph beyond the free ones, on average',
    answer: '422 MALFORMED_CONTENT',
  },
  maxBlocksPerGraph: {
    value: 262_144,
    unit: 'blocks',
    bounds: 'blocks of one pin or archive',
    answer: '422 MALFORMED_CONTENT',
  },

  // Peers of the embedded node
  maxPeerWants: {
    value: 256,
    unit: 'blocks',
    bounds: 'blocks that a peer waits for, which are read together once they are here',
    answer: 'nothing: others that it waits for are forgotten',
  },
  maxPeerStreams: {
    value: 64,
    unit: 'streams',
    bounds: 'streams on which a peer sends messages at once, each of up to 4 MiB',
    answer: 'the stream ends',
  },

  // Downloads
  maxDownloads: {
    value: 64,
    unit: 'downloads',
    bounds: 'answers of content that are being sent at once',
    setting: 'IPFS_MAX_DOWNLOADS',
    answer: '503 DOWNLOADS_BUSY',
  },
  shareOfDownloads: {
    value: 4,
    unit: 'addresses',
    bounds: 'how many addresses fill the downloads: each may have its share of them',
    answer: '429 TOO_MANY_DOWNLOADS',
  },
  maxArchives: {
    value: 8,
    unit: 'archives',
    bounds: 'CAR archives that are being sent at once',
    answer: '503 DOWNLOADS_BUSY',
  },
  maxArchivesPerAddress: {
    value: 2,
    unit: 'archives',
    bounds: 'CAR archives that are being sent to one address',
    answer: '429 TOO_MANY_DOWNLOADS',
  },
  downloadPace: {
    value: 256 * KB,
    unit: 'bytes in IPFS_TIMEOUT',
    bounds: 'what a reader has to take; time that the node itself needs does not count',
    answer: 'the connection ends',
  },
  maxSmallAnswerBytes: {
    value: 64 * KB,
    unit: 'bytes',
    bounds: 'an answer of content that counts as no download',
    answer: 'nothing: it is a download',
  },
  maxBlocksRead: {
    value: 32,
    unit: 'blocks',
    bounds: 'blocks of this node that are being read for requests at once; further ones wait, and addresses take turns',
    answer: '503 DOWNLOADS_BUSY, after IPFS_TIMEOUT',
  },
  maxBlocksFetched: {
    value: 64,
    unit: 'blocks',
    bounds: 'blocks that are being fetched for requests at once; further ones wait, and addresses take turns',
    answer: '503 DOWNLOADS_BUSY, after IPFS_TIMEOUT',
  },
  shareOfBlocks: {
    value: 4,
    unit: 'addresses',
    bounds: 'how many addresses fill the blocks being read or fetched: each may have its share of them',
    answer: 'nothing: further ones wait, as those do',
  },
  maxReadAhead: {
    value: 8,
    unit: 'downloads',
    bounds: 'downloads for which blocks are read ahead at once',
    answer: 'nothing: the others are read for as they are sent',
  },

  // Uploads and pins
  maxUploadsPerWallet: {
    value: 4,
    unit: 'uploads',
    bounds: 'uploads of one wallet at once; further ones wait',
    answer: '429 TOO_MANY_UPLOADS, after waiting',
  },
  maxUploads: {
    value: 64,
    unit: 'uploads',
    bounds: 'uploads at once; further ones wait',
    answer: '429 TOO_MANY_UPLOADS, after waiting',
  },
  shareOfUploads: {
    value: 4,
    unit: 'addresses',
    bounds: 'how many addresses fill the uploads: each may have its share of them; further ones wait',
    answer: '429 TOO_MANY_UPLOADS, after waiting',
  },
  maxWaitingUploads: {
    value: 32,
    unit: 'uploads',
    bounds: 'uploads of one wallet that wait',
    answer: '429 TOO_MANY_UPLOADS',
  },
  uploadWait: {
    value: 30_000,
    unit: 'ms',
    bounds: 'how long an upload waits for others of its wallet',
    answer: '429 TOO_MANY_UPLOADS',
  },
  uploadPace: {
    value: 512 * KB,
    unit: 'bytes in IPFS_TIMEOUT',
    bounds: 'what an upload has to send; time that it waits for the node does not count',
    answer: '408 UPLOAD_STALLED',
  },
  quota: {
    value: 10 * 1024 * MB,
    unit: 'bytes',
    bounds:
      'blocks that a wallet pins, uploads, has fetched, or has let go of and that are not removed yet; not of accounts of services',
    setting: 'STORAGE_QUOTA_BYTES',
    answer: '413 QUOTA_EXCEEDED',
  },
  reserve: {
    value: 512 * MB,
    unit: 'bytes',
    bounds: 'what uploads and content from elsewhere leave free on the drive of `DATA_DIR`, for the database above all',
    setting: 'STORAGE_RESERVE_BYTES',
    answer: '507 STORAGE_FULL',
  },
  minBytesOfQuota: {
    value: 4 * KB,
    unit: 'bytes',
    bounds: 'what a smaller block counts for in a quota',
    answer: '413 QUOTA_EXCEEDED',
  },
  maxUploadsBeyondQuota: {
    value: 1,
    unit: 'uploads',
    bounds: 'uploads of one wallet that go on beyond its quota, since their content may be pinned already',
    answer: '413 QUOTA_EXCEEDED',
  },
  maxEarlyCollections: {
    value: 10,
    unit: 'collections a minute',
    bounds: 'collections that begin at once because a wallet needs the room of what it has let go of',
    answer: '413 QUOTA_EXCEEDED',
  },
  maxPins: {
    value: 100_000,
    unit: 'pins',
    bounds: 'pins of one wallet; accounts of services have no limit (`STORAGE_SERVICE_ACCOUNTS`)',
    answer: '429 TOO_MANY_PINS',
  },
  maxPendingPins: {
    value: 100,
    unit: 'pins',
    bounds: 'pins of one wallet that are not fetched yet',
    answer: '429 TOO_MANY_PENDING_PINS',
  },
  maxFetches: {
    value: 8,
    unit: 'pins',
    bounds: 'pins that are being fetched at once',
    answer: 'nothing: the others wait in the queue, and wallets take turns',
  },
  maxFetchesPerWallet: {
    value: 2,
    unit: 'pins',
    bounds: 'pins of one wallet that are being fetched at once',
    answer: 'nothing: the others wait',
  },
  pinPace: {
    value: 256 * KB,
    unit: 'bytes in IPFS_TIMEOUT',
    bounds: 'how slowly the blocks of a pin may come; of small ones, eight are enough',
    answer: 'nothing: the pin is tried again, and fails in the end',
  },
  pinTime: {
    value: 1_800_000,
    unit: 'ms',
    bounds: 'how long the blocks of a pin may take to come, however fast each of them does',
    answer: "nothing: the pin is tried again in its wallet's turn, and fails in the end",
  },
  maxRehashes: {
    value: 4,
    unit: 'files',
    bounds: 'files whose plain bytes a gateway gave and that are made into blocks at once',
    answer: 'nothing: the others wait, as long as the content is waited for',
  },
  maxFailedPins: {
    value: 100,
    unit: 'pins',
    bounds: 'failed pins of one wallet; older ones are forgotten',
    answer: '404 PIN_NOT_FOUND',
  },
  failedPinAge: {
    value: 86_400_000,
    unit: 'ms',
    bounds: 'how long a failed pin is told of',
    answer: '404 PIN_NOT_FOUND',
  },
} satisfies Limits
