/** Generates `generated/*.ts`, the types of the APIs, from the descriptions in `openapi/`. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

export const services = ['node', 'multisig', 'governance'] as const

export const fileOf = (name: string): URL => new URL(`./generated/${name}.ts`, import.meta.url)

/** Generates the types of one service from its OpenAPI description. */
export async function typesOf(name: string): Promise<string> {
  const description = JSON.parse(await readFile(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'))
  const nodes = await openapiTS(withoutErrors(description), {
    // A file is sent as a Blob. Without this, the `binary` format would become `string`.
    transform: (schema) => (schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  })
  return `/** Made by \`npm run client:generate\` from openapi/${name}.json. */\n\n${astToString(nodes)}`
}

interface Description extends Pick<OpenAPI3, 'openapi' | 'info'> {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  components: { responses?: unknown }
}

/** Removes the error responses. All errors share the shape of `Error`, so only the successful answers differ. */
function withoutErrors({ paths, components: { responses: _, ...components }, ...description }: Description): OpenAPI3 {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status)),
    )
  return { ...description, components, paths } as OpenAPI3
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of services) await writeFile(fileOf(name), await typesOf(name))
