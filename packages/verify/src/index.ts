export * from './error.ts'
export { limits } from './limits.ts'
export * from './protobuf/decode.ts'
