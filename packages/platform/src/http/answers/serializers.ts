import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/**
 * Fastify's serializers of answers. A schema is compiled when the first such answer is sent: compiling all of them
 * would take most of a server's startup time.
 */
export const buildSerializer: SerializerFactory = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (answer) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (value: unknown) => {
      serialize ??= compile(answer)
      return serialize(value)
    }
  }
}
