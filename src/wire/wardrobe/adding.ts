// POST /api/v1/me/wardrobe: a form with a picture to keep.
import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { checkFields } from '../../http/body/check-fields.ts'
import { readTextureForm } from '../../http/body/uploaded-texture.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { malformed } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'

interface ToAdd {
  png: Buffer
  name: string
  kind: TextureKind | undefined
  model: SkinModel | undefined
}

export const AddingForm = Type.Unsafe<ToAdd>(
  Type.Object({
    file: Type.String({ contentMediaType: 'image/png' }),
    name: Type.String({ minLength: 1, maxLength: 64 }),
    kind: Type.Optional(
      Type.Enum(['skin', 'cape'], { description: 'Guessed from size and pixels unless given.' }),
    ),
    model: Type.Optional(Type.Enum(['default', 'slim'], { description: 'Of a skin, likewise.' })),
  }),
)

/** Reads the form. Throws Refused `texture_missing`, and `malformed` with the field. */
export async function readAddingForm(body: Buffer, contentType: string | undefined): Promise<ToAdd> {
  const { png, text } = await readTextureForm(body, contentType)
  return {
    png,
    name: text('name') ?? '',
    kind: chosen('kind', ['skin', 'cape'], text('kind')),
    model: chosen('model', ['default', 'slim'], text('model')),
  }
}

function chosen<Choice extends string>(
  field: string,
  choices: readonly Choice[],
  text: string | undefined,
): Choice | undefined {
  if (text === undefined || text === '') return undefined
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw malformed(field, `one of ${choices.join(', ')}`)
  return found
}

/** The form was checked while it was read; the only error left is a missing body. */
export const checkAddingForm: FastifySchemaCompiler<TSchema> = (part) =>
  part.httpPart === 'body'
    ? (value: unknown) => (value ? { value } : { error: new Refused('texture_missing') })
    : checkFields(part)
