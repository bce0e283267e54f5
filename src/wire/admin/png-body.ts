// Bodies that are a picture, as it is.
import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { checkFields } from '../../http/body/check-fields.ts'
import { Refused } from '../../model/errors/refusal.ts'

export const PngBody = Type.Unsafe<Buffer>(
  Type.String({ contentMediaType: 'image/png', description: 'The file, of at most 1 MiB.' }),
)

/** The file is checked when it is read as a picture. */
export const checkFile: FastifySchemaCompiler<TSchema> = (part) =>
  part.httpPart === 'body' ? checkPng : checkFields(part)

const checkPng = (value: unknown) =>
  Buffer.isBuffer(value) ? { value } : { error: new Refused('texture_malformed') }
