import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'
import { multipartFields } from './multipart.ts'

/** In bytes: the image, and the other fields of the form. */
export const textureBodyLimit = maxTextureBytes + 16 * 1024

interface ReadTexture {
  png: Buffer
  model: string | undefined
}

/** The schema of a texture in a multipart form, with its model in `modelField`. A URL for fetching it is ignored. */
export const SentTexture = (modelField: string) =>
  Type.Unsafe<ReadTexture>(
    Type.Object({
      file: Type.String({ contentMediaType: 'image/png' }),
      [modelField]: Type.Optional(Type.String({ description: 'Of a skin.' })),
    }),
  )

/** The form was validated while it was read; the only error left is a missing texture. */
export const checkSentTexture: FastifySchemaCompiler<TSchema> = () => (value: unknown) =>
  value ? { value } : { error: new Refused('texture_missing') }

/** Reads such a form. Throws Refused `texture_missing`. */
export const readSentTexture =
  (modelField: string) =>
  async (body: Buffer, contentType: string | undefined): Promise<ReadTexture> => {
    const { png, text } = await readTextureForm(body, contentType)
    return { png, model: text(modelField) }
  }

/** Reads a form with the image in `file`. `text` returns another field. Throws Refused `texture_missing`. */
export async function readTextureForm(body: Buffer, contentType: string | undefined) {
  const form = new Map(await formOf(body, contentType))
  const file = form.get('file')
  if (!(file instanceof Blob)) throw new Refused('texture_missing')
  const text = (name: string): string | undefined => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return { png: Buffer.from(await file.arrayBuffer()), text }
}

async function formOf(body: Buffer, contentType: string | undefined) {
  try {
    return await multipartFields(body, contentType)
  } catch (cause) {
    throw new Refused('texture_missing', { cause })
  }
}

/**
 * Launchers name the models as the authlib-injector specification does, as the vendor does, or after the first two
 * skins.
 */
const models = new Map<string, SkinModel>([
  ['', 'default'],
  ['default', 'default'],
  ['classic', 'default'],
  ['steve', 'default'],
  ['slim', 'slim'],
  ['alex', 'slim'],
])

/** Returns the model for any of its names, in any letter case. Throws Refused `texture_model_unknown`. */
export function skinModel(text: string): SkinModel {
  const model = models.get(text.toLowerCase())
  if (model === undefined) throw new Refused('texture_model_unknown')
  return model
}
