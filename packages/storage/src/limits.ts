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
    bounds: 'a content identifier in base10, base36 or base58, whose decoding time grows with the square of the length',
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
    bounds:
      "values in a token's metadata with a number of 16 or more digits (its point counts as one) or an exponent of three, which takes a slower parser that keeps numbers exact",
    answer: '422 NOT_METADATA',
  },
  maxMetadataDepth: {
    value: 64,
    unit: 'levels',
    bounds: "how deep a token's metadata is nested",
    answer: '422 NOT_METADATA',
  },
  metadataAtOnce: {
    value: 2,
    unit: 'answers at once',
    bounds: "answers of tokens' metadata that are made at once, which take many times the memory of their bytes",
    answer: 'none: the others wait, and addresses take turns',
  },
  metadataOfAddress: {
    value: 1,
    unit: 'answers at once',
    bounds: 'such answers for one address, among these',
    answer: 'none: the others wait',
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
    bounds: "how deep a file's blocks are nested; a block with a single link counts as eight levels",
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
    bounds: 'links waiting to be followed in one walk of a graph',
    answer: '422 MALFORMED_CONTENT',
  },
  maxPartsInHand: {
    value: 8192,
    unit: 'parts',
    bounds: 'parts of a file waiting to be read in one request',
    answer: '422 MALFORMED_CONTENT',
  },
  maxFieldsBesideSizes: {
    value: 16,
    unit: 'fields',
    bounds: 'UnixFS fields of one block, besides the sizes of its parts',
    answer: '422 MALFORMED_CONTENT',
  },
  freeBytesPerRead: {
    value: 64 * MB,
    unit: 'bytes',
    bounds: 'bytes of blocks that one read may load, beyond twice the bytes that it answers',
    answer: '422 MALFORMED_CONTENT',
  },
  freeBlocksPerRead: {
    value: 1024,
    unit: 'blocks',
    bounds: 'blocks that any read may load',
    answer: '422 MALFORMED_CONTENT',
  },
  minBytesPerBlock: {
    value: 512,
    unit: 'bytes',
    bounds: 'bytes that a read must answer, on average, for each further block',
    answer: '422 MALFORMED_CONTENT',
  },
  freeLinksPerRead: {
    value: 131_072,
    unit: 'links',
    bounds: 'links that any read may follow',
    answer: '422 MALFORMED_CONTENT',
  },
  minBytesPerLink: {
    value: 32,
    unit: 'bytes',
    bounds: 'bytes that a read must answer, on average, for each further link',
    answer: '422 MALFORMED_CONTENT',
  },
  freeBlocksPerGraph: {
    value: 65_536,
    unit: 'blocks',
    bounds: 'blocks of one pin or archive of any size',
    answer: '422 MALFORMED_CONTENT',
  },
  minBytesPerGraphBlock: {
    value: 4 * KB,
    unit: 'bytes',
    bounds: 'average size of the further blocks of a pin or archive',
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
    bounds: 'blocks that one peer is waiting for',
    answer: 'none: further wants of that peer are dropped',
  },
  maxPeerStreams: {
    value: 64,
    unit: 'streams',
    bounds: 'streams of one peer with a message under way, of up to 4 MiB each',
    answer: 'the stream ends',
  },

  // Downloads
  maxDownloads: {
    value: 64,
    unit: 'downloads',
    bounds: 'downloads of content at once',
    setting: 'IPFS_MAX_DOWNLOADS',
    answer: '503 DOWNLOADS_BUSY',
  },
  shareOfDownloads: {
    value: 4,
    unit: 'addresses',
    bounds: 'addresses that share the downloads: one address gets at most this fraction (1/4)',
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
    bounds: 'the minimum pace of a download; time that the node needs itself does not count',
    answer: 'the connection ends',
  },
  maxSmallAnswerBytes: {
    value: 64 * KB,
    unit: 'bytes',
    bounds: 'content answers up to this size do not count as downloads',
    answer: 'none: a larger answer is a download',
  },
  maxBlocksRead: {
    value: 8,
    unit: 'blocks',
    bounds: 'local blocks being read for requests at once; further reads wait, and addresses take turns',
    answer: '503 DOWNLOADS_BUSY, after IPFS_TIMEOUT',
  },
  maxBlocksFetched: {
    value: 64,
    unit: 'blocks',
    bounds: 'blocks being fetched from other sources for requests at once; further ones wait, and addresses take turns',
    answer: '503 DOWNLOADS_BUSY, after IPFS_TIMEOUT',
  },
  shareOfBlocks: {
    value: 4,
    unit: 'addresses',
    bounds: 'addresses that share these reads and fetches: one address gets at most this fraction (1/4)',
    answer: 'none: further ones wait',
  },
  maxLargeBlocks: {
    value: 8,
    unit: 'blocks',
    bounds:
      'blocks of more than 1 MiB that are being received from gateways for requests at once; one address gets at most a quarter',
    answer: '504 CONTENT_TIMEOUT, after IPFS_TIMEOUT',
  },
  maxArchivesRead: {
    value: 8,
    unit: 'archives',
    bounds: 'CAR archives that are being read from gateways at once; one address gets at most a quarter',
    answer: 'none: further ones are read block by block',
  },
  maxArchiveLinkBytes: {
    value: 4 * MB,
    unit: 'bytes',
    bounds: 'memory for the links of one such archive',
    answer: 'none: the rest is read block by block',
  },
  maxReadAhead: {
    value: 8,
    unit: 'downloads',
    bounds: 'downloads that read blocks ahead; one address gets at most a quarter',
    answer: 'none: other downloads read block by block',
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
    bounds: 'addresses that share the uploads: one address gets at most this fraction (1/4); further uploads wait',
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
    bounds: 'the minimum pace of an upload; time that it waits for the node does not count',
    answer: '408 UPLOAD_STALLED',
  },
  quota: {
    value: 10 * 1024 * MB,
    unit: 'bytes',
    bounds:
      'bytes of blocks that a wallet has pinned, is uploading or fetching, or has unpinned while they are not removed yet. Accounts of services have no quota',
    setting: 'STORAGE_QUOTA_BYTES',
    answer: '413 QUOTA_EXCEEDED',
  },
  reserve: {
    value: 512 * MB,
    unit: 'bytes',
    bounds:
      'free space on the drive of `DATA_DIR` that uploads and fetched content must leave for the database; where the number of files (inodes) is bounded, each that is left counts for 16 KiB',
    setting: 'STORAGE_RESERVE_BYTES',
    answer: '507 STORAGE_FULL',
  },
  shareOfDrive: {
    value: 25,
    unit: 'percent',
    bounds:
      "the share of the drive of `DATA_DIR` that one wallet may have: of what is free above the reserve and the part that is kept for small wallets, and the wallet's own bytes. Accounts of services have no share, and neither has a Kubo node's drive",
    answer: '507 STORAGE_SHARE_EXCEEDED',
  },
  keptOfDrive: {
    value: 1024 * MB,
    unit: 'bytes',
    bounds: 'free space above the reserve that is kept for wallets with few bytes',
    answer: '507 STORAGE_SHARE_EXCEEDED',
  },
  shareOfUnpinned: {
    value: 1024 * MB,
    unit: 'bytes',
    bounds:
      'blocks on the drive of `DATA_DIR` that are only read, or waited for: from elsewhere, or let go of by their wallets meanwhile; four times `MAX_FILE_SIZE` where that is more. Uploads and pins take their room',
    answer: 'none: the oldest are removed, and fetched again when somebody reads them',
  },
  sureOfDrive: {
    value: 8 * MB,
    unit: 'bytes',
    bounds: 'what each wallet may store whatever others have stored, while the drive has more than its reserve free',
    answer: '507 STORAGE_FULL, once not even the reserve is free',
  },
  minBytesOfQuota: {
    value: 4 * KB,
    unit: 'bytes',
    bounds: 'the least that a block counts for in a quota',
    answer: '413 QUOTA_EXCEEDED',
  },
  maxUploadsBeyondQuota: {
    value: 1,
    unit: 'uploads',
    bounds: 'uploads of one wallet that may go on beyond its quota, since their content may be pinned already',
    answer: '413 QUOTA_EXCEEDED',
  },
  maxEarlyCollections: {
    value: 10,
    unit: 'collections a minute',
    bounds: 'garbage collections that start early because a wallet needs the room of what it unpinned',
    answer: '413 QUOTA_EXCEEDED',
  },
  maxPins: {
    value: 100_000,
    unit: 'pins',
    bounds: 'pins of one wallet. Accounts of services have no limit (`STORAGE_SERVICE_ACCOUNTS`)',
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
    answer: 'none: the others wait in the queue, and wallets take turns',
  },
  maxFetchesPerWallet: {
    value: 2,
    unit: 'pins',
    bounds: 'pins of one wallet that are being fetched at once',
    answer: 'none: the others wait',
  },
  pinPace: {
    value: 256 * KB,
    unit: 'bytes in IPFS_TIMEOUT',
    bounds: "the minimum pace of a pin's blocks; eight blocks are always enough",
    answer: 'none: the pin is tried again, and fails after its last attempt',
  },
  fetchTurn: {
    value: 45_000,
    unit: 'ms',
    bounds: 'how long a pin is fetched without a pause while others wait for a place',
    answer: "none: it goes on where it was, in its wallet's next turn",
  },
  maxSuspendedFetches: {
    value: 1000,
    unit: 'pins',
    bounds: 'pins that are partly fetched and wait for their next turn; one of each wallet always may',
    answer:
      'none: one of the wallet with most is fetched again from the beginning; further ones of that wallet fail after their last attempt',
  },
  maxSuspendedBytes: {
    value: 64 * MB,
    unit: 'bytes',
    bounds: 'memory for how far they have come',
    answer: 'none: for wallets with the most, blocks are read again from the disk in the next turn',
  },
  pinTime: {
    value: 1_800_000,
    unit: 'ms',
    bounds: 'how long one attempt to fetch a pin may take, in all its turns',
    answer: "none: the pin is tried again in its wallet's turn, and fails after its last attempt",
  },
  maxReplicas: {
    value: 16,
    unit: 'nodes',
    bounds: '`CONTENT_REPLICAS`',
    answer: 'none: the platform does not start',
  },
  maxCopies: {
    value: 16,
    unit: 'contents',
    bounds: 'content that a node copies from others at once; half of it to be filled again',
    answer: 'none: the others wait, and an upload is answered 503 TOO_FEW_REPLICAS after `IPFS_TIMEOUT`',
  },
  maxRehashes: {
    value: 4,
    unit: 'files',
    bounds:
      'files from gateways that are being made into blocks at once; one for each address, and for each wallet whose pin fetches it',
    answer: 'none: the others wait, for `IPFS_TIMEOUT` at most, and take turns',
  },
  maxFailedPins: {
    value: 100,
    unit: 'pins',
    bounds: 'failed pins of one wallet that are kept; older ones are deleted',
    answer: '404 PIN_NOT_FOUND',
  },
  failedPinAge: {
    value: 86_400_000,
    unit: 'ms',
    bounds: 'how long a failed pin is kept',
    answer: '404 PIN_NOT_FOUND',
  },
} satisfies Limits
