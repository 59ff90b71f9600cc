/** The pictures of tokens and NFTs, where their metadata on the ledger is an `ipfs://` address. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TokenAnswer } from '../mirror/answers.ts'
import { useMirror } from '../mirror/mirror.ts'
import { Face } from '../parts/faces/face.tsx'
import { bytesIn } from '../parts/ledger/bytes.ts'
import { Picture, useIsSeen } from './picture.tsx'
import { pathInAddress, readPicturePath } from './read-picture.ts'

/**
 * A token's picture: the one that its metadata names, else a coin with its symbol. Tokens that are older than metadata
 * have the address in their memo (HIP-405).
 */
export function TokenFace({ id, text, size = 34 }: { id: string; text: string | undefined; size?: number }) {
  const { place, isSeen } = useIsSeen()
  const { data } = useMirror(isSeen ? `/api/v1/tokens/${id}` : null, TokenAnswer)
  return (
    <span ref={place}>
      <MetadataPicture
        address={data ? (addressIn(data.metadata) ?? pathInAddress(data.memo ?? '')) : null}
        kind="token"
        size={size}
      >
        <Face id={id} kind="token" text={text} size={size} />
      </MetadataPicture>
    </span>
  )
}

/** An NFT's picture. @param props.metadata The metadata on the ledger, in base64 */
export function NftFace(props: { token: string; metadata: string | null | undefined; size?: number }) {
  const { token, metadata, size = 34 } = props
  const address = useMemo(() => addressIn(metadata), [metadata])
  return (
    <MetadataPicture address={address} kind="nft" size={size}>
      <Face id={token} kind="token" size={size} />
    </MetadataPicture>
  )
}

function MetadataPicture(props: {
  /** The path of the metadata in content storage; null if it is not there. */
  address: string | null
  kind: 'token' | 'nft'
  size: number
  children: React.ReactNode
}) {
  const { address, kind, size, children } = props
  const { place, isSeen } = useIsSeen()
  const { data: path = null } = useQuery({
    queryKey: ['picture', 'path', address],
    queryFn: () => (address === null ? null : readPicturePath(address)),
    enabled: isSeen && address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <span ref={place}>
      <Picture path={path} kind={kind} size={size}>
        {children}
      </Picture>
    </span>
  )
}

/** @param base64 Metadata on the ledger, at most 100 bytes */
function addressIn(base64: string | null | undefined): string | null {
  const bytes = base64 && base64.length <= 2_000 ? bytesIn(base64) : undefined
  return bytes ? pathInAddress(new TextDecoder().decode(bytes)) : null
}
